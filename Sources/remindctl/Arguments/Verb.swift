import TimeLanguage

/// A verb: one row of the table that everything about the command line is made from.
final class Verb: Sendable {
  let name: String
  let aliases: [String]
  /// What stands behind it: `[DURATION] [TEXT…]`.
  let operands: Message
  /// What it does, in one line.
  let summary: Message
  /// What else there is to say; printed by its `--help`.
  let details: Message?
  /// Its own options; `common` come with each.
  var options: [Option] { makeOptions() }
  /// What is typed behind `remindctl`; each of them works as it is printed.
  var examples: [String] { makeExamples() }
  let run: @Sendable (Arguments, Context) throws -> Step
  // Every start makes the whole table, and few look at more than a name.
  private let makeOptions: @Sendable () -> [Option]
  private let makeExamples: @Sendable () -> [String]

  init(
    _ name: String, aliases: [String] = [], operands: Message = Words.Help.nothing,
    summary: Message, details: Message? = nil,
    options: @autoclosure @escaping @Sendable () -> [Option] = [],
    examples: @autoclosure @escaping @Sendable () -> [String],
    run: @escaping @Sendable (Arguments, Context) throws -> Step
  ) {
    self.name = name
    self.aliases = aliases
    self.operands = operands
    self.summary = summary
    self.details = details
    makeOptions = options
    makeExamples = examples
    self.run = run
  }

  /// Every verb, as `--help` lists them.
  static let all: [Verb] = rows.map { $0() }

  /// The table. A row is made when it is asked for: to make all of them costs more than parsing.
  private static let rows: [@Sendable () -> Verb] = [
    { .in }, { .at }, { .on }, { .every }, { .add }, { .list }, { .done }, { .snooze }, { .skip },
    { .edit }, { .cancel }, { .undo }, { .show }, { .history }, { .forget }, { .pause },
    { .resume }, { .status }, { .doctor }, { .watch }, { .mail }, { .request }, { .importFile },
    { .exportFile }, { .backup }, { .restore }, { .parse }, { .version }, { .help },
  ]

  /// What every verb takes, and what may stand without one.
  static let common: [Option] = [.help, .version]

  static func named(_ name: String) -> Verb? {
    for row in rows {
      let verb = row()
      if verb.name == name || verb.aliases.contains(name) { return verb }
    }
    return nil
  }

  /// Every verb's name, and its aliases.
  private static var names: [String] { all.flatMap { [$0.name] + $0.aliases } }

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

  /// All options that can stand behind it.
  var everyOption: [Option] { options + Verb.common }
}
