import Localization
import Scheduler

// The sentences of `Messages` about what was understood.

extension Messages {
  static func created(text: String, when: String, distance: String) -> String {
    tr("{text}  {when} ({distance})", ["text": text, "when": when, "distance": distance])
  }
  static func created(text: String, rule: String, when: String, distance: String) -> String {
    tr(
      "{text}  {rule}, next {when} ({distance})",
      ["text": text, "rule": rule, "when": when, "distance": distance])
  }
  static var nothingStored: String { tr("A dry run: nothing was stored.") }

  static func gap(asked: String, by length: String, instead: String) -> String {
    tr(
      "{asked} does not exist that day, when the clocks go forward by {length}: it comes at {instead}.",
      ["asked": asked, "length": length, "instead": instead])
  }
  static func overlap(_ time: String, first: String, second: String) -> String {
    tr(
      "{time} comes twice that day, when the clocks go back: it comes once, the first time ({first}, not {second}).",
      ["time": time, "first": first, "second": second])
  }
  static func bareHour(_ hour: String) -> String {
    tr("For {hour}:00 say {hour}.", ["hour": hour])
  }
  static func assumedTime(_ time: String) -> String {
    tr("No time of day was said; {time} is meant.", ["time": time])
  }
  static func lastDayOfMonth(asked day: Int) -> String {
    tr("That month has no day {n}; its last day is meant.", ["n": String(day)])
  }
  static func otherClock(zone: String, here: String) -> String {
    tr("It keeps to the clocks of {zone}; here that is {here}.", ["zone": zone, "here": here])
  }

  // `parse`

  static func understoodTime(_ words: String) -> String { tr("Time: {words}", ["words": words]) }
  static func understoodText(_ text: String?) -> String {
    guard let text else { return tr("Text: none ({title})", ["title": defaultTitle]) }
    return tr("Text: {text}", ["text": text])
  }
  static func understoodRule(_ rule: String, rrule: String) -> String {
    guard !rule.contains(rrule) else { return tr("Rule: {rule}", ["rule": rrule]) }
    return tr("Rule: {rule} ({rrule})", ["rule": rule, "rrule": rrule])
  }
  static func occurrence(_ when: String, _ distance: String) -> String {
    tr("{when} ({distance})", ["when": when, "distance": distance])
  }
}
