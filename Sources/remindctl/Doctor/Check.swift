import Localization
import Reminders

/// What `doctor` has found out about one thing.
struct Check {
  enum State: String, CaseIterable {
    case ok
    /// Worth knowing; nothing is lost or delayed by it.
    case note
    /// A reminder would be lost, or late.
    case problem
    /// The program that knows is not installed, or did not answer.
    case unknown = "not-known"
  }

  /// What was looked at, as JSON calls it.
  enum Name: String {
    case daemon, service, login, fences, watches, bus, server, popup, store, mail, disk
    case configuration, zone, clock, locale
  }

  var name: Name
  var state: State
  /// What was found, as a word for programs; never translated.
  var found: String
  var sentence: String
  /// The command that mends it; a problem or a note without one says in its sentence what to do.
  var fix: String?
  /// More for programs.
  var facts: JSON.Members = []

  init(
    _ name: Name, _ state: State, _ found: String, _ sentence: String, fix: String? = nil,
    _ facts: JSON.Members = []
  ) {
    self.name = name
    self.state = state
    self.found = found
    self.sentence = sentence
    self.fix = fix
    self.facts = facts
  }

  var json: JSON {
    .object(
      [
        ("check", .string(name.rawValue)), ("state", .string(state.rawValue)),
        ("found", .string(found)), ("command", fix.map(JSON.string) ?? .null),
        ("message", .string(sentence)),
      ] + facts)
  }

  /// A line, and below it the fix.
  func lines(on terminal: Terminal) -> String {
    let width = State.allCases.map { DisplayWidth.of($0.word) }.max()! + 2
    let fill = String(repeating: " ", count: width - DisplayWidth.of(state.word))
    let word = state == .problem ? terminal.styled(state.word, .attention) : state.word
    let line = word + fill + sentence + "\n"
    return fix.map { line + String(repeating: " ", count: width) + $0 + "\n" } ?? line
  }
}

extension Check.State {
  fileprivate var word: String {
    switch self {
    case .ok: tr("ok")
    case .note: tr("note")
    case .problem: tr("problem")
    case .unknown: tr("not known")
    }
  }
}
