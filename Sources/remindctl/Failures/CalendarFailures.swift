import CalendarText
import Localization
import Reminders
import System

// Why a calendar file was not imported. Nothing was changed.

extension Failure {
  static var noCalendarReader: Failure {
    Failure(
      "no-calendar-reader",
      tr("The program that reads calendar files, remind-calendar, is not installed."),
      tr("It is built where libical is (Debian: libical-dev), and installed with remindctl."))
  }
  static var calendarReaderStopped: Failure {
    Failure(
      "calendar-reader",
      tr("The program that reads calendar files broke off; nothing was changed."))
  }
  static func calendarBroken(_ fault: CalendarFault) -> Failure {
    let values =
      [
        "n": String(fault.line), "name": VisibleText.line(fault.name),
        "value": VisibleText.line(VisibleText.cut(fault.value, characters: 80, bytes: 300)),
      ] as KeyValuePairs
    let sentence =
      switch fault.kind {
      case .notACalendar: tr("Line {n}: this is no iCalendar file.", values)
      case .version: tr("Line {n}: this is vCalendar 1.0, not iCalendar.", values)
      case .notAProperty: tr("Line {n} is no property of a calendar: {value}", values)
      case .wrongEnd: tr("Line {n}: {value} ends what has not begun.", values)
      case .unclosed: tr("Line {n}: {name} begins here and does not end.", values)
      case .notUTF8: tr("Line {n}: {name} is not UTF-8 text.", values)
      case .tooDeep: tr("Line {n}: {name} lies too deep within others.", values)
      case .tooLong: tr("Line {n}: {name} is too long.", values)
      case .missing: tr("Line {n}: {name} is missing.", values)
      case .value: tr("Line {n}: {name} cannot be '{value}'.", values)
      }
    return Failure(
      "calendar-broken", sentence, tr("Nothing was imported."),
      details: [
        ("line", .number(Int64(fault.line))), ("property", .string(fault.name)),
        ("value", .string(fault.value)),
      ])
  }
  /// It has parts that no reminder can keep.
  static func calendarUnsupported(_ problems: [CalendarProblem]) -> Failure {
    var failure = Failure(
      "calendar-unsupported",
      sentences: problems.prefix(Messages.mostNamed).map(\.sentence),
      details: [("unsupported", .array(problems.map(\.json)))])
    let more = problems.count - Messages.mostNamed
    if more > 0 { failure.sentences.append(Messages.alsoChanged(more)) }
    failure.sentences.append(tr("Nothing was imported; --skip-unsupported leaves these out."))
    return failure
  }
}

extension CalendarIssue<CalendarPart> {
  /// Its line, its part and what it belongs to.
  var json: JSON {
    let name =
      switch kind {
      case .neverOccurs, .tooOften: CalendarPart.rule.rawValue
      default: kind.rawValue
      }
    return [
      "line": .number(Int64(line)), "part": .string(name), "message": .string(what),
      "text": summary.map(JSON.string) ?? .null,
    ]
  }

  var sentence: String {
    guard let summary else {
      return tr("Line {n}: {part}.", ["n": String(line), "part": what])
    }
    return tr(
      "Line {n} ({text}): {part}.",
      ["n": String(line), "part": what, "text": Text.line(summary)])
  }

  private var what: String {
    let detail = VisibleText.line(value)
    return switch kind {
    case .allThatFollow: tr("a change of this and all future instances (RANGE)")
    case .exceptionRule: tr("a rule of exceptions (EXRULE)")
    case .tooOften: tr("it comes too often")
    case .rule: tr("its repetition: {problem}", ["problem": detail])
    case .neverOccurs: tr("its repetition: {problem}", ["problem": tr("it never comes")])
    case .zone: tr("no time zone of this system is '{zone}'", ["zone": detail])
    case .place: tr("an alarm at a place")
    case .alarmWithoutTime: tr("an alarm without a time (TRIGGER)")
    case .method: tr("a message of the kind {method}", ["method": detail])
    case .repeated: tr("the same UID as on line {n}", ["n": detail])
    case .instanceAlone: tr("an instance of a series that is not in the file itself")
    }
  }
}
