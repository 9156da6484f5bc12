import Scheduler

// The sentences of `Words` that tell a repetition: a part of the sentence each, put together by
// `RuleSentence`.

extension Words {
  static func repeating(_ text: String, _ rule: String) -> String {
    tr("{text} ({rule})", ["text": text, "rule": rule])
  }
  static func repeats(_ rule: String) -> String { tr("Repeats {rule}.", ["rule": rule]) }

  static func everySeconds(_ n: Int) -> String { tr(n, "every second", "every {n} seconds") }
  static func everyMinutes(_ n: Int) -> String { tr(n, "every minute", "every {n} minutes") }
  static func everyHours(_ n: Int) -> String { tr(n, "every hour", "every {n} hours") }
  static func everyDays(_ n: Int) -> String { tr(n, "every day", "every {n} days") }
  static var everyWeekday: String { tr("every weekday") }
  static func everyWeeks(_ n: Int, on days: String) -> String {
    tr(n, "every {days}", "every {n} weeks on {days}", ["days": days])
  }
  static func everyMonths(_ n: Int, on day: String) -> String {
    tr(n, "every month on {day}", "every {n} months on {day}", ["day": day])
  }
  static func everyYears(_ n: Int, on day: String) -> String {
    tr(n, "every year on {day}", "every {n} years on {day}", ["day": day])
  }
  static func everyYears(_ n: Int, on day: String, months: String) -> String {
    tr(
      n, "every year in {months} on {day}", "every {n} years in {months} on {day}",
      ["day": day, "months": months])
  }
  static func inMonths(_ rule: String, _ months: String) -> String {
    tr("{rule} in {months}", ["rule": rule, "months": months])
  }
  static func rule(_ rule: String, at times: String) -> String {
    tr("{rule} at {times}", ["rule": rule, "times": times])
  }
  /// - Parameter zone: the one whose clocks it keeps to.
  static func rule(_ rule: String, zone: String) -> String {
    tr("{rule} {zone}", ["rule": rule, "zone": zone])
  }
  static func often(_ rule: String, count: Int, from first: String, to last: String) -> String {
    tr(
      count, "{rule}, {n} time from {first} to {last}", "{rule}, {n} times from {first} to {last}",
      ["rule": rule, "first": first, "last": last])
  }
  static func rule(_ rule: String, times count: Int) -> String {
    tr(count, "{rule}, once", "{rule}, {n} times", ["rule": rule])
  }
  static func rule(_ rule: String, until end: String) -> String {
    tr("{rule}, until {end}", ["rule": rule, "end": end])
  }

  /// A day of the month; -1 is the last one.
  static func day(_ day: Int) -> String {
    day < 0 ? tr("the last day") : tr("the {nth}", ["nth": nth(day)])
  }
  static func dayOrLast(_ day: Int) -> String {
    tr("the {nth} or the last day", ["nth": nth(day)])
  }
  static func workday(_ n: Int) -> String {
    n < 0 ? tr("the last working day") : tr("the {nth} working day", ["nth": nth(n)])
  }
  /// - Parameter n: which one of the month; -1 is the last one.
  static func weekday(_ n: Int, _ name: String) -> String {
    n < 0
      ? tr("the last {weekday}", ["weekday": name])
      : tr("the {nth} {weekday}", ["nth": nth(n), "weekday": name])
  }
  static func date(day: Int, month: Int) -> String {
    tr("{day} {month}", ["day": String(day), "month": monthName(month)])
  }
  private static func nth(_ n: Int) -> String {
    let number = ["n": String(n)] as KeyValuePairs
    return switch (n % 100 / 10, n % 10) {
    case (1, _): tr("{n}th", number)
    case (_, 1): tr("{n}st", number)
    case (_, 2): tr("{n}nd", number)
    case (_, 3): tr("{n}rd", number)
    default: tr("{n}th", number)
    }
  }

  /// `Monday, Wednesday and Friday`
  static func list(_ parts: [String]) -> String {
    guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
    return tr(
      "{parts} and {last}",
      ["parts": parts.dropLast().joined(separator: ", "), "last": last])
  }

  static func name(_ weekday: Weekday) -> String {
    switch weekday {
    case .monday: tr("Monday")
    case .tuesday: tr("Tuesday")
    case .wednesday: tr("Wednesday")
    case .thursday: tr("Thursday")
    case .friday: tr("Friday")
    case .saturday: tr("Saturday")
    case .sunday: tr("Sunday")
    }
  }

  /// - Parameter month: 1 to 12.
  static func monthName(_ month: Int) -> String {
    switch month {
    case 1: tr("January")
    case 2: tr("February")
    case 3: tr("March")
    case 4: tr("April")
    case 5: tr("May")
    case 6: tr("June")
    case 7: tr("July")
    case 8: tr("August")
    case 9: tr("September")
    case 10: tr("October")
    case 11: tr("November")
    default: tr("December")
    }
  }
}
