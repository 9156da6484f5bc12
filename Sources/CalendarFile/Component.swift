/// A component with what is looked at of it.
struct Component {
  /// The most lines of one that are kept.
  static let limit = 100_000

  var name: String
  /// Where it begins.
  var line: Int
  var lines: [(name: String, line: ContentLine)] = []
  var children: [Component] = []

  /// The properties that are looked at.
  private static let wanted: [String: Set<String>] = [
    "VCALENDAR": ["VERSION", "METHOD"],
    "VEVENT": [
      "UID", "SUMMARY", "DESCRIPTION", "STATUS", "DTSTART", "DTEND", "DURATION", "RRULE", "EXRULE",
      "RDATE", "EXDATE", "RECURRENCE-ID",
    ],
    "VTODO": [
      "UID", "SUMMARY", "DESCRIPTION", "STATUS", "COMPLETED", "DTSTART", "DUE", "DURATION",
      "RRULE", "EXRULE", "RDATE", "EXDATE", "RECURRENCE-ID",
    ],
    "VALARM": ["ACTION", "TRIGGER", "REPEAT", "DURATION", "PROXIMITY", "X-APPLE-PROXIMITY"],
    "VTIMEZONE": ["TZID", "X-LIC-LOCATION"],
    "STANDARD": ["DTSTART", "TZOFFSETFROM", "TZOFFSETTO", "RRULE", "RDATE"],
    "DAYLIGHT": ["DTSTART", "TZOFFSETFROM", "TZOFFSETTO", "RRULE", "RDATE"],
  ]

  /// Whether anything of it is looked at.
  static func isWanted(_ name: String) -> Bool { wanted[name] != nil }

  func wants(_ property: String) -> Bool {
    guard let names = Component.wanted[name] else { return false }
    return names.contains(property)
      || property.hasPrefix("X-REMINDCTL-") && (name == "VEVENT" || name == "VTODO")
  }
}
