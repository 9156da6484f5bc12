import CivilTime
import Reminders

/// A line that remind-calendar prints for remindctl: a JSON object. The last one is `end` or `fault`.
package enum ImportLine {
  case entry(ImportEntry)
  case problem(CalendarProblem)
  /// The file is broken; nothing of it counts.
  case fault(CalendarFault)
  /// The whole file was read.
  case end

  /// The line, without its end.
  package var text: String {
    let member: (String, JSON) =
      switch self {
      case .entry(let entry): ("entry", entry.json)
      case .problem(let problem): ("problem", problem.json)
      case .fault(let fault): ("fault", fault.json)
      case .end: ("end", .boolean(true))
      }
    return JSON.object([member]).text
  }

  /// Reads an untrusted line. Members of another type count as missing.
  /// - Returns: nil if a required member is missing, or no calendar can have its value.
  package init?(_ bytes: UnsafeRawBufferPointer, at moment: ClockReading) {
    guard let json = JSON(parsing: bytes) else { return nil }
    if let entry = json["entry"] {
      guard let entry = ImportEntry(entry, at: moment) else { return nil }
      self = .entry(entry)
    } else if let problem = json["problem"] {
      guard let problem = CalendarProblem(problem) else { return nil }
      self = .problem(problem)
    } else if let fault = json["fault"] {
      guard let fault = CalendarFault(fault) else { return nil }
      self = .fault(fault)
    } else {
      guard json["end"]?.boolean == true else { return nil }
      self = .end
    }
  }
}

/// What is wrong on a line of a calendar file.
package struct CalendarIssue<Kind: RawRepresentable<String> & Equatable & Sendable>: Error,
  Equatable
{
  /// Its line in the file, and what it is.
  package var line: Int
  package var kind: Kind
  /// The property's or the component's name.
  package var name: String
  /// The value in the file, or what cannot be kept if the kind alone does not say it.
  package var value: String
  /// The summary of its entry.
  package var summary: String?

  package init(
    _ kind: Kind, line: Int, name: String = "", value: String = "", summary: String? = nil
  ) {
    self.line = line
    self.kind = kind
    self.name = name
    self.value = value
    self.summary = summary
  }

  init?(_ json: JSON) {
    guard let kind = json["kind"]?.string.flatMap(Kind.init), let line = json["line"]?.number,
      let name = json["name"]?.string, let value = json["value"]?.string
    else { return nil }
    self.init(kind, line: Int(line), name: name, value: value, summary: json["summary"]?.string)
  }

  var json: JSON {
    .object(
      JSON.members([
        "kind": .string(kind.rawValue), "line": .number(Int64(line)), "name": .string(name),
        "value": .string(value), "summary": summary.map(JSON.string),
      ]))
  }
}

/// Why a calendar file is broken.
package typealias CalendarFault = CalendarIssue<CalendarFaultKind>

/// What is wrong with a file of which nothing counts.
package enum CalendarFaultKind: String, Sendable {
  /// It does not begin with BEGIN:VCALENDAR.
  case notACalendar = "no-calendar"
  /// It is vCalendar 1.0, the format before iCalendar.
  case version = "old-version"
  /// A line without a name or a colon.
  case notAProperty = "no-property"
  /// An END that does not match its BEGIN.
  case wrongEnd = "wrong-end"
  /// A component that does not end.
  case unclosed
  case notUTF8 = "not-utf8"
  /// A line or a component that is too long.
  case tooLong = "too-long"
  /// Components that are nested too deep.
  case tooDeep = "too-deep"
  /// A value that its property cannot have.
  case value
  /// A required property that is missing.
  case missing
}

/// A part of a calendar file that no reminder can keep.
package typealias CalendarProblem = CalendarIssue<CalendarPart>

/// What a reminder cannot keep; the raw values are those of the JSON output.
package enum CalendarPart: String, Sendable {
  /// RANGE=THISANDFUTURE: a changed instance that also changes all later ones.
  case allThatFollow = "range"
  /// EXRULE.
  case exceptionRule = "exrule"
  /// A recurrence rule; `value` is the part of it that cannot be kept.
  case rule = "rrule"
  /// A rule without any instance.
  case neverOccurs = "rrule-never"
  /// A rule with instances less than ten seconds apart.
  case tooOften = "rrule-too-often"
  /// A time zone that the system does not know, and whose rules no zone of the system has.
  case zone = "tzid"
  /// An alarm at a place.
  case place
  /// An alarm without a time.
  case alarmWithoutTime = "trigger"
  case method
  /// A UID that an earlier entry has; `value` is its line.
  case repeated = "uid"
  /// A changed instance of a series that is stored but not in the file.
  case instanceAlone = "recurrence-id"
}
