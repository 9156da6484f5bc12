import CivilTime

/// Hours in which nothing but critical reminders is shown: `22:00-07:00`, or with the days on
/// which they begin `mon-thu,sun 22:00-07:00; fri,sat 23:30-09:00`.
package struct QuietHours: Sendable, Equatable {
  /// One stretch of a day, into the next where it ends before it begins.
  struct Stretch: Sendable, Equatable {
    /// ISO 8601's days, 1 Monday to 7 Sunday, on which it begins.
    var days: Set<Int>
    /// Seconds since midnight.
    var start: Int
    var end: Int
  }

  private let stretches: [Stretch]

  /// None.
  package init() { stretches = [] }

  /// Whether there are none.
  package var isEmpty: Bool { stretches.isEmpty }

  /// Nil where `text` is not of that form; empty text means none.
  package init?(_ text: String) {
    var stretches: [Stretch] = []
    for part in text.split(separator: ";") {
      let words = part.split(separator: " ")
      guard (1...2).contains(words.count), let hours = words.last,
        let days = words.count == 2 ? QuietHours.days(words[0]) : Set(1...7)
      else { return nil }
      let times = hours.split(separator: "-", omittingEmptySubsequences: false)
      guard times.count == 2, let start = QuietHours.time(times[0]),
        let end = QuietHours.time(times[1]), start != end
      else { return nil }
      stretches.append(Stretch(days: days, start: start, end: end))
    }
    self.stretches = stretches
  }

  /// When the quiet hours end in which `now` lies; nil where it lies in none.
  /// - Parameter zone: whose wall clock they follow.
  package func end(at now: Instant, in zone: Zone) -> Instant? {
    var end: Instant?
    // Stretches may join; a week of them is a silence that the user asked for.
    for _ in 0..<14 {
      guard let later = stretchEnd(at: end ?? now, in: zone), later > (end ?? now) else { break }
      end = later
    }
    return end
  }

  private func stretchEnd(at now: Instant, in zone: Zone) -> Instant? {
    let wall = zone.wall(at: now)
    var latest: Instant?
    for stretch in stretches {
      for daysBack in 0...1 {
        guard let day = wall.adding(days: Int64(-daysBack)), stretch.days.contains(day.weekday)
        else { continue }
        let midnight = day.dayNumber * 86_400
        let length = stretch.end - stretch.start
        let start = zone.instant(of: WallTime(secondsAsUTC: midnight + Int64(stretch.start)))
        let endReading = midnight + Int64(stretch.start + (length > 0 ? length : length + 86_400))
        let end = zone.instant(of: WallTime(secondsAsUTC: endReading))
        if start <= now, now < end { latest = max(latest ?? end, end) }
      }
    }
    return latest
  }

  /// `mon,wed-fri`: in English, as in systemd.time(7).
  private static func days(_ text: Substring) -> Set<Int>? {
    let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    func day(_ name: Substring) -> Int? {
      names.firstIndex { name.lowercased().hasPrefix($0) }.map { $0 + 1 }
    }
    var days: Set<Int> = []
    for part in text.split(separator: ",") {
      let ends = part.split(separator: "-")
      guard (1...2).contains(ends.count), let first = day(ends[0]), let last = day(ends.last!)
      else { return nil }
      var day = first
      days.insert(day)
      while day != last {
        day = day % 7 + 1
        days.insert(day)
      }
    }
    return days.isEmpty ? nil : days
  }

  /// `7:00`, `22:30`; 24:00 is midnight.
  private static func time(_ text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].utf8.count == 2, let hour = Int(parts[0]),
      let minute = Int(parts[1]), (0...24).contains(hour), (0...59).contains(minute),
      hour * 60 + minute <= 1440
    else { return nil }
    return hour * 3600 + minute * 60
  }
}
