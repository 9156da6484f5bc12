/// What is wrong with a calendar file; the raw value is what the records say.
enum Fault: String {
  /// It does not begin with BEGIN:VCALENDAR.
  case notACalendar = "no-calendar"
  /// It is vCalendar 1.0, the format before iCalendar.
  case version = "old-version"
  /// A line that is no property: it has no name, or no colon.
  case notAProperty = "no-property"
  /// An END that does not fit the BEGIN before it.
  case wrongEnd = "wrong-end"
  /// The file ends within a component.
  case unclosed
  case notUTF8 = "not-utf8"
  /// A line or a component is beyond all measure.
  case tooLong = "too-long"
  /// So is the depth of components in one another.
  case tooDeep = "too-deep"
  /// A value that its property cannot have.
  case value
  /// A property that must be there.
  case missing
}

/// Where it is, and what.
struct FaultFound: Error {
  var fault: Fault
  var line: Int
  /// The property's name, or the component's.
  var name = ""
  /// The value as it stands there.
  var value = ""
}
