import Foundation

@testable import TimeLanguage
@testable import remindctl

/// The chapters of remindctl(1) that are made from the table of verbs and options, in mdoc(7).
enum ManualPage {
  static let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "../../man/remindctl.1")

  /// `page` with its generated chapters made anew.
  static func renewed(_ page: String) -> String {
    let parts = page.components(separatedBy: ".\\\" Generated from the table of ")
    guard parts.count == 3 else { return page }
    let chapters = [verbs, options]
    return parts[0]
      + zip(parts.dropFirst(), chapters).map { part, chapter in
        let heading = part.prefix { $0 != "\n" }
        let end = ".\\\" End of what is generated.\n"
        let rest = part.components(separatedBy: end).dropFirst().joined(separator: end)
        return ".\\\" Generated from the table of \(heading)\n\(chapter)\(end)\(rest)"
      }.joined()
  }

  private static var verbs: String {
    Verb.allCases.map { verb in
      let names = ([verb.name] + verb.aliases).joined(separator: ", ")
      let operands = text(verb.row.operands?.text ?? "")
      let line = ["\\fBremindctl \(verb.name)\\fP", "[\\fIOPTION\\fP...]", operands]
        .filter { !$0.isEmpty }.joined(separator: " ")
      let details = verb.details.map { paragraphs(own($0.text, of: verb)) } ?? ""
      let options = verb.options.map { "\\fB\(text($0.name))\\fP" }.joined(separator: ",\n")
      let examples = verb.row.examples.map { "remindctl " + literal($0) + "\n" }.joined()
      return """
        .Ss \(names)
        \(line)
        .Pp
        \(text(verb.row.summary.text)).
        \(details)\(options.isEmpty ? "" : ".Pp\nOptions:\n\(options).\n")\
        .Bd -literal -offset indent
        \(examples).Ed

        """
    }.joined()
  }

  /// What two verbs have in common is said once.
  private static func own(_ details: String, of verb: Verb) -> String {
    let first = Verb.allCases.first { $0.details?.text == details }?.name
    return first == verb.name ? details : "All that is said of `\(first ?? "")` holds here."
  }

  /// Each option once, or as often as it means something else.
  private static var options: String {
    var takers: [(option: Option, verbs: [String])] = []
    for verb in Verb.allCases {
      for option in verb.options {
        let known = takers.firstIndex {
          $0.option == option && $0.option.help.text == option.help.text
        }
        if let known {
          takers[known].verbs.append(verb.name)
        } else {
          takers.append((option, [verb.name]))
        }
      }
    }
    let all = takers.map { ($0.option, ".Pq " + $0.verbs.joined(separator: ", ") + "\n") }
    let items = (all + Verb.common.map { ($0, "") }).sorted { $0.0.long < $1.0.long }
    return ".Bl -tag -width Ds\n"
      + items.map { option, verbs in
        let short = option.short.map { "Fl \($0) , " } ?? ""
        let value = option.value.map { " Ns = Ns Ar " + $0.text } ?? ""
        return ".It \(short)Fl -\(option.long)\(value)\n\(text(option.help.text))\n\(verbs)"
      }.joined() + ".El\n"
  }

  private static func paragraphs(_ details: String) -> String {
    details.components(separatedBy: "\n\n").map { ".Pp\n" + text($0) + "\n" }.joined()
  }

  /// Running text: operands slanted, what is typed bold, each sentence on a line of its own, and no
  /// line that begins like a request.
  private static func text(_ words: String) -> String {
    literal(words.replacing(/\. +/, with: ".\n"))
      .replacing(/`([^`]+)`/) { "\\fB\($0.1)\\fP" }
      .replacing(
        /\b(?:DURATION|WHEN|RULE|TEXT|PHRASE|ID|VERB|N)\b/.wordBoundaryKind(.simple)
      ) { "\\fI\($0.0)\\fP" }
  }

  /// Characters that are shown as they are.
  private static func literal(_ words: String) -> String {
    words.replacing("\\", with: "\\e").replacing("-", with: "\\-")
      .replacing("'", with: "\\(aq").replacing("\n.", with: "\n\\&.")
      .replacing("ì", with: "\\[u00EC]").replacing("è", with: "\\[u00E8]")
  }
}
