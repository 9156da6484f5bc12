import Testing

@testable import CivilTime
@testable import Configuration
@testable import Reminders
@testable import Scheduler
@testable import Store

/// Several accounts side by side.
@Suite("the engine and several mail accounts")
struct EngineMailAccountTests {
  let bed: EngineBed

  init() throws {
    bed = try EngineBed(.stdout)
    bed.send(.settingsChanged(Self.settings(3)), at: moment(0))
  }

  private static func settings(_ count: Int) -> Engine.Settings {
    let accounts = (0..<count).map { number in
      var account = MailAccount(name: "a\(number)")
      for (key, value) in [("server", "localhost"), ("sender", "me@example.org")] {
        _ = account.issue(key, value)
      }
      return account
    }
    return Engine.Settings(choice: .stdout, accounts: accounts)
  }

  private func add(_ text: String, by account: String, at moment: ClockReading) throws {
    var mail = ReminderOptions.Mail(account: account, recipient: "me@example.org")
    mail.isOnly = true
    try bed.add(text, in: 0, options { $0.mail = mail }, at: moment)
  }

  private func mails() throws -> [String] {
    try bed.temporary.texts("SELECT state FROM delivery WHERE channel = 'mail' ORDER BY id")
  }

  @Test("an account whose server hangs kept the mails of all others waiting")
  func hangs() throws {
    for text in ["x", "y"] { try add(text, by: "a0", at: moment(0)) }
    try add("quick", by: "a1", at: moment(0))
    bed.send(.storeChanged, at: moment(0))
    #expect(bed.shown == ["mail x", "mail quick"])
    #expect(try mails() == ["claimed", "scheduled", "claimed"])
    try bed.answerMail(to: "quick", .accepted, at: moment(1))
    try add("later", by: "a1", at: moment(2))
    try add("third", by: "a2", at: moment(2))
    bed.send(.storeChanged, at: moment(2))
    #expect(bed.shown == ["mail x", "mail quick", "mail later", "mail third"])
    try bed.answerMail(to: "third", .accepted, at: moment(3))
    try bed.answerMail(to: "x", .retry, .timeout, at: moment(4))
    #expect(bed.shown.last == "mail y")
    for text in ["y", "later"] { try bed.answerMail(to: text, .accepted, at: moment(5)) }
    #expect(try mails() == ["held", "accepted", "accepted", "accepted", "accepted"])
  }

  @Test("what comes due as another account answers goes at once")
  func dueMeanwhile() throws {
    for text in ["x", "y"] { try add(text, by: "a0", at: moment(0)) }
    var mail = ReminderOptions.Mail(account: "a1", recipient: "me@example.org")
    mail.isOnly = true
    try bed.add("due", in: 10, options { $0.mail = mail }, at: moment(0))
    bed.send(.storeChanged, at: moment(0))
    try bed.answerMail(to: "x", .accepted, at: moment(20))
    #expect(bed.shown == ["mail x", "mail y", "mail due"])
  }

  @Test("the end waits for all that is in hand, and begins nothing")
  func stopped() throws {
    for text in ["x", "y"] { try add(text, by: "a0", at: moment(0)) }
    for text in ["v", "w"] { try add(text, by: "a1", at: moment(0)) }
    bed.send(.storeChanged, at: moment(0))
    bed.send(.stop, at: moment(1))
    try bed.answerMail(to: "x", .accepted, at: moment(2))
    #expect(try mails() == ["accepted", "scheduled", "claimed", "scheduled"])
    #expect(!bed.others.contains(.stopped))
    try bed.answerMail(to: "v", .accepted, at: moment(3))
    #expect(try mails() == ["accepted", "scheduled", "accepted", "scheduled"])
    #expect(bed.others.contains(.stopped))
  }

  @Test("no more than eight accounts are busy at the same time")
  func bounded() throws {
    bed.send(.settingsChanged(Self.settings(10)), at: moment(0))
    for number in 0..<10 { try add("t\(number)", by: "a\(number)", at: moment(0)) }
    bed.send(.storeChanged, at: moment(0))
    #expect(bed.shown.count == 8)
    try bed.answerMail(to: "t0", .retry, .timeout, at: moment(1))
    #expect(bed.shown.last == "mail t8")
  }

  @Test("a store that cannot be written as one account answers loses nothing, and repeats nothing")
  func outage() throws {
    for text in ["x", "y"] { try add(text, by: "a0", at: moment(0)) }
    for text in ["v", "w"] { try add(text, by: "a1", at: moment(0)) }
    bed.send(.storeChanged, at: moment(0))
    try bed.temporary.execute("PRAGMA busy_timeout = 0")
    let other = try ReminderStore(writing: bed.temporary.paths, patience: 0)
    try other.database.execute("BEGIN IMMEDIATE")
    try bed.answerMail(to: "x", .accepted, at: moment(10))
    try other.database.execute("COMMIT")
    bed.send(.tick, at: moment(90_000))
    #expect(bed.shown == ["mail x", "mail v", "mail y"])
    try bed.answerMail(to: "v", .accepted, at: moment(90_001))
    for text in ["y", "w"] { try bed.answerMail(to: text, .accepted, at: moment(90_002)) }
    #expect(try mails() == Array(repeating: "accepted", count: 4))
    #expect(bed.shown.count == 4)
  }
}
