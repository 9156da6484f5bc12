import CivilTime
import Glibc

/// Times and dates as the user's locale writes them (LC_TIME), in a medium length: the time with
/// seconds, the date with short names, each only as far as it is needed.
///
/// The formats are asked of `nl_langinfo`: a static program's `strftime` is localised only then.
package struct ClockStyle: Sendable {
  private let timeFormat: String
  private var dateFormat: String
  /// Of times without seconds, if they are left out.
  private var minuteFormat: String?

  /// Reads the formats of the thread's locale; C where none has been set.
  package init() {
    func item(_ item: Int, or fallback: String) -> String {
      guard let text = nl_langinfo(nl_item(item)), text.pointee != 0 else { return fallback }
      return String(cString: text)
    }
    timeFormat = item(T_FMT, or: "%H:%M:%S")
    // Names leave no doubt about which figure is the day; their order is the locale's.
    let figures = item(D_FMT, or: "%m/%d/%y")
    let first = figures.utf8.first { "mbBhde".utf8.contains($0) }
    let isMonthFirst = first.map { "mbBh".utf8.contains($0) } ?? false
    // The C locale's own order is American, its users' is not.
    dateFormat = isMonthFirst && ClockStyle.isLocalised ? "%a %b %-d" : "%a %-d %b"
  }

  private static var isLocalised: Bool {
    // NL_LOCALE_NAME of <langinfo.h>.
    guard let name = nl_langinfo(nl_item(LC_TIME << 16 | 0xffff)) else { return false }
    let text = String(cString: name)
    return text != "C" && text != "POSIX" && !text.hasPrefix("C.")
  }

  /// The same to be read aloud: the names of days and months in full, and no seconds if there are
  /// none.
  package var spoken: ClockStyle {
    var style = self
    style.dateFormat = String(dateFormat.map { $0 == "a" ? "A" : $0 == "b" ? "B" : $0 })
    style.minuteFormat = minutes
    return style
  }

  /// The time's format without the seconds; nil if they are not what stands last of the figures.
  private var minutes: String? {
    var format = timeFormat
    for (short, long) in [("%T", "%H:%M:%S"), ("%r", ClockStyle.twelveHours)] where format == short
    {
      format = long
    }
    let characters = Array(format)
    for index in characters.indices.dropFirst().dropLast() where characters[index] == "%" {
      guard characters[index + 1] == "S", ":.,".contains(characters[index - 1]) else { continue }
      return String(characters[..<(index - 1)] + characters[(index + 2)...])
    }
    return nil
  }

  /// What `%r` stands for (strftime(3)).
  private static var twelveHours: String {
    nl_langinfo(nl_item(T_FMT_AMPM)).map { String(cString: $0) } ?? "%I:%M:%S %p"
  }

  /// `14:32:07`, or as the locale writes it.
  package func time(_ wall: WallTime) -> String {
    format(wall.second == 0 ? minuteFormat ?? timeFormat : timeFormat, wall)
  }

  /// `Mon 30 Nov`, with the year if it is not `now`'s.
  package func date(_ wall: WallTime, from now: WallTime) -> String {
    format(wall.year == now.year ? dateFormat : dateFormat + " %Y", wall)
  }

  /// The time alone where `wall` lies on `now`'s day, otherwise date and time.
  package func moment(_ wall: WallTime, from now: WallTime) -> String {
    let time = time(wall)
    return wall.dayNumber == now.dayNumber ? time : date(wall, from: now) + " " + time
  }

  private func format(_ format: String, _ wall: WallTime) -> String {
    var parts = tm()
    let date = WallTime.date(ofDay: wall.dayNumber)
    parts.tm_year = Int32(date.year - 1900)
    parts.tm_mon = Int32(date.month - 1)
    parts.tm_mday = Int32(date.day)
    parts.tm_wday = Int32(wall.weekday % 7)
    parts.tm_yday = Int32(
      wall.dayNumber - WallTime.dayNumber(year: date.year, month: 1, day: 1))
    parts.tm_hour = Int32(wall.hour)
    parts.tm_min = Int32(wall.minute)
    parts.tm_sec = Int32(wall.second)
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
      let count = strftime(buffer.baseAddress!, buffer.count, format, &parts)
      return String(
        decoding: UnsafeRawBufferPointer(buffer).prefix(count), as: UTF8.self)
    }
  }
}

extension Int64 {
  /// This number of milliseconds, as a person says a length of time: its two greatest units, cut
  /// off (never more than there is), and at least seconds: `1 h 20 min`, `3 d 4 h`, `0 s`.
  /// Negative ones are spoken of by their size.
  package var spoken: String { spoken(units: 2) }

  /// The same with up to `units` units; 4 leaves nothing out but parts of a second.
  package func spoken(units: Int) -> String {
    let seconds = Int((self / 1000).magnitude)
    var words = ""
    var left = units
    func say(_ amount: Int, _ sentence: (Int) -> String) {
      // Counted from the greatest unit that there is, also those that there are none of.
      guard left > 0, amount > 0 || left < units else { return }
      left -= 1
      guard amount > 0 else { return }
      if !words.isEmpty { words += " " }
      words += sentence(amount)
    }
    // Translators: days.
    say(seconds / 86_400) { tr($0, "{n} d", "{n} d") }
    // Translators: hours.
    say(seconds / 3600 % 24) { tr($0, "{n} h", "{n} h") }
    // Translators: minutes.
    say(seconds / 60 % 60) { tr($0, "{n} min", "{n} min") }
    // Translators: seconds.
    say(seconds % 60) { tr($0, "{n} s", "{n} s") }
    return words.isEmpty ? tr(0, "{n} s", "{n} s") : words
  }
}
