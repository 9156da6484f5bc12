import Testing

@testable import Scheduler

/// An engine over a real store, with the outside world played by the test: channels answer when
/// told to, and clocks say what they are told to say.
final class EngineBed {
  let temporary: TemporaryStore
  var engine: Engine
  /// What was handed over and has not been answered.
  var open: [(alert: Alert, channel: Channel)] = []
  /// Every hand-over so far, as `channel text`.
  var shown: [String] = []
  var groups: [(texts: [String], replacing: PopupID?)] = []
  var withdrawn: [UInt32] = []
  var sleep: Instant??
  var others: [Engine.Action] = []

  var store: ReminderStore { temporary.store }

  init(_ choice: ChannelChoice = .stdout, zone: Zone = .utc) throws {
    temporary = try TemporaryStore()
    try temporary.store.prepareForDaemon()
    engine = Engine(
      store: temporary.store, settings: Engine.Settings(choice: choice), zone: zone)
  }

  /// A new daemon over the same store, as after a kill.
  func restart(_ choice: ChannelChoice = .stdout, zone: Zone = .utc) throws {
    try temporary.reopen()
    try temporary.store.prepareForDaemon()
    engine = Engine(store: store, settings: Engine.Settings(choice: choice), zone: zone)
    open = []
  }

  func send(_ event: Engine.Event, at moment: Moment) {
    var again = true
    var event = event
    while again {
      again = false
      for action in engine.handle(event, at: moment) {
        switch action {
        case .deliver(let alert, let channel):
          open.append((alert, channel))
          shown.append("\(channel) \(alert.text ?? "-")")
        case .deliverTogether(let alerts, let id, let replacing):
          open.append((alerts.first { $0.delivery == id }!, .desktop))
          groups.append((alerts.map { $0.text ?? "-" }, replacing))
        case .withdraw(let popup): withdrawn.append(popup.notification)
        case .changed: break
        case .again: again = true
        case .sleep(let instant): sleep = .some(instant)
        case .zoneMoved, .storeFailed, .storeRecovered, .giveWay, .stopped: others.append(action)
        }
      }
      event = .tick
    }
  }

  /// The channels accept everything that is open and everything that follows.
  func acceptAll(at moment: Moment, server: Server? = nil) {
    while let first = open.first {
      open.removeFirst()
      if server != nil { lastID += 1 }
      send(
        .outcome(
          delivery: first.alert.delivery,
          .accepted(server: server, notification: server == nil ? nil : lastID)),
        at: moment)
    }
  }
  /// The id that the server gave last.
  private(set) var lastID: UInt32 = 100

  func answer(_ outcome: Outcome, at moment: Moment) {
    let first = open.removeFirst()
    send(.outcome(delivery: first.alert.delivery, outcome), at: moment)
  }
}

@Suite("The engine: when")
struct EngineTimeTests {
  @Test("a reminder fires at its instant, not before, and once")
  func once() throws {
    let bed = try EngineBed()
    bed.send(.tick, at: moment(0))
    #expect(bed.sleep == .some(nil))
    try bed.store.add("tea", in: 1000, at: moment(0))
    bed.send(.storeChanged, at: moment(1))
    #expect(bed.sleep == .some(moment(1000).now))
    bed.send(.tick, at: moment(999))
    #expect(bed.shown == [])
    bed.send(.tick, at: moment(1000))
    bed.acceptAll(at: moment(1000))
    bed.send(.tick, at: moment(2000))
    #expect(bed.shown == ["stdout tea"])
    #expect(bed.sleep == .some(nil))
  }

  @Test("a nearer one that is added while it sleeps comes first")
  func nearer() throws {
    let bed = try EngineBed()
    try bed.store.add("far", in: 60_000, at: moment(0))
    bed.send(.tick, at: moment(0))
    #expect(bed.sleep == .some(moment(60_000).now))
    try bed.store.add("near", in: 500, at: moment(10))
    bed.send(.storeChanged, at: moment(11))
    #expect(bed.sleep == .some(moment(510).now))
  }

  @Test("what came due while no daemon ran is delivered at once and knows how late it is")
  func late() throws {
    let bed = try EngineBed()
    try bed.store.add("tea", in: 1000, at: moment(0))
    bed.send(.tick, at: moment(6_001_000))
    #expect(bed.open.map(\.alert.lateness) == [6_000_000])
  }

  @Test(
    "elapsed time keeps counting right when the clock is set", arguments: [3_600_000, -3_600_000])
  func stepped(step: Int64) throws {
    let bed = try EngineBed()
    try bed.store.add("tea", in: 60_000, at: moment(0))
    bed.send(.tick, at: moment(0))
    bed.send(.clockStepped, at: moment(10_000, step: step))
    #expect(bed.sleep == .some(moment(60_000, step: step).now))
    bed.send(.tick, at: moment(59_999, step: step))
    #expect(bed.shown == [])
    bed.send(.tick, at: moment(60_000, step: step))
    #expect(bed.shown == ["stdout tea"])
    #expect(bed.open.map(\.alert.lateness) == [0])
  }

  @Test("a clock that was set forward while no daemon ran does not make elapsed time fire early")
  func steppedWhileOff() throws {
    let bed = try EngineBed()
    try bed.store.add("tea", in: 60_000, at: moment(0))
    bed.send(.tick, at: moment(10_000, step: 3_600_000))
    #expect(bed.shown == [])
    #expect(bed.sleep == .some(moment(60_000, step: 3_600_000).now))
  }

  @Test("after a reboot the wall instant of an interval counts")
  func rebooted() throws {
    let bed = try EngineBed()
    try bed.store.add("tea", in: 60_000, at: moment(0))
    var later = moment(50_000, bootID: "another")
    later.boot = 3000
    bed.send(.tick, at: later)
    #expect(bed.sleep == .some(moment(60_000).now))
  }

  @Test("a floating wall time follows the system's zone, a pinned one does not")
  func zones() throws {
    let (rome, york) = (try Zone.load("Europe/Rome"), try Zone.load("America/New_York"))
    let bed = try EngineBed(zone: rome)
    let wall = WallTime(year: 2026, month: 6, day: 18, hour: 7)!
    try bed.store.add("floats", at: wall, in: rome, now: moment(0))
    try bed.store.add("pinned", at: wall, in: rome, pinned: true, now: moment(0))
    bed.send(.tick, at: moment(0))
    bed.send(.zoneChanged(york), at: moment(1000))
    let due = try bed.store.pending(after: .start, limit: 9)
    #expect(due.map(\.text) == ["pinned", "floats"])
    #expect(due.map(\.due) == [rome.instant(of: wall), york.instant(of: wall)])
    #expect(bed.sleep == .some(rome.instant(of: wall)))
  }

  @Test("a floating one that the new zone puts into the past comes at once, late")
  func jumpedOver() throws {
    let (rome, tokyo) = (try Zone.load("Europe/Rome"), try Zone.load("Asia/Tokyo"))
    let bed = try EngineBed(zone: rome)
    let wall = WallTime(year: 2026, month: 6, day: 17, hour: 18)!
    try bed.store.add("dinner", at: wall, in: rome, now: moment(0))
    bed.send(.tick, at: moment(0))
    bed.send(.zoneChanged(tokyo), at: moment(0))
    #expect(bed.shown == ["stdout dinner"])
    #expect(bed.open.map(\.alert.lateness) == [3 * 3_600_000])
  }

  @Test("a thousand floating ones are all moved, in pages")
  func pages() throws {
    let (rome, york) = (try Zone.load("Europe/Rome"), try Zone.load("America/New_York"))
    let bed = try EngineBed(zone: rome)
    try bed.store.transaction { () throws(StoreError) in }
    let wall = WallTime(year: 2026, month: 6, day: 18, hour: 7)!
    for _ in 0..<1234 { try bed.store.add("x", at: wall, in: rome, now: moment(0)) }
    bed.send(.zoneChanged(york), at: moment(0))
    let dues = Set(try bed.store.pending(after: .start, limit: 2000).map(\.due))
    #expect(dues == [york.instant(of: wall)])
    #expect(bed.others == [.zoneMoved(1234)])
    bed.send(.zoneChanged(york), at: moment(1))
    #expect(bed.others.count == 1)
  }
}

@Suite("The engine: to whom")
struct EngineDeliveryTests {
  let server = Server(uniqueName: ":1.7", product: "Test", version: "1", capabilities: [])

  @Test("one hand-over at a time for each channel, in the order of time")
  func oneAtATime() throws {
    let bed = try EngineBed()
    for number in 0..<200 { try bed.store.add("\(number)", in: Int64(number), at: moment(0)) }
    bed.send(.tick, at: moment(1000))
    #expect(bed.open.count == 1)
    #expect(try bed.temporary.texts("SELECT id FROM delivery WHERE state = 'claimed'").count == 1)
    bed.acceptAll(at: moment(1001))
    #expect(bed.shown == (0..<200).map { "stdout \($0)" })
  }

  @Test("a kill between claim and record repeats that one alert, marked, and no other")
  func killed() throws {
    let bed = try EngineBed()
    for number in 0..<5 { try bed.store.add("\(number)", in: 0, at: moment(0)) }
    bed.send(.tick, at: moment(0))
    bed.answer(.accepted(server: nil, notification: nil), at: moment(1))
    #expect(bed.shown == ["stdout 0", "stdout 1"])
    try bed.restart()
    bed.send(.tick, at: moment(100))
    #expect(bed.open.map(\.alert.isPossibleRepeat) == [true])
    bed.acceptAll(at: moment(100))
    #expect(bed.shown == [0, 1, 1, 2, 3, 4].map { "stdout \($0)" })
  }

  @Test("without a desktop a line is printed and the popup stays owed until a server appears")
  func owed() throws {
    let bed = try EngineBed(.auto)
    bed.send(.desktop(.absent(.noServer)), at: moment(0))
    try bed.store.add("tea", in: 0, at: moment(0))
    bed.send(.storeChanged, at: moment(0))
    #expect(bed.shown == ["stdout tea"])
    bed.acceptAll(at: moment(1))
    #expect(
      try bed.store.outstanding(after: .start, limit: 9, shownAfter: .latest).map(\.obstacle) == [
        .noServer
      ])
    bed.send(.desktop(.ready(server)), at: moment(5000))
    #expect(bed.shown == ["stdout tea", "desktop tea"])
    bed.acceptAll(at: moment(5001), server: server)
    #expect(try bed.store.outstanding(after: .start, limit: 9, shownAfter: .latest) == [])
  }

  @Test("a popup is owed for keep-open and then given up, by the timer")
  func keepOpen() throws {
    let day: Int64 = 24 * 3_600_000
    let bed = try EngineBed(.auto)
    bed.send(.desktop(.absent(.noBus)), at: moment(0))
    try bed.store.add("tea", in: 0, at: moment(0))
    bed.send(.storeChanged, at: moment(0))
    bed.acceptAll(at: moment(1))
    bed.send(.storeChanged, at: moment(2))
    #expect(bed.sleep == .some(moment(day).now))
    bed.send(.tick, at: moment(day))
    #expect(
      try bed.temporary.texts("SELECT reason FROM delivery WHERE state = 'failed'")
        == ["out-of-time"])
    bed.send(.desktop(.ready(server)), at: moment(day + 1))
    #expect(bed.shown == ["stdout tea"])
  }

  @Test("with --channel desktop a reminder waits for a server for as long as it takes")
  func waits() throws {
    let bed = try EngineBed(.desktop)
    bed.send(.desktop(.absent(.noServer)), at: moment(0))
    try bed.store.add("tea", in: 0, at: moment(0))
    bed.send(.storeChanged, at: moment(0))
    bed.send(.tick, at: moment(900 * 24 * 3_600_000))
    #expect(bed.shown == [])
    bed.send(.desktop(.ready(server)), at: moment(901 * 24 * 3_600_000))
    #expect(bed.shown == ["desktop tea"])
  }

  @Test(
    "what is due before the desktop is known goes to whichever it turns out to be",
    arguments: [
      (DesktopState.ready(nil), ["desktop tea"]),
      (.absent(.noBus), ["stdout tea"]),
      (.hung, ["stdout tea"]),
    ])
  func probing(state: DesktopState, shown: [String]) throws {
    let bed = try EngineBed(.auto)
    try bed.store.add("tea", in: 0, at: moment(0))
    bed.send(.tick, at: moment(0))
    #expect(bed.shown == [])
    bed.send(.desktop(state), at: moment(3))
    #expect(bed.shown == shown)
  }

  @Test("a server that hangs costs a line now and the popup when it answers again")
  func hung() throws {
    let bed = try EngineBed(.auto)
    bed.send(.desktop(.ready(server)), at: moment(0))
    try bed.store.add("tea", in: 0, at: moment(0))
    bed.send(.storeChanged, at: moment(0))
    #expect(bed.shown == ["desktop tea"])
    bed.answer(.held(.notAnswering), at: moment(2000))
    bed.send(.desktop(.hung), at: moment(2001))
    bed.acceptAll(at: moment(2001))
    #expect(bed.shown == ["desktop tea", "stdout tea"])
    bed.send(.desktop(.ready(server)), at: moment(90_000))
    #expect(bed.shown == ["desktop tea", "stdout tea", "desktop tea"])
    #expect(bed.open.map(\.alert.isPossibleRepeat) == [false])
  }

  @Test("a popup that was sent and never answered is repeated only when the server is back, marked")
  func unknown() throws {
    let bed = try EngineBed(.desktop)
    bed.send(.desktop(.ready(server)), at: moment(0))
    try bed.store.add("tea", in: 0, at: moment(0))
    bed.send(.storeChanged, at: moment(0))
    bed.answer(.unknown(.noAnswer), at: moment(25_000))
    bed.send(.desktop(.hung), at: moment(25_000))
    #expect(bed.shown == ["desktop tea"])
    bed.send(.desktop(.ready(server)), at: moment(60_000))
    #expect(bed.open.map(\.alert.isPossibleRepeat) == [true])
  }

  @Test("what a server falls over three times is not sent a fourth time")
  func crashing() throws {
    let bed = try EngineBed(.desktop)
    bed.send(.desktop(.ready(server)), at: moment(0))
    try bed.store.add("tea", in: 0, at: moment(0))
    bed.send(.storeChanged, at: moment(0))
    for number in 1...5 {
      guard !bed.open.isEmpty else { break }
      bed.send(.desktop(.absent(.noServer)), at: moment(Int64(number)))
      bed.answer(.unknown(.noAnswer), at: moment(Int64(number)))
      bed.send(.desktop(.ready(server)), at: moment(Int64(number)))
    }
    #expect(bed.shown.count == 3)
    #expect(
      try bed.store.outstanding(after: .start, limit: 9, shownAfter: .earliest).map(\.obstacle)
        == [.noAnswer])
  }

  @Test("a popup that was given up and is answered late is accepted, and not repeated")
  func answeredLate() throws {
    let bed = try EngineBed(.desktop)
    bed.send(.desktop(.ready(server)), at: moment(0))
    try bed.store.add("tea", in: 0, at: moment(0))
    bed.send(.storeChanged, at: moment(0))
    let delivery = try #require(bed.open.first).alert.delivery
    bed.answer(.unknown(.noAnswer), at: moment(25_000))
    bed.send(.desktop(.hung), at: moment(25_000))
    bed.send(
      .outcome(delivery: delivery, .accepted(server: server, notification: 3)), at: moment(40_000))
    bed.send(.desktop(.ready(server)), at: moment(40_001))
    #expect(bed.shown == ["desktop tea"])
    #expect(try bed.temporary.texts("SELECT state FROM delivery") == ["accepted"])
  }

  @Test("a reminder that an earlier daemon held for the desktop is printed by one without it")
  func otherChoice() throws {
    let bed = try EngineBed(.desktop)
    bed.send(.desktop(.absent(.noBus)), at: moment(0))
    try bed.store.add("tea", in: 0, at: moment(0))
    bed.send(.storeChanged, at: moment(0))
    try bed.restart(.stdout)
    bed.send(.tick, at: moment(1000))
    #expect(bed.shown == ["stdout tea"])
  }

  @Test("cancelled while it waits for its channel: never shown")
  func cancelledWaiting() throws {
    let bed = try EngineBed()
    let ids = try (0..<3).map { try bed.store.add("\($0)", in: 0, at: moment(0)).id }
    bed.send(.tick, at: moment(0))
    _ = try bed.store.cancel([ids[1]], at: moment(1).now)
    bed.acceptAll(at: moment(2))
    #expect(bed.shown == ["stdout 0", "stdout 2"])
  }

  @Test("a stopped engine hands over nothing more and says when the last is recorded")
  func stop() throws {
    let bed = try EngineBed()
    for number in 0..<5 { try bed.store.add("\(number)", in: 0, at: moment(0)) }
    bed.send(.tick, at: moment(0))
    bed.send(.stop, at: moment(1))
    #expect(bed.others == [])
    bed.answer(.accepted(server: nil, notification: nil), at: moment(2))
    #expect(bed.others == [.stopped])
    #expect(bed.shown == ["stdout 0"])
    try bed.restart()
    bed.send(.tick, at: moment(10))
    bed.acceptAll(at: moment(10))
    #expect(bed.shown == (0..<5).map { "stdout \($0)" })
  }

  @Test("a closed standard output holds what is due; a later daemon prints it")
  func closedOutput() throws {
    let bed = try EngineBed()
    try bed.store.add("tea", in: 0, at: moment(0))
    bed.send(.tick, at: moment(0))
    bed.answer(.held(.outputClosed), at: moment(1))
    bed.send(.tick, at: moment(100))
    #expect(bed.shown == ["stdout tea"])
    try bed.restart()
    bed.send(.tick, at: moment(200))
    bed.acceptAll(at: moment(200))
    #expect(bed.shown == ["stdout tea", "stdout tea"])
    #expect(try bed.temporary.texts("SELECT state FROM delivery") == ["accepted"])
  }

  @Test("a store that a later program has changed is left to it")
  func newer() throws {
    let bed = try EngineBed()
    bed.send(.tick, at: moment(0))
    try bed.temporary.execute("PRAGMA user_version = 99")
    bed.send(.storeChanged, at: moment(1))
    #expect(bed.others == [.giveWay])
  }
}

@Suite("The engine while the store cannot be written")
struct OutageTests {
  /// Makes every write fail, as a full disk or another writer that never ends would.
  private func block(_ bed: EngineBed) throws -> ReminderStore {
    try bed.temporary.execute("PRAGMA busy_timeout = 0")
    let other = try ReminderStore(writing: bed.temporary.places, patience: 0)
    try other.database.execute("BEGIN IMMEDIATE")
    return other
  }

  @Test("what is due is delivered once from memory and recorded afterwards")
  func fromMemory() throws {
    let bed = try EngineBed()
    for number in 0..<3 { try bed.store.add("\(number)", in: Int64(number), at: moment(0)) }
    bed.send(.tick, at: moment(-1))
    let other = try block(bed)
    bed.send(.tick, at: moment(10))
    bed.acceptAll(at: moment(11))
    bed.send(.tick, at: moment(1500))
    #expect(bed.shown == ["stdout 0", "stdout 1", "stdout 2"])
    #expect(bed.others.count == 1)
    try other.database.execute("ROLLBACK")
    bed.send(.tick, at: moment(90_000))
    #expect(bed.others.last == .storeRecovered)
    #expect(bed.shown.count == 3)
    #expect(
      try bed.temporary.texts("SELECT state FROM delivery")
        == Array(
          repeating: "accepted", count: 3))
    #expect(try bed.temporary.texts("SELECT DISTINCT state FROM occurrence") == ["unanswered"])
  }

  @Test("tried again after 1, 2, 4 … at most 60 seconds, and at once when another program wrote")
  func retries() throws {
    let bed = try EngineBed()
    try bed.store.add("tea", in: 0, at: moment(0))
    bed.send(.tick, at: moment(-1))
    let other = try block(bed)
    var now: Int64 = 0
    var pauses: [Int64] = []
    bed.send(.tick, at: moment(now))
    bed.acceptAll(at: moment(now))
    for _ in 0..<8 {
      let next = try #require(bed.sleep ?? nil)
      pauses.append(next.since(moment(now).now))
      now += pauses.last!
      bed.send(.tick, at: moment(now))
    }
    #expect(pauses == [1, 2, 4, 8, 16, 32, 60, 60].map { $0 * 1000 })
    try other.database.execute("ROLLBACK")
    bed.send(.storeChanged, at: moment(now + 5))
    #expect(bed.others.last == .storeRecovered)
  }

  @Test("an alert that is in a channel's hands when the store recovers is recorded once")
  func inFlight() throws {
    let bed = try EngineBed()
    for number in 0..<2 { try bed.store.add("\(number)", in: 0, at: moment(0)) }
    bed.send(.tick, at: moment(-1))
    let other = try block(bed)
    bed.send(.tick, at: moment(0))
    #expect(bed.open.count == 1)
    try other.database.execute("ROLLBACK")
    bed.send(.tick, at: moment(1500))
    #expect(bed.others.last == .storeRecovered)
    bed.acceptAll(at: moment(1600))
    #expect(bed.shown == ["stdout 0", "stdout 1"])
    #expect(try bed.temporary.texts("SELECT state FROM delivery") == ["accepted", "accepted"])
  }

  @Test("what is shown from memory joins no popup of long ago")
  func joinsNothing() throws {
    let server = Server(uniqueName: ":1.7", product: "Test", version: "1", capabilities: [])
    let bed = try EngineBed(.desktop)
    bed.send(.desktop(.ready(server)), at: moment(0))
    for number in 0..<5 { try bed.store.add("\(number)", in: 0, at: moment(0)) }
    bed.send(.storeChanged, at: moment(0))
    bed.acceptAll(at: moment(1), server: server)
    #expect(bed.groups.count == 1)
    try bed.store.add("much later", in: 3_600_000, at: moment(0))
    let other = try block(bed)
    bed.send(.tick, at: moment(3_600_000))
    #expect(bed.shown == ["desktop much later"])
    #expect(bed.groups.count == 1)
    bed.acceptAll(at: moment(3_600_001), server: server)
    try other.database.execute("ROLLBACK")
    bed.send(.tick, at: moment(3_700_000))
    #expect(bed.others.last == .storeRecovered)
  }

  @Test("a record that fails in mid-burst is kept and written later; nothing is shown twice")
  func midBurst() throws {
    let bed = try EngineBed()
    for number in 0..<40 { try bed.store.add("\(number)", in: 0, at: moment(0)) }
    bed.send(.tick, at: moment(0))
    for _ in 0..<5 { bed.answer(.accepted(server: nil, notification: nil), at: moment(1)) }
    let other = try block(bed)
    bed.acceptAll(at: moment(2))
    #expect(bed.shown == (0..<40).map { "stdout \($0)" })
    try other.database.execute("ROLLBACK")
    bed.send(.tick, at: moment(5000))
    #expect(bed.others.last == .storeRecovered)
    #expect(bed.shown.count == 40)
    #expect(
      try bed.temporary.texts("SELECT count(*) FROM delivery WHERE state = 'accepted'")
        == ["40"])
  }
}
