import CivilTime

/// The content lines of an iCalendar file (RFC 5545 §3.1), and values in the form that they need there.
package enum ContentLine {
  /// The line with its end, folded if it is longer than 75 octets, never within a character.
  package static func folded(_ line: String) -> String {
    guard line.utf8.count > 75 else { return line + "\r\n" }
    var text = ""
    var width = 0
    for scalar in line.unicodeScalars {
      let count = UTF8.encode(scalar)!.count
      if width + count > 75 {
        text += "\r\n "
        width = 1
      }
      text.unicodeScalars.append(scalar)
      width += count
    }
    return text + "\r\n"
  }

  /// A text value (§3.3.11); characters that no text may contain become question marks.
  static func text(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { value, scalar in
      switch scalar {
      case "\n": value += "\\n"
      case "\\", ",", ";":
        value += "\\"
        value.unicodeScalars.append(scalar)
      case _ where EscapedText.isStrange(scalar): value += "?"
      default: value.unicodeScalars.append(scalar)
      }
    }
  }

  /// A property with times: in a zone, in UTC, or floating.
  /// - Parameter zone: nil if they float.
  static func time(_ name: String, _ walls: [WallTime], zone: String?) -> String {
    let isUTC = zone == Zone.utc.name
    let values = walls.map { compact($0) + (isUTC ? "Z" : "") }.joined(separator: ",")
    return name + (isUTC ? "" : zone.map { ";TZID=" + parameter($0) } ?? "") + ":" + values
  }

  /// `20261224T090000`.
  static func compact(_ wall: WallTime) -> String {
    wall.description.filter { $0 != "-" && $0 != ":" }
  }

  static func utc(_ instant: Instant) -> String { compact(Zone.utc.wall(at: instant)) + "Z" }

  /// A parameter's value, quoted if necessary (§3.2).
  private static func parameter(_ value: String) -> String {
    value.contains { ",;:".contains($0) } ? "\"\(value)\"" : value
  }

  /// A duration (§3.3.6): calendar days and elapsed seconds.
  package static func duration(_ lead: Recurrence.Lead) -> String {
    let (days, seconds) = (lead.days, lead.seconds)
    // A duration has one sign; days of 24 hours if ours has two.
    guard days == 0 || seconds == 0 || (days < 0) == (seconds < 0) else {
      return duration(Recurrence.Lead(seconds: lead.length))
    }
    var text = days < 0 || seconds < 0 ? "-P" : "P"
    if days != 0 { text += "\(abs(days))D" }
    guard seconds != 0 || days == 0 else { return text }
    text += "T"
    let size = abs(seconds)
    if size % 3600 == 0, size > 0 { return text + "\(size / 3600)H" }
    return text + (size % 60 == 0 && size > 0 ? "\(size / 60)M" : "\(size)S")
  }

  static func offset(_ seconds: Int) -> String {
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    let size = abs(seconds)
    return (seconds < 0 ? "-" : "+") + two(size / 3600) + two(size / 60 % 60)
      + (size % 60 == 0 ? "" : two(size % 60))
  }
}
