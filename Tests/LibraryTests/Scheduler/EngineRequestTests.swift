import Testing

@testable import CivilTime
@testable import Reminders
@testable import Scheduler
@testable import Store

/// Requests and their confirmations, in the engine and in the store.
@Suite("the engine and requests")
struct EngineRequestTests {
  let bed: EngineBed

  init() throws {
    bed = try EngineBed(.stdout)
    bed.send(.settingsChanged(EngineMailTests.settings), at: moment(0))
  }

  private func request(confirmedTo address: String? = "ann@example.org") -> ReminderOptions {
    var mail = ReminderOptions.Mail(account: "private", recipient: "sales@example.org")
    mail.isOnly = true
    mail.letter = TemplatedMail(
      template: "quote", locale: "it", subject: "Preventivo", text: "riga\n\n\"x\" \\ {y}",
      values: [("deadline", "2026-12-24"), ("items", "a\nb")],
      replyTo: "ann@example.org",
      confirmation: address.map {
        TemplatedMail.Confirmation(
          recipient: $0, template: "confirmation", locale: "it", subject: "Grazie", text: "Ciao")
      })
    return options { $0.mail = mail }
  }

  private func send(_ options: ReminderOptions, at moment: ClockReading) throws -> Entry {
    let entry = try bed.add("Preventivo", in: 0, options, at: moment)
    bed.send(.storeChanged, at: moment)
    return entry
  }

  private func mails() throws -> [String] {
    try bed.temporary.texts(
      "SELECT purpose || ' ' || state FROM delivery WHERE channel = 'mail' ORDER BY id")
  }

  private func state() throws -> [String] {
    try bed.temporary.texts("SELECT state FROM occurrence ORDER BY id")
  }

  @Test(
    "a request that was put off while its mail waited was mailed twice; one that may have come is not put off"
  )
  func snoozed() throws {
    let entry = try send(request(), at: moment(0))
    try bed.answerMail(.retry, .providerBusy, at: moment(1))
    let waiting = try #require(try bed.store.target(of: entry.id))
    #expect(try !bed.store.isRequestPerhapsSent(waiting.occurrence))
    let until = moment(2 * hour).now
    let isTaken = try bed.store.answer(
      waiting, .snoozed(until: until, bootID: nil, dueBoot: nil), at: moment(2).now, in: .utc)
    #expect(isTaken)
    bed.send(.storeChanged, at: moment(2))
    #expect(try mails() == ["due failed"])
    bed.send(.tick, at: moment(2 * hour))
    let again = try #require(try bed.store.target(of: entry.id))
    #expect(try !bed.store.isRequestPerhapsSent(again.occurrence))
    let alert = try #require(bed.open.first).alert
    bed.send(.mailBegins(delivery: alert.delivery), at: moment(2 * hour + 1))
    #expect(try bed.store.isRequestPerhapsSent(again.occurrence))
    try bed.answerMail(.unknown, .outcomeUnknown, at: moment(2 * hour + 2))
    #expect(try bed.store.isRequestPerhapsSent(again.occurrence))
    #expect(bed.shown == ["mail Preventivo", "mail Preventivo"])
  }

  @Test("what is stored is read as it was")
  func stored() throws {
    let options = request()
    let entry = try send(options, at: moment(0))
    #expect(try bed.store.history(of: entry.id)?.entry.options == options)
    #expect(
      try bed.store.history(of: entry.id)?.entry.options.mail?.letter?.values[1].text == "a\nb")
  }

  @Test("a request that was sent is done, and whoever asked is told, once")
  func confirmed() throws {
    _ = try send(request(), at: moment(0))
    let first = try bed.answerMail(.accepted, at: moment(1))
    #expect(first.mailContent?.recipient == "sales@example.org")
    #expect(first.mailContent?.written?.subject == "Preventivo")
    #expect(first.mailContent?.automatic == .no)
    #expect(try mails() == ["due accepted", "confirmation claimed"])
    #expect(try state() == ["done"])
    let second = try bed.answerMail(.accepted, at: moment(2))
    #expect(second.mailContent?.recipient == "ann@example.org")
    #expect(second.mailContent?.written?.text == "Ciao")
    #expect(second.mailContent?.automatic == .replied)
    #expect(second.delivery != first.delivery)
    #expect(try bed.store.mailAnswered(by: second.delivery)?.delivery == first.delivery)
    #expect(try bed.store.mailAnswered(by: first.delivery) == nil)
    #expect(try mails() == ["due accepted", "confirmation accepted"])
    #expect(bed.open.isEmpty)
    #expect(bed.shown == ["mail Preventivo", "mail Preventivo"])
  }

  @Test("nobody is told of what was not sent, or taken back")
  func unsent() throws {
    _ = try send(request(), at: moment(0))
    try bed.answerMail(.failed, .providerRejected, at: moment(1))
    #expect(try mails() == ["due failed"])
    let entry = try send(request(), at: moment(2))
    _ = try bed.store.cancel([entry.id], at: moment(3).now)
    try bed.answerMail(.accepted, at: moment(4))
    #expect(try mails() == ["due failed", "due accepted"])
    _ = try send(request(confirmedTo: nil), at: moment(5))
    try bed.answerMail(.accepted, at: moment(6))
    #expect(try mails() == ["due failed", "due accepted", "due accepted"])
  }

  @Test("a request whose fate is not known is confirmed when it is, and not before")
  func unknown() throws {
    let entry = try send(request(), at: moment(0))
    try bed.answerMail(.unknown, .outcomeUnknown, at: moment(1))
    #expect(try mails() == ["due held"])
    #expect(try bed.store.retryMail(of: entry.id) == 1)
    bed.send(.storeChanged, at: moment(2))
    try bed.answerMail(.accepted, at: moment(3))
    #expect(try mails() == ["due accepted", "confirmation claimed"])
  }

  @Test("a daemon that is killed as the request was sent leaves the confirmation to the next one")
  func killed() throws {
    _ = try send(request(), at: moment(0))
    try bed.answerMail(.accepted, at: moment(1))
    try bed.restart()
    bed.send(.settingsChanged(EngineMailTests.settings), at: moment(2))
    // In hand when the daemon was killed, and not let go: it goes by the next one.
    #expect(try mails() == ["due accepted", "confirmation claimed"])
    #expect(try bed.answerMail(.accepted, at: moment(3)).purpose == .confirmation)
    #expect(try mails() == ["due accepted", "confirmation accepted"])
  }

  @Test("what was sent while the store could not be written is confirmed when it can")
  func outage() throws {
    _ = try send(request(), at: moment(0))
    try bed.store.add("tea", in: 10, at: moment(0))
    try bed.temporary.execute("PRAGMA busy_timeout = 0")
    let other = try ReminderStore(writing: bed.temporary.paths, patience: 0)
    try other.database.execute("BEGIN IMMEDIATE")
    bed.send(.tick, at: moment(20))
    try bed.answerMail(.accepted, at: moment(30))
    #expect(try mails() == ["due claimed"])
    try other.database.execute("ROLLBACK")
    bed.send(.tick, at: moment(90_000))
    #expect(bed.others.contains(.storeRecovered))
    #expect(try mails() == ["due accepted", "confirmation claimed"])
    #expect(try state().first == "done")
  }

  @Test("no mail tells of a confirmation that fails, and nothing is shown in its place")
  func failedConfirmation() throws {
    _ = try send(request(), at: moment(0))
    try bed.answerMail(.accepted, at: moment(1))
    try bed.answerMail(.failed, .invalidRecipient, at: moment(2))
    #expect(try mails() == ["due accepted", "confirmation failed"])
    #expect(bed.open.isEmpty)
    let troubles = bed.others.compactMap { action -> Purpose? in
      if case .mailTrouble(let alert, _) = action { alert.purpose } else { nil }
    }
    #expect(troubles == [.confirmation])
  }

  @Test("a confirmation to whom the account may no longer write waits")
  func notAllowed() throws {
    _ = try send(request(), at: moment(0))
    var account = EngineMailTests.account
    account.allowed = ["sales@example.org"]
    bed.send(
      .settingsChanged(Engine.Settings(choice: .stdout, accounts: [account])), at: moment(1))
    try bed.answerMail(.accepted, at: moment(2))
    #expect(try mails() == ["due accepted", "confirmation held"])
  }
}
