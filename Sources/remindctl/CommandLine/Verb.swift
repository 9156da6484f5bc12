import TimeLanguage

/// A verb: one row of the table that everything about the command line is made from.
final class Verb: Sendable {
  /// Every verb, in the order of `--help`.
  enum ID: String, CaseIterable {
    case `in`, at, on, every, add, list, done, snooze, skip, edit, cancel, undo, show, history
    case forget, pause, resume, status, doctor, watch, mail, request
    case importFile = "import"
    case exportFile = "export"
    case backup, restore, parse, version, help

    /// What else the verb is called.
    var aliases: [String] {
      switch self {
      case .list: ["ls"]
      case .cancel: ["rm"]
      case .show: ["why"]
      default: []
      }
    }
  }

  let id: ID
  var name: String { id.rawValue }
  var aliases: [String] { id.aliases }
  /// What follows it: `[DURATION] [TEXT…]`.
  let operands: Message
  /// What it does, in one line.
  let summary: Message
  /// What else there is to say; printed by its `--help`.
  let details: Message?
  /// Its own options; `common` come with each.
  var options: [Option] { makeOptions() }
  /// What is typed after `remindctl`; each of them works as it is printed.
  var examples: [String] { makeExamples() }
  // Most starts look at few of either.
  private let makeOptions: @Sendable () -> [Option]
  private let makeExamples: @Sendable () -> [String]

  init(
    _ id: ID, operands: Message = Messages.Help.nothing, summary: Message, details: Message? = nil,
    options: @autoclosure @escaping @Sendable () -> [Option] = [],
    examples: @autoclosure @escaping @Sendable () -> [String]
  ) {
    self.id = id
    self.operands = operands
    self.summary = summary
    self.details = details
    makeOptions = options
    makeExamples = examples
  }

  /// Every verb, as `--help` lists them.
  static var all: [Verb] { ID.allCases.map { Verb($0) } }

  /// What every verb takes, and what may stand without one.
  static let common: [Option] = [.help, .version]

  static func named(_ name: String) -> Verb? {
    (ID(rawValue: name) ?? ID.allCases.first { $0.aliases.contains(name) }).map { Verb($0) }
  }

  /// Every verb's name, and its aliases.
  private static var names: [String] { ID.allCases.flatMap { [$0.rawValue] + $0.aliases } }

  /// What other programs call a verb.
  private static let otherNames = [
    ("delete", "cancel"), ("remove", "cancel"), ("del", "cancel"), ("finish", "done"),
    ("complete", "done"), ("change", "edit"), ("modify", "edit"), ("postpone", "snooze"),
    ("delay", "snooze"),
  ]

  /// The verb that was probably meant.
  static func nearest(to word: String) -> String? {
    let word = word.lowercased()
    return otherName(word) ?? Nearest.name(to: word, among: names)
      ?? withinOneSlip(of: word)?.name
  }

  /// What is called `word` by other programs, though it may begin a text too.
  static func otherName(_ word: String) -> String? { otherNames.first { $0.0 == word }?.1 }

  /// The verb that `word` is, or is but for one slip of a finger, however short it is.
  static func withinOneSlip(of word: String) -> Verb? {
    names.first { Nearest.slips(word, $0) <= 1 }.flatMap(named)
  }

  /// All options that it can have.
  var everyOption: [Option] { options + Verb.common }
}
