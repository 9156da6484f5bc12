/// What a clock on the wall and a calendar beside it show: a date and a time of day without any
/// zone (proleptic Gregorian calendar, years 1 to 9999, whole seconds).
package struct WallTime: Hashable, Comparable, Sendable {
  /// Seconds that this wall time would be from the epoch if the wall stood in UTC.
  package let secondsAsUTC: Int64

  /// The wall time whose reading, taken as UTC, is `secondsAsUTC` seconds from the epoch.
  package init(secondsAsUTC: Int64) { self.secondsAsUTC = secondsAsUTC }

  /// Nil if the parts name no real date or time of day (29 February in a common year, 24:00).
  package init?(
    year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0
  ) {
    guard (1...9999).contains(year), (1...12).contains(month),
      (1...WallTime.days(inMonth: month, of: year)).contains(day),
      (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second)
    else { return nil }
    let dayNumber = WallTime.dayNumber(year: year, month: month, day: day)
    secondsAsUTC = dayNumber * 86_400 + Int64(hour * 3600 + minute * 60 + second)
  }

  /// Days from 1970-01-01 to this date; negative before it.
  package var dayNumber: Int64 { secondsAsUTC.floorDivided(by: 86_400) }
  /// Seconds since this date's midnight, 0 to 86,399.
  package var secondOfDay: Int { Int(secondsAsUTC - dayNumber * 86_400) }

  /// The parts of the reading: 0 to 23 hours, 0 to 59 minutes and seconds, years, months and days
  /// as in `init(year:month:day:hour:minute:second:)`.
  package var hour: Int { secondOfDay / 3600 }
  package var minute: Int { secondOfDay / 60 % 60 }
  package var second: Int { secondOfDay % 60 }
  package var year: Int { WallTime.date(ofDay: dayNumber).year }
  package var month: Int { WallTime.date(ofDay: dayNumber).month }
  package var day: Int { WallTime.date(ofDay: dayNumber).day }

  /// ISO 8601's day of the week: 1 Monday to 7 Sunday.
  package var weekday: Int { Weekday(dayNumber: dayNumber).rawValue }

  /// The same time of day, `days` later; nil outside years 1 to 9999.
  package func adding(days: Int64) -> WallTime? {
    let (seconds, overflow) = days.multipliedReportingOverflow(by: 86_400)
    guard !overflow else { return nil }
    return adding(seconds: seconds)
  }

  /// This reading moved by `seconds` as if no clock ever jumped; nil outside years 1 to 9999.
  package func adding(seconds: Int64) -> WallTime? {
    let (sum, overflow) = secondsAsUTC.addingReportingOverflow(seconds)
    guard !overflow, (Instant.earliest.seconds...Instant.latest.seconds).contains(sum)
    else { return nil }
    return WallTime(secondsAsUTC: sum)
  }

  /// The same time of day, `months` later; the month's last day if it has no such day (31
  /// January and one month is 28 or 29 February). Nil outside years 1 to 9999.
  package func adding(months: Int) -> WallTime? {
    let date = WallTime.date(ofDay: dayNumber)
    let (sum, overflow) = (date.year * 12 + date.month - 1).addingReportingOverflow(months)
    guard !overflow, (12..<120_000).contains(sum) else { return nil }
    let (year, month) = (sum / 12, sum % 12 + 1)
    let day = min(date.day, WallTime.days(inMonth: month, of: year))
    return WallTime(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second)
  }

  package static func < (a: WallTime, b: WallTime) -> Bool { a.secondsAsUTC < b.secondsAsUTC }

  /// Whether `year` has a 29 February (Gregorian rule, also before 1582).
  package static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// - Parameter month: 1 to 12.
  package static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  // Both conversions count from 1 March of year 0, so that the leap day ends the year and the
  // months' lengths repeat in runs of 153 days (Howard Hinnant, "chrono-compatible low-level
  // date algorithms").

  /// Days from 1970-01-01 to the given date, which must be a real one.
  package static func dayNumber(year: Int, month: Int, day: Int) -> Int64 {
    let y = Int64(month <= 2 ? year - 1 : year)
    let era = (y >= 0 ? y : y - 399) / 400
    let yearOfEra = y - era * 400
    let dayOfYear = Int64((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1)
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The date that lies `dayNumber` days after 1970-01-01.
  package static func date(ofDay dayNumber: Int64) -> (year: Int, month: Int, day: Int) {
    let z = dayNumber + 719_468
    let era = (z >= 0 ? z : z - 146_096) / 146_097
    let dayOfEra = z - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let day = Int(dayOfYear - (153 * shifted + 2) / 5 + 1)
    let month = Int(shifted < 10 ? shifted + 3 : shifted - 9)
    let year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
    return (year, month, day)
  }
}

extension WallTime: CustomStringConvertible {
  /// ISO 8601 without a zone: `2026-12-24T09:00:00`.
  package var description: String {
    let date = WallTime.date(ofDay: dayNumber)
    return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
      + "T\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second, 2))"
  }

  /// Reads what `description` writes; nil for anything else.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 19, bytes[4] == 45, bytes[7] == 45, bytes[10] == 84,
      bytes[13] == 58, bytes[16] == 58
    else { return nil }
    func number(_ range: Range<Int>) -> Int? {
      var value = 0
      for byte in bytes[range] {
        guard (48...57).contains(byte) else { return nil }
        value = value * 10 + Int(byte - 48)
      }
      return value
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
      let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19)
    else { return nil }
    self.init(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
  }
}

/// `value` in decimal digits, with zeros in front up to `width`.
package func padded(_ value: Int, _ width: Int) -> String {
  let digits = String(value)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

/// A day of the week, numbered as in ISO 8601.
package enum Weekday: Int, CaseIterable, Hashable, Sendable {
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday

  /// iCalendar's two letters (RFC 5545 §3.3.10).
  package var code: String { Weekday.codes[rawValue - 1] }
  private static let codes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

  /// The day of the week on which a day falls.
  /// - Parameter dayNumber: days from 1970-01-01, a Thursday.
  package init(dayNumber: Int64) { self = Weekday.allCases[Int((dayNumber + 3).modulo(7))] }

  /// Days from the last `other` to this one, 0 to 6.
  package func days(since other: Weekday) -> Int { (rawValue - other.rawValue + 7) % 7 }
}
