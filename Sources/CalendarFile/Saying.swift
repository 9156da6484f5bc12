import CCalendar

extension Component {
  /// Says what is in it.
  func say(to records: inout Records) throws(FaultFound) {
    switch name {
    case "VEVENT": records.put("event", line)
    case "VTODO": records.put("todo", line)
    case "VTIMEZONE": records.put("zone", line)
    default: return
    }
    for (name, line) in lines { try say(name, line, to: &records) }
    for child in children { try child.sayChild(to: &records) }
    records.put("end", line)
  }

  private func sayChild(to records: inout Records) throws(FaultFound) {
    switch name {
    case "VALARM":
      records.put("alarm", line)
      for (name, line) in lines { try sayAlarm(name, line, to: &records) }
      records.put("end", line)
    case "STANDARD", "DAYLIGHT":
      records.put("observance", line)
      try sayObservance(to: &records)
      records.put("end", line)
    default: break
    }
  }

  private func say(
    _ name: String, _ line: ContentLine, to records: inout Records
  ) throws(FaultFound) {
    switch name {
    case "UID", "SUMMARY", "DESCRIPTION", "STATUS", "TZID":
      guard let text = try text(name, line) else { return }
      records.put(name == "TZID" ? "tzid" : name.lowercased(), line.number, text)
    case "X-LIC-LOCATION": records.put("location", line.number, line.value)
    case "COMPLETED": records.put("completed", line.number)
    case "DTSTART", "DTEND", "DUE": try sayTimes(Self.times[name]!, name, line, to: &records)
    case "EXDATE", "RDATE": try sayTimes(name.lowercased(), name, line, to: &records)
    case "RECURRENCE-ID":
      try sayTimes("recurrence", name, line, to: &records)
      if line.isForFuture { records.put("future", line.number) }
    case "DURATION": try sayLength("duration", name, line, to: &records)
    case "RRULE": records.put("rule", line.number, try rule(name, line))
    case "EXRULE": records.put("exrule", line.number, line.value)
    default:
      let properties = try Properties(name, line)
      let text = icalproperty_get_x(try properties.first).map { String(cString: $0) } ?? ""
      records.put("x", line.number, String(name.dropFirst("X-REMINDCTL-".utf8.count)), text)
    }
  }

  private static let times = ["DTSTART": "start", "DTEND": "finish", "DUE": "due"]

  private func sayAlarm(
    _ name: String, _ line: ContentLine, to records: inout Records
  ) throws(FaultFound) {
    switch name {
    case "ACTION": records.put("action", line.number, line.value.uppercased())
    case "TRIGGER":
      let properties = try Properties(name, line)
      let property = try properties.first
      let trigger = icalproperty_get_trigger(property)
      if icaltime_is_null_time(trigger.time) == 0 {
        guard let time = TimeFields(trigger.time, property) else { throw properties.fault }
        records.put("trigger", line.number, "at", time.kind, time.wall, time.zone)
        return
      }
      guard let length = LengthFields(trigger.duration, written: line.value) else {
        throw properties.fault
      }
      let related = icalproperty_get_first_parameter(property, ICAL_RELATED_PARAMETER)
      let isEnd = related.map { icalparameter_get_related($0) == ICAL_RELATED_END } ?? false
      records.put("trigger", line.number, isEnd ? "end" : "start", length.days, length.seconds)
    case "REPEAT":
      let properties = try Properties(name, line)
      records.put("repeat", line.number, String(icalproperty_get_repeat(try properties.first)))
    case "DURATION": try sayLength("gap", name, line, to: &records)
    default: records.put("place", line.number)
    }
  }

  private func sayObservance(to records: inout Records) throws(FaultFound) {
    var offsets: [String: Int32] = [:]
    for (name, line) in lines {
      switch name {
      case "DTSTART": try sayTimes("start", name, line, to: &records)
      case "RDATE": try sayTimes("rdate", name, line, to: &records)
      case "RRULE": records.put("rule", line.number, try rule(name, line))
      default:
        let properties = try Properties(name, line)
        let property = try properties.first
        offsets[name] =
          name == "TZOFFSETTO"
          ? icalproperty_get_tzoffsetto(property) : icalproperty_get_tzoffsetfrom(property)
      }
    }
    guard let from = offsets["TZOFFSETFROM"], let to = offsets["TZOFFSETTO"] else {
      throw FaultFound(
        fault: .missing, line: line,
        name: offsets["TZOFFSETFROM"] == nil ? "TZOFFSETFROM" : "TZOFFSETTO")
    }
    records.put("offsets", line, String(from), String(to))
  }

  /// A text; nil for an empty one, which libical takes for an error.
  private func text(_ name: String, _ line: ContentLine) throws(FaultFound) -> String? {
    guard !line.value.isEmpty else { return nil }
    // A TZID with a slash or a quote is a text like any other.
    let properties = try Properties(name, line)
    let value = icalproperty_get_value(try properties.first)
    if name == "STATUS" { return line.value.uppercased() }
    return value.flatMap { icalvalue_get_text($0) }.map { String(cString: $0) }
  }

  private func rule(_ name: String, _ line: ContentLine) throws(FaultFound) -> String {
    let properties = try Properties(name, line)
    guard let value = icalproperty_get_value(try properties.first),
      let text = icalvalue_as_ical_string(value)
    else { throw properties.fault }
    return String(cString: text)
  }

  private func sayTimes(
    _ record: String, _ name: String, _ line: ContentLine, to records: inout Records
  ) throws(FaultFound) {
    let properties = try Properties(name, line)
    try properties.each { (property) throws(FaultFound) in
      guard let value = icalproperty_get_value(property) else { throw properties.fault }
      let time: icaltimetype
      switch icalvalue_isa(value) {
      case ICAL_DATE_VALUE: time = icalvalue_get_date(value)
      case ICAL_DATETIME_VALUE: time = icalvalue_get_datetime(value)
      case ICAL_DATETIMEDATE_VALUE: time = icalvalue_get_datetimedate(value)
      case ICAL_DATETIMEPERIOD_VALUE, ICAL_PERIOD_VALUE:
        let period = icalvalue_get_datetimeperiod(value)
        time = icaltime_is_null_time(period.time) == 0 ? period.time : period.period.start
      default: throw properties.fault
      }
      guard let fields = TimeFields(time, property) else { throw properties.fault }
      records.put(record, line.number, fields.kind, fields.wall, fields.zone)
    }
  }

  private func sayLength(
    _ record: String, _ name: String, _ line: ContentLine, to records: inout Records
  ) throws(FaultFound) {
    let properties = try Properties(name, line)
    let duration = icalproperty_get_duration(try properties.first)
    guard let length = LengthFields(duration, written: line.value) else { throw properties.fault }
    records.put(record, line.number, length.days, length.seconds)
  }
}

extension ContentLine {
  /// Whether it has the parameter RANGE=THISANDFUTURE, or the older THISANDPRIOR.
  fileprivate var isForFuture: Bool {
    String(decoding: bytes, as: UTF8.self).uppercased().contains(";RANGE=")
  }
}
