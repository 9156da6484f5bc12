import Testing

@testable import CivilTime
@testable import Scheduler
@testable import Store

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

  @Test("a clock that is set again and again in the due second drops nothing, and repeats nothing")
  func setInTheDueSecond() throws {
    let bed = try EngineBed()
    try bed.store.add("tea", in: 1000, at: moment(0))
    bed.send(.storeChanged, at: moment(0))
    // To itself, a little back, and a little forward: the time since the start goes on.
    for now in 950...1050 as ClosedRange<Int64> {
      for step in [0, -40, 30] as [Int64] {
        bed.send(.clockStepped, at: moment(now, step: step))
        bed.acceptAll(at: moment(now, step: step))
      }
    }
    #expect(bed.shown == ["stdout tea"])
    #expect(try bed.states() == ["unanswered"])
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
    try bed.store.atomically {}
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
