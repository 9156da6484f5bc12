import Scheduler

/// Why a calendar file was not imported. Nothing was changed.
enum CalendarError: Error, Equatable {
  /// The program that reads calendars is not there.
  case noReader
  /// It was ended before it was through: by this signal, or by itself.
  case stopped(signal: Int32?)
  /// The file could not be opened: errno.
  case file(path: String, errno: Int32)
  /// The file is broken on this line.
  case broken(CalendarFault)
  /// It has parts that no reminder can keep.
  case unsupported([CalendarProblem])
}

/// What is wrong on a line of a calendar file.
struct CalendarFault: Error, Equatable {
  /// As `CalendarFile.Fault` calls it.
  var kind: String
  var line: Int
  /// The property, or the component.
  var name: String
  /// What it says there.
  var value: String
}

/// A part of a calendar file that no reminder can keep.
struct CalendarProblem: Error, Equatable {
  enum Part: Equatable {
    /// RANGE=THISANDFUTURE: an instance whose change is meant for all that follow.
    case allThatFollow
    /// EXRULE.
    case exceptionRule
    case rule(RecurrenceProblem)
    /// It comes more often than every ten seconds.
    case tooOften
    /// A time zone that the system does not know, and no zone of the system agrees with.
    case zone(String)
    /// An alarm at a place.
    case place
    /// An alarm that has no time.
    case alarmWithoutTime
    /// METHOD.
    case method(String)
    /// The same UID again, first on that line.
    case repeated(line: Int)
    /// A changed instance of a series that is stored, but not in the file.
    case instanceAlone
  }

  var line: Int
  var part: Part
  /// What it belongs to.
  var summary: String?
}
