import CCalendar
import CalendarText
import CivilTime
import Reminders

/// What libical reads in one content line: several properties if it has several values.
final class Property {
  private let component: OpaquePointer
  private let line: FileLine
  private let name: String

  /// Makes libical report errors instead of ending the program.
  static func prepare() { icalerror_set_errors_are_fatal(0) }

  /// - Throws: `value` if libical rejects the line.
  init(_ name: String, _ line: FileLine) throws(CalendarFault) {
    let text =
      "BEGIN:VEVENT\r\n" + String(decoding: line.bytes, as: UTF8.self) + "\r\nEND:VEVENT\r\n"
    guard let component = icalparser_parse_string(text) else {
      throw CalendarFault(.value, line: line.number, name: name, value: line.value)
    }
    self.component = component
    self.line = line
    self.name = name
    guard icalcomponent_count_properties(component, ICAL_XLICERROR_PROPERTY) == 0,
      icalcomponent_count_properties(component, ICAL_ANY_PROPERTY) > 0
    else { throw fault }
  }

  deinit { icalcomponent_free(component) }

  private var fault: CalendarFault {
    CalendarFault(
      .value, line: line.number, name: name, value: String(line.value.prefix(200)))
  }

  private var first: OpaquePointer {
    get throws(CalendarFault) {
      guard let first = icalcomponent_get_first_property(component, ICAL_ANY_PROPERTY) else {
        throw fault
      }
      return first
    }
  }

  /// A text (RFC 5545 §3.3.11).
  func text() throws(CalendarFault) -> String? {
    let value = icalproperty_get_value(try first)
    return value.flatMap { icalvalue_get_text($0) }.map { String(cString: $0) }
  }

  /// The value of a property X-….
  func own() throws(CalendarFault) -> String {
    icalproperty_get_x(try first).map { String(cString: $0) } ?? ""
  }

  func number() throws(CalendarFault) -> Int { Int(icalproperty_get_repeat(try first)) }

  /// Seconds east of UTC.
  func offset() throws(CalendarFault) -> Int {
    let property = try first
    return Int(
      name == "TZOFFSETTO"
        ? icalproperty_get_tzoffsetto(property) : icalproperty_get_tzoffsetfrom(property))
  }

  /// A recurrence rule, in libical's spelling.
  func rule() throws(CalendarFault) -> String {
    guard let value = icalproperty_get_value(try first),
      let text = icalvalue_as_ical_string(value)
    else { throw fault }
    return String(cString: text)
  }

  func times() throws(CalendarFault) -> [CalendarTime] {
    var times: [CalendarTime] = []
    var next = icalcomponent_get_first_property(component, ICAL_ANY_PROPERTY)
    while let property = next {
      guard let value = icalproperty_get_value(property) else { throw fault }
      switch icalvalue_isa(value) {
      case ICAL_DATE_VALUE: times.append(try time(icalvalue_get_date(value), property))
      case ICAL_DATETIME_VALUE: times.append(try time(icalvalue_get_datetime(value), property))
      case ICAL_DATETIMEDATE_VALUE:
        times.append(try time(icalvalue_get_datetimedate(value), property))
      case ICAL_DATETIMEPERIOD_VALUE, ICAL_PERIOD_VALUE:
        let period = icalvalue_get_datetimeperiod(value)
        let isTime = icaltime_is_null_time(period.time) == 0
        times.append(try time(isTime ? period.time : period.period.start, property))
      default: throw fault
      }
      next = icalcomponent_get_next_property(component, ICAL_ANY_PROPERTY)
    }
    return times
  }

  func duration() throws(CalendarFault) -> Recurrence.Lead {
    try lead(icalproperty_get_duration(try first))
  }

  func trigger() throws(CalendarFault) -> CalendarAlarm.Trigger {
    let property = try first
    let trigger = icalproperty_get_trigger(property)
    guard icaltime_is_null_time(trigger.time) != 0 else {
      return .at(try time(trigger.time, property))
    }
    let related = icalproperty_get_first_parameter(property, ICAL_RELATED_PARAMETER)
    let isFromEnd = related.map { icalparameter_get_related($0) == ICAL_RELATED_END } ?? false
    return .before(try lead(trigger.duration), isFromEnd: isFromEnd)
  }

  /// - Throws: also for a thirteenth month and the like, which libical accepts.
  private func time(
    _ time: icaltimetype, _ property: OpaquePointer
  ) throws(CalendarFault) -> CalendarTime {
    guard (0...60).contains(time.second),
      let wall = WallTime(
        year: Int(time.year), month: Int(time.month), day: Int(time.day), hour: Int(time.hour),
        minute: Int(time.minute), second: min(Int(time.second), 59))
    else { throw fault }
    let parameter = icalproperty_get_first_parameter(property, ICAL_TZID_PARAMETER)
    let zone = parameter.flatMap { icalparameter_get_tzid($0) }.map { String(cString: $0) } ?? ""
    let kind: CalendarTime.Kind =
      if time.is_date != 0 {
        .date
      } else if icaltime_is_utc(time) != 0 {
        .utc
      } else {
        zone.isEmpty ? .floating : .zoned
      }
    return CalendarTime(kind: kind, wall: wall, zone: zone, line: line.number)
  }

  /// Ten years, in days: no alarm is that early.
  private static let most: Int64 = 3660

  /// - Throws: also for what is not a duration, or a longer one: libical accepts anything.
  private func lead(_ duration: icaldurationtype) throws(CalendarFault) -> Recurrence.Lead {
    let text = line.value
    let unsigned = text.utf8.first == 0x2b || text.utf8.first == 0x2d ? text.dropFirst() : text[...]
    // Numbers with more digits overflow in libical.
    let figures = unsigned.utf8.split { !(0x30...0x39).contains($0) }
    let days = Int64(duration.weeks) * 7 + Int64(duration.days)
    let seconds =
      Int64(duration.hours) * 3600 + Int64(duration.minutes) * 60 + Int64(duration.seconds)
    guard unsigned.utf8.first == 0x50 || unsigned.utf8.first == 0x70, !figures.isEmpty,
      figures.allSatisfy({ $0.count < 10 }), days <= Self.most, seconds <= Self.most * 86_400
    else { throw fault }
    let sign: Int64 = duration.is_neg != 0 ? -1 : 1
    return Recurrence.Lead(days: Int(sign * days), seconds: sign * seconds)
  }
}
