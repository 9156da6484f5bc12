import CivilTime
import Localization
import Scheduler

// The sentences of `Messages` that tell a repetition: a part of the sentence each, put together by
// `RuleSentence`.

extension Messages {
  static func repeating(_ text: String, _ rule: String) -> String {
    tr("{text} ({rule})", ["text": text, "rule": rule])
  }
  static func repeats(_ rule: String) -> String { tr("Repeats {rule}.", ["rule": rule]) }

  static func everySeconds(_ n: Int) -> String { tr(n, "every second", "every {n} seconds") }
  static func everyMinutes(_ n: Int) -> String { tr(n, "every minute", "every {n} minutes") }
  static func everyHours(_ n: Int) -> String { tr(n, "every hour", "every {n} hours") }
  static func everyDays(_ n: Int) -> String { tr(n, "every day", "every {n} days") }
  // Translators: from Monday to Friday.
  static var everyWeekday: String { tr("every weekday") }
  static func everyWeeks(_ n: Int, on days: [Weekday]) -> String {
    let days = list(days.map(n == 1 ? every : on))
    return tr(n, "every {days}", "every {n} weeks on {days}", ["days": days])
  }
  static func everyMonths(_ n: Int, on day: String) -> String {
    tr(n, "every month on {day}", "every {n} months on {day}", ["day": day])
  }
  /// - Parameter day: with its month.
  static func everyYears(_ n: Int, on day: String) -> String {
    // Translators: {day} is like "24 December".
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

  /// A rule that has no words.
  static func calendarRule(_ rule: String) -> String {
    // Translators: {rule} is like FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13.
    tr("by the rule {rule}", ["rule": rule])
  }
  /// The same read aloud.
  static var calendarRule: String { tr("by a rule of a calendar") }
  /// What comes on single dates.
  static func onDates(_ count: Int) -> String { tr(count, "on {n} date", "on {n} dates") }

  /// What a calendar says beside the rule.
  /// - Parameter lead: how long it comes before or after the event; nil for no such time.
  static func rule(_ rule: String, _ details: Recurrence.Details, lead: String?) -> String {
    var said = rule
    let (leftOut, added) = (details.leftOut.count, details.added.count)
    if leftOut > 0 {
      said = tr(leftOut, "{rule}, {n} time left out", "{rule}, {n} times left out", ["rule": said])
    }
    if added > 0 {
      said = tr(added, "{rule}, {n} time more", "{rule}, {n} times more", ["rule": said])
    }
    guard let lead else { return said }
    let values = ["rule": said, "length": lead] as KeyValuePairs
    return details.lead.length < 0
      ? tr("{rule}; {length} before it", values) : tr("{rule}; {length} after it", values)
  }

  /// A day of the month; -1 is the last one.
  static func day(_ day: Int) -> String {
    day < 0
      ? tr("the last day")
      // Translators: a day of the month, behind "every month on"; without {th}.
      : tr(day, "the {n}{th}", "the {n}{th}", ["th": th(day)])
  }
  static func dayOrLast(_ day: Int) -> String {
    // Translators: of months that have no such day it is the last; without {th}.
    tr(day, "the {n}{th} or the last day", "the {n}{th} or the last day", ["th": th(day)])
  }
  static func workday(_ n: Int) -> String {
    n < 0
      ? tr("the last working day")
      // Translators: without {th}.
      : tr(n, "the {n}{th} working day", "the {n}{th} working day", ["th": th(n)])
  }
  static func date(day: Int, month: Int) -> String {
    tr(day, "{n} {month}", "{n} {month}", ["month": ofMonth(month)])
  }
  /// The ending of an English ordinal.
  static func th(_ n: Int) -> String {
    switch (n % 100 / 10, n % 10) {
    case (1, _): "th"
    case (_, 1): "st"
    case (_, 2): "nd"
    case (_, 3): "rd"
    default: "th"
    }
  }

  /// `Monday, Wednesday and Friday`
  static func list(_ parts: [String]) -> String {
    guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
    return tr(
      "{parts} and {last}",
      ["parts": parts.dropLast().joined(separator: ", "), "last": last])
  }
}
