/// A verb, in the order of `--help`.
enum Verb: String, CaseIterable {
  case `in`, at, on, every, add, list, done, snooze, skip, edit, cancel, undo, show, history
  case forget, pause, resume, status, doctor, watch, mail, request
  case importFile = "import"
  case exportFile = "export"
  case backup, restore, parse, version, help

  var name: String { rawValue }

  /// What else the verb is called.
  var aliases: [String] {
    switch self {
    case .list: ["ls"]
    case .cancel: ["rm"]
    case .show: ["why"]
    default: []
    }
  }

  var options: [Option] { row.options }
  /// What `--help` has to say of it beside its summary and its options.
  var details: Message? { row.details }
  /// All options that it can have.
  var everyOption: [Option] { row.options + Verb.common }

  /// What every verb takes, and what may stand without one.
  static let common: [Option] = [.help, .version]

  static func named(_ name: String) -> Verb? {
    // No init(rawValue:): it would hash all names at each start, for 150,000 instructions.
    allCases.first { $0.name == name } ?? allCases.first { $0.aliases.contains(name) }
  }

  /// Every verb's name, and its aliases.
  private static var names: [String] { allCases.flatMap { [$0.name] + $0.aliases } }

  /// The verb that was probably meant.
  static func nearest(to word: String) -> String? {
    let word = word.lowercased()
    return otherName(word) ?? Nearest.name(to: word, among: names)
      ?? withinOneSlip(of: word)?.name
  }

  /// What is called `word` by other programs, though it may begin a text too.
  static func otherName(_ word: String) -> String? {
    switch word {
    case "delete", "remove", "del": "cancel"
    case "finish", "complete": "done"
    case "change", "modify": "edit"
    case "postpone", "delay": "snooze"
    default: nil
    }
  }

  /// The verb that `word` is, or is but for one slip of a finger, however short it is.
  static func withinOneSlip(of word: String) -> Verb? {
    names.first { Nearest.slips(word, $0) <= 1 }.flatMap(named)
  }
}
