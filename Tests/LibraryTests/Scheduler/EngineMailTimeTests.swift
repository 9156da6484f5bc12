import Testing

@testable import Mail
@testable import Reminders
@testable import Scheduler

/// When mails go, and when none does.
extension EngineMailTests {
  @Test("it is mailed where nobody answers, and only then")
  func escalation() throws {
    let options = mail { $0.ifUnanswered = 15 * minute }
    try bed.add("answered", in: 0, options, at: moment(0))
    try bed.add("open", in: 0, options, at: moment(0))
    bed.send(.storeChanged, at: moment(0))
    bed.acceptAll(at: moment(1))
    #expect(bed.shown == ["stdout answered", "stdout open"])
    let due = try #require(try bed.store.target(of: 1))
    _ = try bed.store.answer(due, .done, at: moment(2).now, in: .utc)
    bed.send(.storeChanged, at: moment(2))
    bed.send(.tick, at: moment(15 * minute - 1))
    #expect(bed.shown.count == 2)
    bed.send(.tick, at: moment(15 * minute))
    #expect(bed.shown == ["stdout answered", "stdout open", "mail open"])
    #expect(bed.open.last?.alert.purpose == .unanswered)
  }

  @Test("no more than the cap goes in an hour, the rest later")
  func cap() throws {
    for number in 1...5 {
      try bed.add("\(number)", in: 0, mail { $0.isOnly = true }, at: moment(0))
    }
    bed.send(.storeChanged, at: moment(0))
    for at in 1..<4 as Range<Int64> { try bed.answerMail(.accepted, at: moment(at)) }
    #expect(bed.shown.count == 3)
    #expect(try mails().suffix(2) == ["held rate_limited", "held rate_limited"])
    bed.send(.tick, at: moment(hour / 2))
    #expect(bed.shown.count == 3)
    bed.send(.tick, at: moment(hour + 1))
    try bed.answerMail(.accepted, at: moment(hour + 2))
    bed.send(.tick, at: moment(hour + 3))
    #expect(bed.shown.count >= 4)
    #expect(troubles == [])
  }

  @Test("killed with a mail in hand: one's own goes once more, another's waits to be asked for")
  func killed() throws {
    try add("own", mail { $0.isOnly = true }, at: moment(0))
    try begin(at: moment(0))
    try bed.restart()
    bed.send(.settingsChanged(Self.settings), at: moment(1))
    #expect(try mails() == ["unknown outcome_unknown"])
    bed.send(.tick, at: moment(1 + 15 * minute))
    #expect(bed.shown == ["mail own", "mail own"])
    try bed.answerMail(.accepted, at: moment(2 + 15 * minute))
    try add("other", mail(to: "you@example.com") { $0.isOnly = true }, at: moment(hour))
    try begin(at: moment(hour))
    try bed.restart()
    bed.send(.settingsChanged(Self.settings), at: moment(hour + 1))
    #expect(try mails().last == "held outcome_unknown")
    bed.send(.tick, at: moment(2 * hour))
    #expect(bed.shown.filter { $0 == "mail other" }.count == 1)
  }

  @Test("neither quiet hours nor a pause hold a mail; an account that is gone does")
  func silence() throws {
    try bed.store.setPause(until: moment(hour).now, at: moment(0).now)
    try add("tea", mail(), at: moment(0))
    #expect(bed.shown == ["mail tea"])
    try bed.answerMail(.accepted, at: moment(1))
    bed.send(.settingsChanged(Engine.Settings(choice: .stdout)), at: moment(2))
    try add("more", mail { $0.isOnly = true }, at: moment(3))
    #expect(try mails().last == "held account_not_found")
    #expect(troubles == [.accountNotFound])
  }

  @Test("what comes too late is dropped, not mailed")
  func tooLate() throws {
    var options = mail { $0.isOnly = true }
    options.maxLate = minute
    try add("tea", options, at: moment(0))
    try bed.answerMail(.retry, .timeout, at: moment(1))
    bed.send(.tick, at: moment(2 * minute))
    #expect(bed.shown == ["mail tea"])
    #expect(try mails() == ["failed expired"])
    #expect(troubles == [])
  }

  @Test("what came due while a mail went waited for a minute")
  func dueMeanwhile() throws {
    try add("mail", mail { $0.isOnly = true }, at: moment(0))
    try bed.add("tea", in: 10, options { _ in }, at: moment(0))
    bed.send(.storeChanged, at: moment(1))
    try bed.answerMail(.accepted, at: moment(11))
    #expect(bed.shown == ["mail mail", "stdout tea"])
  }

  @Test("what came due as one that insists was printed waited for a minute")
  func dueWithNag() throws {
    try add("nag", options { $0.nag = ReminderOptions.Nag(every: hour) }, at: moment(0))
    try bed.add("tea", in: 10, options { _ in }, at: moment(0))
    bed.send(.storeChanged, at: moment(1))
    bed.answer(.accepted(server: nil, notification: nil), at: moment(11))
    #expect(bed.shown == ["stdout nag", "stdout tea"])
  }

  @Test("the store keeps all that was asked for")
  func optionsKept() throws {
    let options = mail(to: "Zażółć \"x\" <you@example.com>") {
      $0.isOnly = true
      $0.ifUnanswered = 5
      $0.attachments = [.init(path: "/a b", name: "x\"y"), .init(path: "/c", name: "d")]
    }
    let entry = try bed.add("tea", in: 0, options, at: moment(0))
    #expect(try bed.store.history(of: entry.id)?.entry.options == options)
  }

  @Test("the pauses between attempts grow, and two mails do not keep step")
  func pauses() {
    let minutes: [Int64] = [1, 5, 15, 30, 60, 60, 60]
    for (index, minutes) in minutes.enumerated() {
      let pauses = (1...200).map { MailPolicy.pause(after: index + 1, of: $0) }
      #expect(pauses.min()! >= minutes * 48_000)
      #expect(pauses.max()! <= minutes * 72_000)
      #expect(Set(pauses).count > 50)
    }
  }
}
