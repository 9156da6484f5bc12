import CivilTime
import Reminders
import Store

/// The pass that brings every pending occurrence to its right instant, page by page, after a start or when a clock or
/// the zone has changed; and the zones that series keep to and that cannot be read.
///
/// Their files are being installed, say. Nothing tells when they are there again, so each event tries, and the timer
/// after 1, 2, 4 … minutes, for two thirds of a day: a zone that is gone for good must not wake the machine for ever.
struct ClockReview {
  /// Where the next page begins; nil: the pass is through.
  private var page: PageKey? = .start
  /// How many reminders the new zone has moved so far; nil unless the zone is new.
  private var moves: Int?
  private var missing: Set<String> = []
  /// When the timer tries the missing zones next; nil: no more.
  private var retry: Backoff?

  private static let pageLength = 500

  /// Begins the pass again.
  /// - Parameter isZoneNew: whether what moves does so because of the zone.
  mutating func restart(isZoneNew: Bool = false) {
    page = .start
    if isZoneNew { moves = 0 }
  }

  /// Reviews one page.
  /// - Returns: whether there is another.
  mutating func advance(in zone: Zone, _ tick: inout Tick) throws -> Bool {
    tryMissing(&tick)
    guard let key = page,
      let rows = try tick.read({
        try $0.due(at: .latest, after: key, limit: ClockReview.pageLength)
      })
    else { return false }
    let zones = zones(of: rows, or: zone, &tick)
    let moment = tick.moment
    let wrong = rows.compactMap { occurrence -> (occurrence: DueOccurrence, right: Instant)? in
      let right = Planner.due(of: occurrence, at: moment, in: zones(occurrence))
      return right == occurrence.due ? nil : (occurrence, right)
    }
    if !wrong.isEmpty {
      try tick.edit { store in
        for (occurrence, right) in wrong { try store.move(occurrence, to: right, at: moment) }
      }
    }
    // The clock was ahead.
    if try tick.read({ try $0.hasFired(after: moment.now) }) == true {
      try tick.edit { store in
        for row in rows { try store.takeBack(row, at: moment.now, in: zones(row)) }
      }
    }
    page =
      rows.count < ClockReview.pageLength || rows.last?.pageKey == key ? nil : rows.last?.pageKey
    moves? += wrong.count
    if page == nil, let moves {
      if moves > 0 { tick.actions.append(.zoneMoved(moves)) }
      self.moves = nil
    }
    return page != nil
  }

  /// Which zone each of these is resolved by; every file is read once.
  mutating func zones(
    of occurrences: [DueOccurrence], or zone: Zone, _ tick: inout Tick
  ) -> (DueOccurrence) -> Zone {
    var read: [String: Zone?] = [:]
    for name in occurrences.compactMap(\.seriesZone) where read[name] == nil {
      let found = try? Zone.load(name)
      read[name] = .some(found)
      guard found == nil, missing.insert(name).inserted else { continue }
      retry = Backoff(first: 60_000, cap: 512 * 60_000, failedAt: tick.now)
      tick.actions.append(.zoneMissing(name))
    }
    return { [read] occurrence in
      guard let name = occurrence.seriesZone else { return zone }
      return (read[name] ?? nil) ?? occurrence.zoneByOffset(name)
    }
  }

  /// Begins the pass again when a zone can be read again that could not be.
  private mutating func tryMissing(_ tick: inout Tick) {
    for name in missing.sorted() where (try? Zone.load(name)) != nil {
      missing.remove(name)
      page = .start
      tick.actions.append(.zoneFound(name))
    }
    if missing.isEmpty { retry = nil }
    guard let tried = retry, tried.isDue(at: tick.now) else { return }
    retry = tried.isAtCap ? nil : tried
    retry?.fail(at: tick.now)
  }

  var nextWake: Instant? { retry?.next }
}
