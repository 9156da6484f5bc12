import Foundation
import Testing

@testable import CivilTime
@testable import Reminders
@testable import Scheduler

/// Series whose zone cannot be read when their turn comes. The zones are copies of the system's; machines
/// without tzdata (scripts/dependencies test) skip it.
@Suite(
  "The engine: zones that cannot be read",
  .enabled(if: FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Europe/Rome")))
struct EngineZoneTests {
  let bed: EngineBed
  private let file: URL
  private var zone: String { ":" + file.path }

  init() throws {
    bed = try EngineBed()
    file = URL(filePath: bed.temporary.paths.data).appending(path: "zone")
  }

  private func bring(_ zone: String) throws {
    try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/" + zone)).write(to: file)
  }

  private func takeAway() throws { try FileManager.default.removeItem(at: file) }

  private func at(_ utc: String) throws -> ClockReading {
    let instant = Zone.utc.instant(of: try #require(WallTime(utc)))
    return moment(instant.since(moment(0).now))
  }

  /// Stores a series that keeps to the zone of the file.
  private func add(_ rule: String, from wall: String, at now: ClockReading) throws {
    let zone = try Zone.load(zone)
    let recurrence = try Recurrence(
      RecurrenceText.parse(rule, timeOfDay: 0).rule, from: .wall(try #require(WallTime(wall))))
    let trigger = Trigger(recurrence, in: zone, pinned: zone.name, at: now)
    let first = try #require(trigger.next(after: now.now, in: zone))
    _ = try bed.store.create(
      NewReminder(
        text: rule, trigger: trigger, due: first, in: zone, words: rule, language: nil),
      at: now.now)
  }

  private func due() throws -> [Instant] {
    try bed.store.pending(after: .start, limit: 9).filter { $0.fired == nil }.map(\.due)
  }

  struct Turn: CustomTestStringConvertible {
    var zone: String
    var rule: String
    var wall: String
    var turn: String
    var next: String
    var testDescription: String { "\(rule) in \(zone)" }
  }

  @Test(
    "a turn without its zone's file was followed by one that was reckoned in UTC, for good",
    arguments: [
      Turn(
        zone: "Europe/Rome", rule: "FREQ=DAILY", wall: "2026-11-30T20:41:57",
        turn: "2026-11-30T19:41:57", next: "2026-12-01T19:41:57"),
      Turn(
        zone: "America/New_York", rule: "FREQ=DAILY;BYHOUR=9,12", wall: "2026-06-17T09:00:00",
        turn: "2026-06-17T13:00:00", next: "2026-06-17T16:00:00"),
      Turn(
        zone: "Asia/Tokyo", rule: "FREQ=WEEKLY;BYDAY=MO", wall: "2026-06-22T05:00:00",
        turn: "2026-06-21T20:00:00", next: "2026-06-28T20:00:00"),
      Turn(
        zone: "Asia/Kathmandu", rule: "FREQ=MONTHLY", wall: "2026-07-01T00:15:00",
        turn: "2026-06-30T18:30:00", next: "2026-07-31T18:30:00"),
    ])
  func turn(row: Turn) throws {
    try bring(row.zone)
    try add(row.rule, from: row.wall, at: try at("2026-06-17T12:00:00"))
    try takeAway()
    bed.send(.tick, at: try at(row.turn))
    bed.acceptAll(at: try at(row.turn))
    #expect(bed.shown == ["stdout \(row.rule)"])
    #expect(bed.others == [.zoneMissing(zone)])
    #expect(try due() == [try at(row.next).now])
    try bring(row.zone)
    bed.send(.lookAgain, at: try at(row.turn))
    #expect(try due() == [try at(row.next).now])
  }

  /// How it is found out that the file is back.
  enum Return: CaseIterable { case timer, signal, restart, nextTurn }

  @Test(
    "clocks that change while the zone is away count as soon as it is back",
    arguments: Return.allCases)
  func clocksChange(way: Return) throws {
    try bring("Europe/Rome")
    try add("FREQ=DAILY", from: "2027-03-27T20:00:00", at: try at("2027-03-27T12:00:00"))
    try takeAway()
    let turn = try at("2027-03-27T19:00:00")
    bed.send(.tick, at: turn)
    bed.acceptAll(at: turn)
    // By what is known.
    #expect(try due() == [try at("2027-03-28T19:00:00").now])
    #expect(bed.sleep == .some(try at("2027-03-27T19:01:00").now))
    try bring("Europe/Rome")
    switch way {
    case .timer: bed.send(.tick, at: try at("2027-03-27T19:01:00"))
    case .signal: bed.send(.lookAgain, at: turn)
    case .restart:
      try bed.restart()
      bed.send(.tick, at: turn)
    case .nextTurn: bed.send(.tick, at: try at("2027-03-28T17:59:59"))
    }
    let right = try at("2027-03-28T18:00:00")
    #expect(try due() == [right.now])
    #expect(bed.sleep == .some(right.now))
    if way != .restart { #expect(bed.others.last == .zoneFound(zone)) }
    bed.send(.tick, at: right)
    bed.acceptAll(at: right)
    #expect(bed.shown.count == 2)
    #expect(try due() == [try at("2027-03-29T18:00:00").now])
  }

  @Test("a turn that was reckoned too early, before the clocks change, does not come early")
  func early() throws {
    try bring("Europe/Rome")
    try add("FREQ=DAILY", from: "2026-10-24T20:00:00", at: try at("2026-10-24T12:00:00"))
    try takeAway()
    bed.send(.tick, at: try at("2026-10-24T18:00:00"))
    bed.acceptAll(at: try at("2026-10-24T18:00:00"))
    try bring("Europe/Rome")
    bed.send(.tick, at: try at("2026-10-25T18:00:00"))
    #expect(bed.shown.count == 1)
    #expect(bed.sleep == .some(try at("2026-10-25T19:00:00").now))
    bed.send(.tick, at: try at("2026-10-25T19:00:00"))
    #expect(bed.shown.count == 2)
  }

  @Test("a zone that is gone for good is told once and wakes nobody for ever")
  func gone() throws {
    try bring("Europe/Rome")
    try add("FREQ=MONTHLY", from: "2026-06-18T20:00:00", at: try at("2026-06-17T12:00:00"))
    try takeAway()
    bed.send(.tick, at: try at("2026-06-18T18:00:00"))
    bed.acceptAll(at: try at("2026-06-18T18:00:00"))
    let next = try at("2026-07-18T18:00:00").now
    var wakes = 0
    while let wake = bed.sleep ?? nil, wake < next, wakes < 99 {
      wakes += 1
      bed.send(.tick, at: moment(wake.since(moment(0).now)))
    }
    #expect(wakes == 10)
    #expect(bed.sleep == .some(next))
    #expect(bed.others == [.zoneMissing(zone)])
  }

  @Test("what is left out or done early without the zone's file keeps to its clock")
  func answers() throws {
    try bring("America/New_York")
    let now = try at("2026-06-17T12:00:00")
    try add("FREQ=DAILY;BYHOUR=9,12", from: "2026-06-17T09:00:00", at: now)
    try takeAway()
    let first = try #require(try bed.store.upcoming(of: 1))
    #expect(
      try bed.store.skip(first, count: 1, at: now.now, in: first.zone(or: .utc), words: nil)
        == at("2026-06-17T16:00:00").now)
    let second = try #require(try bed.store.upcoming(of: 1))
    _ = try bed.store.answer(second, .done, at: now.now, in: second.zone(or: .utc))
    #expect(try due() == [try at("2026-06-18T13:00:00").now])
  }
}
