import Testing

@testable import Reminders
@testable import Scheduler
@testable import Store

/// Mails that wait, and mails that are in hand when something happens.
extension EngineMailTests {
  private func listening(for reason: HoldReason) -> [Bool] {
    bed.others.compactMap {
      if case .listen(for: reason, let isOn) = $0 { isOn } else { nil }
    }
  }

  @Test(
    "what nobody tells the end of is looked at once an hour, by one login however many wait",
    arguments: [HoldReason.authFailed, .keyringLocked, .tlsFailed, .secretNotFound, .helperMissing])
  func hourly(code: HoldReason) throws {
    for text in ["a", "b", "c"] {
      try bed.add(text, in: 0, mail { $0.isOnly = true }, at: moment(0))
    }
    bed.send(.storeChanged, at: moment(0))
    try bed.answerMail(.held, code, at: moment(1))
    bed.send(.tick, at: moment(hour))
    #expect(bed.shown == ["mail a"])
    #expect(bed.sleep == .some(moment(hour + 1).now))
    bed.send(.tick, at: moment(hour + 1))
    #expect(bed.shown.count == 2)
    try bed.answerMail(.held, code, at: moment(hour + 2))
    bed.send(.tick, at: moment(hour + 3))
    #expect(bed.shown.count == 2)
    bed.send(.tick, at: moment(2 * hour + 3))
    #expect(bed.shown.count == 3)
    for at in 4..<7 as Range<Int64> { try bed.answerMail(.accepted, at: moment(2 * hour + at)) }
    #expect(Set(bed.shown) == ["mail a", "mail b", "mail c"])
    #expect(troubles == [code])
    #expect(bed.sleep == .some(nil))
  }

  @Test(
    "a network that comes has mails go on, at once and then once a minute; nobody listens for longer"
  )
  func network() throws {
    for text in ["a", "b"] { try bed.add(text, in: 0, mail { $0.isOnly = true }, at: moment(0)) }
    bed.send(.storeChanged, at: moment(0))
    try bed.answerMail(.held, .offline, at: moment(1))
    #expect(try mails() == ["held offline", "held offline"])
    #expect(troubles == [])
    #expect(listening(for: .offline) == [true])
    bed.send(.ended(.offline), at: moment(1000))
    #expect(bed.shown == ["mail a"])
    bed.send(.tick, at: moment(2000))
    #expect(bed.shown.count == 2)
    try bed.answerMail(.held, .offline, at: moment(2001))
    bed.send(.ended(.offline), at: moment(3000))
    bed.send(.tick, at: moment(minute))
    #expect(bed.shown.count == 2)
    bed.send(.tick, at: moment(minute + 2000))
    #expect(bed.shown.count == 3)
    try bed.answerMail(.accepted, at: moment(minute + 2001))
    try bed.answerMail(.accepted, at: moment(minute + 2002))
    #expect(try mails() == ["accepted offline", "accepted offline"])
    #expect(listening(for: .offline) == [true, false])
    #expect(bed.sleep == .some(nil))
    // Heard too late: nothing is to be done.
    bed.send(.ended(.offline), at: moment(minute + 3000))
    #expect(bed.shown.count == 4)
  }

  @Test("a keyring that may be open is asked again, and so it is when the user is back")
  func keyring() throws {
    try add("a", mail { $0.isOnly = true }, at: moment(0))
    try bed.answerMail(.held, .keyringLocked, at: moment(1))
    #expect(listening(for: .keyringLocked) == [true])
    bed.send(.userReturned, at: moment(minute))
    bed.send(.tick, at: moment(minute + 1000))
    #expect(bed.shown.count == 2)
    try bed.answerMail(.held, .keyringLocked, at: moment(minute + 1001))
    bed.send(.ended(.keyringLocked), at: moment(hour / 2))
    bed.send(.tick, at: moment(hour / 2 + 1000))
    try bed.answerMail(.accepted, at: moment(hour / 2 + 1001))
    #expect(listening(for: .keyringLocked) == [true, false])
  }

  @Test(
    "a signal, or another account, has all mails go on, whatever they wait for, but what may have come",
    arguments: [
      (.networkError, false), (.providerBusy, false), (.timeout, true), (.networkError, true),
      (.providerBusy, true),
    ] as [(HoldReason, Bool)])
  func lookAgain(code: HoldReason, isAccount: Bool) throws {
    try add("lost", mail(to: "you@example.com") { $0.isOnly = true }, at: moment(0))
    try bed.answerMail(.unknown, .outcomeUnknown, at: moment(1))
    try add("a", mail { $0.isOnly = true }, at: moment(2))
    try bed.answerMail(.retry, code, at: moment(3))
    bed.send(isAccount ? .settingsChanged(Self.settings) : .storeChanged, at: moment(4))
    #expect(bed.shown == ["mail lost", "mail a"])
    bed.send(isAccount ? .settingsChanged(Self.changed) : .lookAgain, at: moment(5))
    #expect(bed.shown == ["mail lost", "mail a", "mail a"])
    #expect(try mails() == ["held outcome_unknown", "claimed \(code.rawValue)"])
  }

  @Test("a cap that is raised held what it had held for an hour")
  func raisedCap() throws {
    for text in ["a", "b", "c", "d"] {
      try bed.add(text, in: 0, mail { $0.isOnly = true }, at: moment(0))
    }
    bed.send(.storeChanged, at: moment(0))
    for at in 1..<4 as Range<Int64> { try bed.answerMail(.accepted, at: moment(at)) }
    #expect(try mails().last == "held rate_limited")
    var account = Self.account
    #expect(account.issue("hourly-cap", "9") == nil)
    bed.send(.settingsChanged(Engine.Settings(choice: .stdout, accounts: [account])), at: moment(5))
    #expect(bed.shown.last == "mail d")
  }

  @Test("an account has one mail in hand, so a kill or a power cut leaves one uncertain")
  func inHand() throws {
    for text in ["a", "b"] { try bed.add(text, in: 0, mail { $0.isOnly = true }, at: moment(0)) }
    bed.send(.storeChanged, at: moment(0))
    #expect(try mails() == ["claimed", "scheduled"])
    // Killed before its bytes went, it goes on at once: in the next boot, too.
    try bed.restart()
    var later = moment(1)
    later.bootID = "another"
    bed.send(.settingsChanged(Self.settings), at: later)
    #expect(bed.shown == ["mail a", "mail a"])
    #expect(try mails() == ["claimed", "scheduled"])
    try begin(at: moment(2))
    try bed.restart()
    bed.send(.settingsChanged(Self.settings), at: moment(3))
    #expect(try mails() == ["unknown outcome_unknown", "claimed"])
    #expect(bed.shown == ["mail a", "mail a", "mail b"])
  }

  @Test("a permission that cannot be written is not given")
  func notPermitted() throws {
    try add("tea", mail { $0.isOnly = true }, at: moment(0))
    let delivery = try #require(bed.open.last?.alert.delivery)
    try bed.temporary.execute("PRAGMA busy_timeout = 0")
    let other = try ReminderStore(writing: bed.temporary.paths, patience: 0)
    try other.database.execute("BEGIN IMMEDIATE")
    bed.send(.mailBegins(delivery: delivery), at: moment(1))
    #expect(bed.others.contains(.letMail(delivery, go: false)))
    try other.database.execute("ROLLBACK")
    try bed.answerMail(.retry, .networkError, at: moment(2))
    bed.send(.tick, at: moment(90_000))
    #expect(try mails().first?.hasPrefix("unknown") == false)
  }

  @Test("what is cancelled before its bytes go is not sent")
  func cancelledInTime() throws {
    for text in ["a", "b", "c"] {
      try bed.add(text, in: 0, mail { $0.isOnly = true }, at: moment(0))
    }
    bed.send(.storeChanged, at: moment(0))
    _ = try bed.store.cancel([2], at: moment(1).now)
    try bed.answerMail(.accepted, at: moment(2))
    #expect(bed.shown == ["mail a", "mail c"])
    _ = try bed.store.cancel([3], at: moment(3).now)
    let last = try #require(bed.open.last?.alert.delivery)
    bed.send(.mailBegins(delivery: last), at: moment(3))
    #expect(bed.others.last == .letMail(last, go: false))
    try bed.answerMail(.retry, .networkError, at: moment(4))
    #expect(try mails() == ["accepted", "failed cancelled", "failed cancelled"])
  }

  @Test("a mail server that is silent keeps no popup from its time, and no sync from it")
  func silentServer() throws {
    try add("mail", mail { $0.isOnly = true }, at: moment(0))
    try bed.add("tea", in: 2000, options { _ in }, at: moment(0))
    bed.send(.storeChanged, at: moment(1))
    #expect(bed.sleep == .some(moment(2000).now))
    let before = bed.syncs
    bed.send(.tick, at: moment(2000))
    #expect(bed.shown == ["mail mail", "stdout tea"])
    let line = try #require(bed.open.firstIndex { $0.channel == .stdout })
    let delivery = bed.open.remove(at: line).alert.delivery
    bed.send(
      .outcome(delivery: delivery, .accepted(server: nil, notification: nil)), at: moment(2001))
    #expect(bed.syncs == before + 1)
    #expect(try mails() == ["claimed"])
    try bed.answerMail(.retry, .timeout, at: moment(100_000))
    #expect(bed.syncs == before + 2)
  }

  @Test("the end of the daemon begins nothing")
  func stopped() throws {
    for text in ["a", "b"] { try bed.add(text, in: 0, mail { $0.isOnly = true }, at: moment(0)) }
    bed.send(.storeChanged, at: moment(0))
    bed.send(.stop, at: moment(1))
    try bed.answerMail(.accepted, at: moment(2))
    #expect(try mails() == ["accepted", "scheduled"])
    #expect(bed.others.contains(.stopped))
  }

  @Test("what came due while the store could not be written lost its mail")
  func duringOutage() throws {
    try bed.add("tea", in: 5, mail(), at: moment(0))
    bed.send(.storeChanged, at: moment(1))
    try bed.temporary.execute("PRAGMA busy_timeout = 0")
    let other = try ReminderStore(writing: bed.temporary.paths, patience: 0)
    try other.database.execute("BEGIN IMMEDIATE")
    bed.send(.tick, at: moment(10))
    #expect(bed.shown == ["stdout tea"])
    bed.acceptAll(at: moment(11))
    try other.database.execute("ROLLBACK")
    bed.send(.tick, at: moment(90_000))
    #expect(bed.shown == ["stdout tea", "mail tea"])
    try bed.answerMail(.accepted, at: moment(90_001))
    #expect(try mails() == ["accepted"])
  }

  @Test("what became of a mail while the store could not be written is written later")
  func answeredDuringOutage() throws {
    for text in ["a", "b"] { try bed.add(text, in: 0, mail { $0.isOnly = true }, at: moment(0)) }
    bed.send(.storeChanged, at: moment(1))
    try begin(at: moment(2))
    try bed.temporary.execute("PRAGMA busy_timeout = 0")
    let other = try ReminderStore(writing: bed.temporary.paths, patience: 0)
    try other.database.execute("BEGIN IMMEDIATE")
    try bed.answerMail(.accepted, at: moment(10))
    #expect(bed.shown == ["mail a"])
    try other.database.execute("COMMIT")
    bed.send(.tick, at: moment(90_000))
    #expect(try mails() == ["accepted", "claimed"])
    try bed.answerMail(.accepted, at: moment(90_001))
    #expect(try mails() == ["accepted", "accepted"])
  }
}
