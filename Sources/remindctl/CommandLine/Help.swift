/// The text of `--help`, made from the table of verbs and options.
enum Help {
  static var text: String {
    let examples = [Verb.ID.in, .at, .every, .add, .list, .cancel].map { Verb($0).examples[0] }
    return """
      \(Messages.Help.usage) \(Messages.Help.usageOfAll)

      \(Messages.Help.verbs)
      \(columns(Verb.all.map { (spellings(of: $0), $0.summary.text) }))

      \(Messages.Help.options)
      \(columns(Verb.common.map { (spellings(of: $0), $0.help.text) }))

      \(Messages.Help.examples)
      \(lines(examples))

      \(Messages.Help.exitCodes)

      """
  }

  static func text(of verb: Verb) -> String {
    let words = ["remindctl", verb.name, Messages.Help.anyOption, verb.operands.text]
    return """
      \(Messages.Help.usage) \(words.filter { !$0.isEmpty }.joined(separator: " "))
      \(verb.summary.text).
      \(verb.details.map { "\n" + $0.text + "\n" } ?? "")
      \(Messages.Help.options)
      \(columns(verb.everyOption.map { (spellings(of: $0), $0.help.text) }))

      \(Messages.Help.examples)
      \(lines(verb.examples))

      """
  }

  private static func spellings(of verb: Verb) -> String {
    ([verb.name] + verb.aliases).joined(separator: ", ")
  }

  private static func spellings(of option: Option) -> String {
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
