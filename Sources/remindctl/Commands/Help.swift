import TimeLanguage

extension Verb {
  static let help = Verb(
    "help", operands: Words.Help.helpOperands, summary: Words.Help.helpSummary,
    examples: ["help in", "help"]
  ) { arguments, _ in
    guard let word = arguments.words.first else { return .done(Report(output: .text(Help.text))) }
    guard arguments.words.count == 1 else {
      throw Failure.usage(.needlessWord(arguments.words[1], verb: arguments.verb.name))
    }
    guard let verb = Verb.named(word) else { throw Failure.usage(.unknownVerb(word)) }
    return .done(Report(output: .text(Help.text(of: verb))))
  }
}

/// The text of `--help`, made from the table of verbs and options.
enum Help {
  static var text: String {
    let examples = [Verb.in, .at, .every, .add, .list, .cancel].map { $0.examples[0] }
    return """
      \(Words.Help.usage) \(Words.Help.usageOfAll)

      \(Words.Help.verbs)
      \(columns(Verb.all.map { (names(of: $0), $0.summary.text) }))

      \(Words.Help.options)
      \(columns(Verb.common.map { (names(of: $0), $0.help.text) }))

      \(Words.Help.examples)
      \(lines(examples))

      \(Words.Help.exitCodes)

      """
  }

  static func text(of verb: Verb) -> String {
    let words = ["remindctl", verb.name, Words.Help.anyOption, verb.operands.text]
    return """
      \(Words.Help.usage) \(words.filter { !$0.isEmpty }.joined(separator: " "))
      \(verb.summary.text).
      \(verb.details.map { "\n" + $0.text + "\n" } ?? "")
      \(Words.Help.options)
      \(columns(verb.everyOption.map { (names(of: $0), $0.help.text) }))

      \(Words.Help.examples)
      \(lines(verb.examples))

      """
  }

  private static func names(of verb: Verb) -> String {
    ([verb.name] + verb.aliases).joined(separator: ", ")
  }

  private static func names(of option: Option) -> String {
    let short = option.short.map { "-\($0), " } ?? "    "
    return short + option.name + (option.value.map { "=" + $0.text } ?? "")
  }

  private static func columns(_ rows: [(left: String, right: String)]) -> String {
    let width = rows.reduce(0) { max($0, DisplayWidth.of($1.left)) }
    return rows.map { row in
      let fill = String(repeating: " ", count: width - DisplayWidth.of(row.left))
      return "  \(row.left)\(fill)  \(row.right)"
    }.joined(separator: "\n")
  }

  private static func lines(_ examples: [String]) -> String {
    examples.map { "  remindctl \($0)" }.joined(separator: "\n")
  }
}
