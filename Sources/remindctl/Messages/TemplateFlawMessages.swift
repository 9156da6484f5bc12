import Scheduler

// The sentences of `Messages` about what is wrong in a template's file.

extension Messages {
  /// What is wrong in a template's file, and where.
  static func templateFlaw(_ flaw: TemplateFlaw, in path: String) -> String {
    let path = VisibleText.line(path)
    guard flaw.line > 0 else {
      return path + ": " + reason(flaw.reason)
    }
    return tr(
      "{path}, line {line}: {what}",
      ["path": path, "line": String(flaw.line), "what": reason(flaw.reason)])
  }

  private static func reason(_ reason: TemplateFlaw.Reason) -> String {
    func named(_ name: String) -> KeyValuePairs<String, String> { ["name": VisibleText.line(name)] }
    return switch reason {
    case .notALine: tr("neither a group nor key=value")
    case .notUTF8: tr("not valid UTF-8 text")
    case .unknownGroup(let name): tr("there is no group [{name}] in a template", named(name))
    case .unknownKey(let name): tr("there is no key {name} here", named(name))
    case .noGroup(let key): tr("the key {name} stands before the first group", named(key))
    case .repeated(let key): tr("the key {name} stands twice", named(key))
    case .badValue(let key, let value):
      tr(
        "{name} cannot be '{value}'",
        ["name": VisibleText.line(key), "value": VisibleText.line(value)])
    case .badParameter(let name):
      tr(
        "[parameter {name}] is none: names have letters, digits, _ and -, and each stands once",
        named(name))
    case .notForKind(let key, let kind):
      tr("{name} says nothing about the type {type}", ["name": key, "type": kind.rawValue])
    case .missing(let key): tr("the key {name} is missing", named(key))
    case .emptyRange(let name): tr("nothing can be given for {name}: its limits cross", named(name))
    case .badDefault(let name, _): tr("the default of {name} could not be given", named(name))
    case .brace: tr("a brace without its other one; {example} means a brace", ["example": "{{"])
    case .unknownParameter(let name): tr("there is no [parameter {name}]", named(name))
    case .linesInSubject(let name):
      tr("{name} can have several lines, and the subject is one", named(name))
    case .severalLists: tr("two lists on one line")
    case .perhapsAbsent(let name): tr("{name} may be absent, and is needed here", named(name))
    case .notAnEmail(let name): tr("{name} is not of the type email", named(name))
    case .unreadable(let code): tr("it cannot be read: {error}", ["error": system(code)])
    case .noFile: tr("it is no file")
    case .foreign: tr("others can write it: it is not used")
    case .openFolder(let folder):
      tr(
        "others can write the folder {folder}: it is not used", ["folder": VisibleText.line(folder)]
      )
    case .tooLong: tr("it is too long")
    }
  }
}
