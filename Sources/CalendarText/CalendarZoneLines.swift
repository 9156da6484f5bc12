import CivilTime
import Store

/// A zone as a VTIMEZONE (RFC 5545 §3.6.5): each clock change since a time, and a yearly rule once
/// the changes follow one.
package struct CalendarZoneLines {
  private let zone: Zone
  private let start: Instant

  /// The year in which the search for changes ends; zone files have rules by then.
  private static let horizon = 2060

  /// - Parameter start: the lines are valid from then on.
  package init(zone: Zone, start: Instant) {
    self.zone = zone
    self.start = start
  }

  /// The component, unfolded.
  package var lines: [String] {
    var lines = ["BEGIN:VTIMEZONE", "TZID:" + ContentLine.text(zone.name)]
    // The last one before the start counts, too.
    let changes = zone.clockChanges(
      from: start.advanced(by: -400 * 86_400_000) ?? .earliest,
      to: Zone.utc.instant(of: WallTime(year: Self.horizon, month: 1, day: 1)!))
    let yearly = Self.yearly(changes)
    if changes.first.map({ $0.at > start }) ?? true {
      let offset = zone.offset(at: start)
      let always = ClockChange(at: Instant(seconds: Int64(-offset)), from: offset, to: offset)
      lines += observance(always, namedAt: start)
    }
    let tail = yearly.first?.first.at ?? .latest
    for change in changes where change.at < tail { lines += observance(change) }
    for (first, rule) in yearly { lines += observance(first, rule: rule) }
    return lines + ["END:VTIMEZONE"]
  }

  /// The two changes that repeat every year, each with its first occurrence.
  private static func yearly(_ changes: [ClockChange]) -> [(first: ClockChange, rule: String)] {
    guard let last = changes.last, last.wall.year == horizon - 1, changes.count >= 4 else {
      return []
    }
    var tail = changes.count - 2
    while tail > 0, changes[tail - 1].isLike(changes[tail + 1]),
      changes[tail - 1].wall.year == changes[tail + 1].wall.year - 1
    {
      tail -= 1
    }
    // As far back as one rule describes each of the two.
    while tail < changes.count - 2 {
      let kinds = [0, 1].map { kind in
        stride(from: tail + kind, to: changes.count, by: 2).map { changes[$0] }
      }
      let days = kinds.map { kind -> String? in
        let weeks = Set(kind.map(\.week))
        let weekday = Weekday(rawValue: kind[0].wall.weekday)!.code
        if kind.allSatisfy(\.isLast) { return "BYDAY=-1" + weekday }
        if weeks.count == 1 { return "BYDAY=\(weeks.first!)" + weekday }
        // The Saturday before the last Sunday.
        let days = kind.map(\.wall.day)
        guard days.max()! - days.min()! == 6 else { return nil }
        let all = (days.min()!...days.max()!).map { String($0) }.joined(separator: ",")
        return "BYMONTHDAY=\(all);BYDAY=" + weekday
      }
      if days.allSatisfy({ $0 != nil }) {
        return zip(kinds, days).map { kind, day in
          (kind[0], "FREQ=YEARLY;BYMONTH=\(kind[0].wall.month);\(day!)")
        }
      }
      tail += 1
    }
    return []
  }

  private func observance(
    _ change: ClockChange, namedAt instant: Instant? = nil, rule: String? = nil
  ) -> [String] {
    let instant = instant ?? change.at
    let kind = zone.isDaylight(at: instant) ? "DAYLIGHT" : "STANDARD"
    return [
      "BEGIN:" + kind, "DTSTART:" + ContentLine.compact(change.wall),
      "TZOFFSETFROM:" + ContentLine.offset(change.from),
      "TZOFFSETTO:" + ContentLine.offset(change.to),
      "TZNAME:" + ContentLine.text(zone.abbreviation(at: instant)),
    ] + (rule.map { ["RRULE:" + $0] } ?? []) + ["END:" + kind]
  }
}

/// A change of a zone's clocks.
package struct ClockChange: Hashable {
  package var at: Instant
  /// Seconds east of UTC.
  package var from, to: Int

  package init(at: Instant, from: Int, to: Int) {
    (self.at, self.from, self.to) = (at, from, to)
  }

  /// On the clock before it.
  fileprivate var wall: WallTime { WallTime(secondsAsUTC: at.seconds + Int64(from)) }
  fileprivate var week: Int { (wall.day - 1) / 7 + 1 }
  fileprivate var isLast: Bool {
    wall.day + 7 > WallTime.days(inMonth: wall.month, of: wall.year)
  }

  /// Whether both can be the same yearly change.
  fileprivate func isLike(_ other: ClockChange) -> Bool {
    wall.month == other.wall.month && wall.weekday == other.wall.weekday
      && wall.secondOfDay == other.wall.secondOfDay && from == other.from && to == other.to
  }
}

extension Zone {
  /// The changes of its clocks after one instant and before another.
  package func clockChanges(from start: Instant, to end: Instant) -> [ClockChange] {
    var changes: [ClockChange] = []
    var next = change(after: start)
    while let at = next, at < end {
      let change = ClockChange(
        at: at, from: offset(at: Instant(seconds: at.seconds - 1)), to: offset(at: at))
      // Zone files contain changes that change nothing.
      if change.from != change.to { changes.append(change) }
      next = self.change(after: at)
    }
    return changes
  }
}
