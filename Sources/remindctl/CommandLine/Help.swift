import Localization

/// The text of `--help`, made from the table of verbs and options.
enum Help {
  static var text: String {
    sections([
      usage([tr("remindctl [VERB] [OPTION...] [WORD...]")]),
      tr("Verbs:") + "\n"
        + columns(
          Verb.allCases.map {
            (([$0.name] + $0.aliases).joined(separator: ", "), $0.row.summary.text)
          }),
      options(Verb.common),
      examples([Verb.in, .at, .every, .add, .list, .cancel].map { $0.row.examples[0] }),
      tr(
        """
        Exit codes: 0 done, 1 failed, 2 the command is wrong, 3 the time was not understood,
        4 no such reminder, 5 the store cannot be used, 6 stored but no remindd runs
        (with --require-daemon).
        """),
    ])
  }

  static func text(of verb: Verb) -> String {
    let row = verb.row
    let words =
      ["remindctl", verb.name, tr("[OPTION...]")] + (row.operands.map { [$0.text] } ?? [])
    return sections([
      usage(words) + "\n" + row.summary.text + ".", verb.details?.text, options(verb.everyOption),
      examples(row.examples),
    ])
  }

  private static func sections(_ all: [String?]) -> String {
    all.compactMap(\.self).joined(separator: "\n\n") + "\n"
  }

  private static func usage(_ words: [String]) -> String {
    ([tr("Usage:")] + words).joined(separator: " ")
  }

  private static func options(_ options: [Option]) -> String {
    tr("Options:") + "\n"
      + columns(
        options.map { option in
          let short = option.short.map { "-\($0), " } ?? "    "
          return (
            short + option.name + (option.value.map { "=" + $0.text } ?? ""), option.help.text
          )
        })
  }

  private static func examples(_ examples: [String]) -> String {
    tr("Examples:") + "\n" + examples.map { "  remindctl \($0)" }.joined(separator: "\n")
  }

  /// Two columns, indented.
  static func columns(_ rows: [(left: String, right: String)]) -> String {
    let width = rows.reduce(0) { max($0, DisplayWidth.of($1.left)) }
    return rows.map { row in
      let fill = String(repeating: " ", count: width - DisplayWidth.of(row.left))
      return "  \(row.left)\(fill)  \(row.right)"
    }.joined(separator: "\n")
  }
}
