/// What is wrong with a template, and in which of its lines: it makes no mail until that is mended.
package struct TemplateFlaw: Error, Sendable, Equatable {
  /// Why; each case carries what the sentence for it needs.
  package enum Reason: Sendable, Equatable {
    case notALine
    case notUTF8
    case unknownGroup(String)
    case unknownKey(String)
    /// A key in front of the first group.
    case noGroup(key: String)
    /// A key that stands once, and stands twice.
    case repeated(String)
    case badValue(key: String, value: String)
    /// A group `[parameter …]` whose name cannot be one, or is another one's.
    case badParameter(String)
    /// A key that says nothing about a parameter of this kind.
    case notForKind(key: String, TemplateParameter.Kind)
    /// The template, or the parameter, lacks this key.
    case missing(key: String)
    /// The least is more than the most.
    case emptyRange(parameter: String)
    /// The default is none that could be given.
    case badDefault(parameter: String, TemplateProblem.Reason)
    /// `{` without `}`, or the other way round.
    case brace
    /// A name in braces that no parameter has.
    case unknownParameter(String)
    /// What can have several lines, in the subject.
    case linesInSubject(parameter: String)
    /// Two lists on one line, which stands once for each item.
    case severalLists
    /// The last subject, or the recipient, needs what may be absent.
    case perhapsAbsent(parameter: String)
    /// A recipient in braces that is no parameter of type email.
    case notAnEmail(parameter: String)
    case unreadable(Int32)
    /// A named pipe, a socket or a device has its name.
    case noFile
    /// Somebody else could write it.
    case foreign
    /// Somebody else can write this folder on the way to it, and so put another one in its place.
    case openFolder(String)
    case tooLong
  }
  /// From 1; 0 means the file as a whole.
  package var line: Int
  /// Why.
  package var reason: Reason

  package init(line: Int, _ reason: Reason) {
    self.line = line
    self.reason = reason
  }
}
