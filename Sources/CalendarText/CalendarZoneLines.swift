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

  private struct Change {
    var at: Instant
    var wall: WallTime
    var from: Int
    var to: Int
    var name: String
    var isDaylight: Bool

    /// Whether both can be the same yearly change.
    func isLike(_ other: Change) -> Bool {
      wall.month == other.wall.month && wall.weekday == other.wall.weekday
        && wall.secondOfDay == other.wall.secondOfDay && from == other.from && to == other.to
    }

    var week: Int { (wall.day - 1) / 7 + 1 }
    var isLast: Bool { wall.day + 7 > WallTime.days(inMonth: wall.month, of: wall.year) }
  }

  /// The component, unfolded.
  package var lines: [String] {
    var lines = ["BEGIN:VTIMEZONE", "TZID:" + ContentLine.text(zone.name)]
    let changes = changes
    let yearly = CalendarZoneLines.yearly(changes)
    if changes.first.map({ $0.at > start }) ?? true {
      let offset = zone.offset(at: start)
      let always = Change(
        at: .earliest, wall: WallTime(secondsAsUTC: 0), from: offset, to: offset,
        name: zone.abbreviation(at: start), isDaylight: zone.isDaylight(at: start))
      lines += observance(always, rule: nil)
    }
    let tail = yearly.first?.first.at ?? .latest
    for change in changes where change.at < tail { lines += observance(change, rule: nil) }
    for (first, rule) in yearly { lines += observance(first, rule: rule) }
    return lines + ["END:VTIMEZONE"]
  }

  /// The changes, beginning with the last one before the start.
  private var changes: [Change] {
    var changes: [Change] = []
    var next = zone.change(after: start.advanced(by: -400 * 86_400_000) ?? .earliest)
    while let at = next {
      let from = zone.offset(at: Instant(seconds: at.seconds - 1))
      let change = Change(
        at: at, wall: WallTime(secondsAsUTC: at.seconds + Int64(from)), from: from,
        to: zone.offset(at: at), name: zone.abbreviation(at: at),
        isDaylight: zone.isDaylight(at: at))
      guard change.wall.year < Self.horizon else { break }
      // Zone files contain changes that change nothing.
      if change.from != change.to { changes.append(change) }
      next = zone.change(after: at)
    }
    return changes
  }

  /// The two changes that repeat every year, each with its first occurrence.
  private static func yearly(_ changes: [Change]) -> [(first: Change, rule: String)] {
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

  private func observance(_ change: Change, rule: String?) -> [String] {
    let kind = change.isDaylight ? "DAYLIGHT" : "STANDARD"
    return [
      "BEGIN:" + kind, "DTSTART:" + ContentLine.compact(change.wall),
      "TZOFFSETFROM:" + ContentLine.offset(change.from),
      "TZOFFSETTO:" + ContentLine.offset(change.to), "TZNAME:" + ContentLine.text(change.name),
    ] + (rule.map { ["RRULE:" + $0] } ?? []) + ["END:" + kind]
  }
}
