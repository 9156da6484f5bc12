import CCalendar

/// The properties that libical reads in one content line: several where it has several values.
final class Properties {
  private let component: OpaquePointer
  private let line: ContentLine
  private let name: String

  /// - Throws: `value` where libical finds fault with the line.
  init(_ name: String, _ line: ContentLine) throws(FaultFound) {
    let text =
      "BEGIN:VEVENT\r\n" + String(decoding: line.bytes, as: UTF8.self) + "\r\nEND:VEVENT\r\n"
    guard let component = icalparser_parse_string(text) else {
      throw FaultFound(fault: .value, line: line.number, name: name, value: line.value)
    }
    self.component = component
    self.line = line
    self.name = name
    guard icalcomponent_count_properties(component, ICAL_XLICERROR_PROPERTY) == 0,
      icalcomponent_count_properties(component, ICAL_ANY_PROPERTY) > 0
    else { throw fault }
  }

  deinit { icalcomponent_free(component) }

  var fault: FaultFound {
    FaultFound(
      fault: .value, line: line.number, name: name, value: String(line.value.prefix(200)))
  }

  /// Each of them.
  func each(_ body: (OpaquePointer) throws(FaultFound) -> Void) throws(FaultFound) {
    var next = icalcomponent_get_first_property(component, ICAL_ANY_PROPERTY)
    while let property = next {
      try body(property)
      next = icalcomponent_get_next_property(component, ICAL_ANY_PROPERTY)
    }
  }

  /// The first one.
  var first: OpaquePointer {
    get throws(FaultFound) {
      guard let first = icalcomponent_get_first_property(component, ICAL_ANY_PROPERTY) else {
        throw fault
      }
      return first
    }
  }
}

/// A time as the records have it.
struct TimeFields {
  var kind: String
  var wall: String
  var zone: String

  /// - Returns: nil for what is no time, like a thirteenth month, which libical lets pass.
  init?(_ time: icaltimetype, _ property: OpaquePointer) {
    guard (1...12).contains(time.month), time.day > 0,
      time.day <= icaltime_days_in_month(time.month, time.year), (0...23).contains(time.hour),
      (0...59).contains(time.minute), (0...60).contains(time.second)
    else { return nil }
    func digits(_ number: Int32, _ width: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
    }
    wall =
      "\(digits(time.year, 4))-\(digits(time.month, 2))-\(digits(time.day, 2))"
      + "T\(digits(time.hour, 2)):\(digits(time.minute, 2)):\(digits(min(time.second, 59), 2))"
    let parameter = icalproperty_get_first_parameter(property, ICAL_TZID_PARAMETER)
    zone = parameter.flatMap { icalparameter_get_tzid($0) }.map { String(cString: $0) } ?? ""
    if time.is_date != 0 {
      kind = "date"
    } else if icaltime_is_utc(time) != 0 {
      kind = "utc"
    } else {
      kind = zone.isEmpty ? "floating" : "zoned"
    }
  }
}

/// A length of time as the records have it.
struct LengthFields {
  var days: String
  var seconds: String

  /// Ten years, in days: far more than anybody is reminded ahead.
  private static let most: Int64 = 3660

  /// - Returns: nil for what is no duration, or beyond all measure; libical takes anything for one.
  init?(_ duration: icaldurationtype, written text: String) {
    let unsigned = text.utf8.first == 0x2b || text.utf8.first == 0x2d ? text.dropFirst() : text[...]
    guard unsigned.utf8.first == 0x50 || unsigned.utf8.first == 0x70,
      unsigned.utf8.contains(where: { (0x30...0x39).contains($0) })
    else { return nil }
    // Longer figures libical counts wrong.
    let figures = unsigned.utf8.split { !(0x30...0x39).contains($0) }
    guard figures.allSatisfy({ $0.count < 10 }) else { return nil }
    let sign: Int64 = duration.is_neg != 0 ? -1 : 1
    let days = Int64(duration.weeks) * 7 + Int64(duration.days)
    let seconds =
      Int64(duration.hours) * 3600 + Int64(duration.minutes) * 60 + Int64(duration.seconds)
    guard days <= Self.most, seconds <= Self.most * 86_400 else { return nil }
    self.days = String(sign * days)
    self.seconds = String(sign * seconds)
  }
}
