import Testing

@testable import CivilTime
@testable import Configuration
@testable import Reminders
@testable import Scheduler

@Suite("the engine and mail")
struct EngineMailTests {
  let bed: EngineBed
  static let account: MailAccount = {
    var account = MailAccount(name: "private")
    for (key, value) in [
      ("server", "localhost"), ("sender", "me@example.org"), ("allow-recipients", "*"),
      ("hourly-cap", "3"),
    ] { _ = account.issue(key, value) }
    return account
  }()
  static let settings = Engine.Settings(choice: .stdout, accounts: [account])
  /// With another source of the secret.
  static let changed: Engine.Settings = {
    var account = EngineMailTests.account
    account.passwordCommand = "pass mail"
    return Engine.Settings(choice: .stdout, accounts: [account])
  }()

  init() throws {
    bed = try EngineBed(.stdout)
    bed.send(.settingsChanged(Self.settings), at: moment(0))
  }

  func mail(
    to recipient: String = "me@example.org",
    _ change: (inout ReminderOptions.Mail) -> Void = { _ in }
  ) -> ReminderOptions {
    var mail = ReminderOptions.Mail(account: "private", recipient: recipient)
    change(&mail)
    return options { $0.mail = mail }
  }

  func add(_ text: String, _ options: ReminderOptions, at moment: ClockReading) throws {
    try bed.add(text, in: 0, options, at: moment)
    bed.send(.storeChanged, at: moment)
  }

  /// The bytes of what the mailbox was handed are about to go.
  func begin(at moment: ClockReading) throws {
    let alert = try #require(bed.open.first { $0.channel == .mail }).alert
    bed.send(.mailBegins(delivery: alert.delivery), at: moment)
    #expect(bed.others.contains(.letMail(alert.delivery, go: true)))
  }

  func mails() throws -> [String] {
    try bed.temporary.texts(
      "SELECT state || coalesce(' ' || reason, '') FROM delivery WHERE channel = 'mail' ORDER BY id"
    )
  }

  var troubles: [HoldReason] {
    bed.others.compactMap {
      if case .mailTrouble(_, let result) = $0 { result.reason } else { nil }
    }
  }

  @Test("it is mailed as well as shown")
  func both() throws {
    try add("tea", mail(), at: moment(0))
    #expect(Set(bed.shown) == ["stdout tea", "mail tea"])
    try bed.answerMail(.accepted, at: moment(1))
    #expect(try mails() == ["accepted"])
    #expect(try bed.states() == ["unanswered"])
  }

  @Test("what is only mailed is shown nowhere, and waits for an answer when it is accepted")
  func only() throws {
    try add("tea", mail { $0.isOnly = true }, at: moment(0))
    #expect(bed.shown == ["mail tea"])
    #expect(try bed.states() == ["scheduled"])
    try bed.answerMail(.accepted, at: moment(1))
    #expect(try bed.states() == ["unanswered"])
  }

  @Test("what is not taken now is tried again later, and its fate is told by nobody")
  func retry() throws {
    try add("tea", mail { $0.isOnly = true }, at: moment(0))
    try bed.answerMail(.retry, .providerBusy, at: moment(1))
    #expect(try mails() == ["held provider_busy"])
    let sleep = try #require(bed.sleep ?? nil)
    let pause = sleep.since(moment(1).now)
    #expect((48_000...72_000).contains(pause))
    bed.send(.tick, at: moment(1 + pause))
    #expect(bed.shown == ["mail tea", "mail tea"])
    #expect(bed.open.first?.alert.isPossibleRepeat == false)
    try bed.answerMail(.accepted, at: moment(2 + pause))
    #expect(try mails() == ["accepted provider_busy"])
    #expect(troubles == [])
  }

  @Test("it is given up after four days, told, and shown where it was only to be mailed")
  func giveUp() throws {
    try add("tea", mail { $0.isOnly = true }, at: moment(0))
    var now: Int64 = 1
    while now < 5 * 24 * hour {
      try bed.answerMail(.retry, .timeout, at: moment(now))
      guard let next = bed.sleep ?? nil, try mails() == ["held timeout"] else { break }
      now = next.since(moment(0).now)
      bed.send(.tick, at: moment(now))
    }
    #expect((4 * 24 * hour...4 * 24 * hour + 2 * hour).contains(now))
    #expect(try mails() == ["failed expired"])
    #expect(troubles == [.expired])
    #expect(bed.shown.last == "stdout tea")
    #expect(bed.shown.count > 90)
  }

  @Test(
    "a login that is refused is tried once, whatever is due, until the configuration is another one"
  )
  func held() throws {
    for text in ["a", "b", "c"] {
      try bed.add(text, in: 0, mail { $0.isOnly = true }, at: moment(0))
    }
    bed.send(.storeChanged, at: moment(0))
    try bed.answerMail(.held, .authFailed, at: moment(1))
    #expect(bed.shown == ["mail a"])
    #expect(try mails() == Array(repeating: "held auth_failed", count: 3))
    #expect(troubles == [.authFailed])
    // The same account would be refused again.
    bed.send(.settingsChanged(Self.settings), at: moment(2))
    #expect(bed.shown == ["mail a"])
    bed.send(.settingsChanged(Self.changed), at: moment(2))
    for at in 3..<6 as Range<Int64> { try bed.answerMail(.accepted, at: moment(at)) }
    #expect(bed.shown == ["mail a", "mail a", "mail b", "mail c"])
  }

  @Test("a login that was refused is tried at once, and once, where somebody asks for it")
  func askedAfterRefusal() throws {
    for text in ["a", "b"] { try bed.add(text, in: 0, mail { $0.isOnly = true }, at: moment(0)) }
    bed.send(.storeChanged, at: moment(0))
    try bed.answerMail(.held, .authFailed, at: moment(1))
    try add("c", mail { $0.isOnly = true }, at: moment(2))
    #expect(bed.shown == ["mail a"])
    #expect(try bed.store.retryMail(of: nil) == 3)
    bed.send(.storeChanged, at: moment(3))
    #expect(bed.shown == ["mail a", "mail a"])
    try bed.answerMail(.held, .authFailed, at: moment(4))
    bed.send(.storeChanged, at: moment(5))
    #expect(bed.shown == ["mail a", "mail a"])
    #expect(try mails() == Array(repeating: "held auth_failed", count: 3))
    #expect(troubles == [.authFailed, .authFailed])
    #expect(try bed.store.retryMail(of: 2) == 1)
    bed.send(.storeChanged, at: moment(6))
    try bed.answerMail(.accepted, at: moment(7))
    #expect(bed.shown == ["mail a", "mail a", "mail b"])
  }

  @Test(
    "a lost answer: to oneself once more after a while, marked; to others not before one asks for it"
  )
  func unknown() throws {
    try add("own", mail { $0.isOnly = true }, at: moment(0))
    try bed.answerMail(.unknown, .outcomeUnknown, at: moment(1))
    try add("other", mail(to: "you@example.com") { $0.isOnly = true }, at: moment(2))
    try bed.answerMail(.unknown, .outcomeUnknown, at: moment(3))
    #expect(try mails() == ["unknown outcome_unknown", "held outcome_unknown"])
    #expect(troubles == [.outcomeUnknown])
    bed.send(.tick, at: moment(1 + 15 * minute))
    #expect(bed.shown == ["mail own", "mail other", "mail own"])
    #expect(bed.open.first?.alert.isPossibleRepeat == true)
    try bed.answerMail(.accepted, at: moment(2 + 15 * minute))
    bed.send(.settingsChanged(Self.settings), at: moment(3 + 15 * minute))
    try bed.restart()
    bed.send(.settingsChanged(Self.settings), at: moment(4 + 15 * minute))
    #expect(try mails().last == "held outcome_unknown")
    #expect(try bed.store.retryMail(of: 2) == 1)
    bed.send(.storeChanged, at: moment(5 + 15 * minute))
    #expect(bed.shown.last == "mail other")
  }

  @Test("what may have been sent and whose bytes are gone is never sent as another mail")
  func lostBytes() throws {
    try add("own", mail { $0.isOnly = true }, at: moment(0))
    try bed.answerMail(.unknown, .outcomeUnknown, at: moment(1))
    let uid = try #require(try bed.store.history(of: 1)?.entry.uid)
    bed.temporary.paths.removeMail(of: uid)
    bed.send(.tick, at: moment(1 + 15 * minute))
    #expect(try mails() == ["failed spool_lost"])
    #expect(bed.shown == ["mail own", "stdout own"])
    #expect(troubles == [.spoolLost])
  }

  @Test("what is refused for good is told, and shown where it was only to be mailed")
  func failed() throws {
    try add("only", mail { $0.isOnly = true }, at: moment(0))
    try bed.answerMail(.failed, .invalidRecipient, at: moment(1))
    #expect(bed.shown == ["mail only", "stdout only"])
    bed.acceptAll(at: moment(2))
    try add("both", mail(), at: moment(3))
    try bed.answerMail(.failed, .payloadTooLarge, at: moment(4))
    #expect(bed.shown.filter { $0 == "stdout both" }.count == 1)
    #expect(troubles == [.invalidRecipient, .payloadTooLarge])
  }

  @Test("an answer elsewhere stops no mail; cancelling does")
  func answered() throws {
    try add("answered", mail(), at: moment(0))
    let due = try #require(try bed.store.target(of: 1))
    try bed.answerMail(.retry, .providerBusy, at: moment(1))
    _ = try bed.store.answer(due, .done, at: moment(2).now, in: .utc)
    bed.send(.storeChanged, at: moment(2))
    #expect(try mails() == ["held provider_busy"])
    bed.send(.tick, at: moment(hour))
    #expect(bed.shown.filter { $0 == "mail answered" }.count == 2)
    try bed.answerMail(.retry, .providerBusy, at: moment(hour + 1))
    _ = try? bed.store.cancel([1], at: moment(hour + 2).now)
    try add("cancelled", mail(), at: moment(hour + 3))
    try bed.answerMail(.retry, .timeout, at: moment(hour + 4))
    _ = try bed.store.cancel([2], at: moment(hour + 5).now)
    #expect(try mails().last == "failed cancelled")
  }

  @Test(
    "what is only mailed and was put off, or done, while its mail waited was mailed all the same",
    arguments: [false, true], [false, true])
  func answeredFirst(isSnoozed: Bool, isInHand: Bool) throws {
    try add("tea", mail { $0.isOnly = true }, at: moment(0))
    if !isInHand { try bed.answerMail(.retry, .providerBusy, at: moment(1)) }
    let due = try #require(try bed.store.target(of: 1))
    let until = moment(2 * hour).now
    let isTaken = try bed.store.answer(
      due, isSnoozed ? .snoozed(until: until, bootID: nil, dueBoot: nil) : .done, at: moment(2).now,
      in: .utc)
    #expect(isTaken)
    bed.send(.storeChanged, at: moment(2))
    if isInHand {
      let alert = try #require(bed.open.first).alert
      bed.send(.mailBegins(delivery: alert.delivery), at: moment(3))
      #expect(bed.others.contains(.letMail(alert.delivery, go: false)))
      try bed.answerMail(.retry, .helperFailed, at: moment(4))
    }
    #expect(try mails() == ["failed answered"])
    bed.send(.tick, at: moment(hour))
    #expect(bed.shown == ["mail tea"])
    bed.send(.tick, at: moment(2 * hour))
    #expect(bed.shown == (isSnoozed ? ["mail tea", "mail tea"] : ["mail tea"]))
    #expect(troubles == [])
  }

  @Test("an answer that is taken back has the mail go that it gave up")
  func answerTakenBack() throws {
    try add("tea", mail { $0.isOnly = true }, at: moment(0))
    try bed.answerMail(.retry, .providerBusy, at: moment(1))
    let due = try #require(try bed.store.target(of: 1))
    _ = try bed.store.answer(due, .done, at: moment(2).now, in: .utc)
    #expect(try mails() == ["failed answered"])
    _ = try bed.store.undo(at: moment(3).now)
    bed.send(.storeChanged, at: moment(4))
    #expect(bed.shown == ["mail tea", "mail tea"])
  }

  @Test("cancelled in the mailbox's hands, and not taken: over")
  func cancelledInFlight() throws {
    try add("tea", mail { $0.isOnly = true }, at: moment(0))
    _ = try bed.store.cancel([1], at: moment(1).now)
    try bed.answerMail(.retry, .providerBusy, at: moment(2))
    #expect(try mails() == ["failed cancelled"])
  }
}
