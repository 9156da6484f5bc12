/// An option: parsing, `--help`, the manual and the completions are made from it.
struct Option: Sendable, Equatable {
  /// The name behind the two dashes.
  let long: String
  /// The letter behind one dash; nil where there is none.
  let short: Character?
  /// What its value is called; nil for an option that takes none. An option takes a value in
  /// every verb or in none, so that the verb can be found behind it.
  let value: Message?
  let help: Message
  /// Whether the value is a list with commas: said again, it adds to it. Any other option with a
  /// value is given once.
  let isList: Bool

  init(
    _ long: String, _ short: Character? = nil, value: Message? = nil, isList: Bool = false,
    help: Message
  ) {
    self.long = long
    self.short = short
    self.value = value
    self.help = help
    self.isList = isList
  }

  static func == (a: Option, b: Option) -> Bool { a.long == b.long }

  /// `--json`, as the user writes it.
  var name: String { "--" + long }
}

extension Option {
  static let `as` = Option("as", value: Words.Help.asValue, help: Words.Help.as)
  static let ask = Option("ask", help: Words.Help.ask)
  static let all = Option("all", help: Words.Help.all)
  static let allShown = Option("all", help: Words.Help.allShown)
  static let atTime = Option("at", value: Words.Help.atOperand, help: Words.Help.atTime)
  static let beforeDate = Option(
    "before", value: Words.Help.date, help: Words.Help.beforeDate)
  static let dryRun = Option("dry-run", help: Words.Help.dryRun)
  static let everyRule = Option("every", value: Words.Help.rule, help: Words.Help.everyRule)
  static let force = Option("force", help: Words.Help.force)
  static let format = Option(
    "format", value: Words.Help.formatValue, help: Words.Help.format)
  static let help = Option("help", "h", help: Words.Help.help)
  static let hours = Option("hours", "H", value: Words.Help.number, help: Words.Help.hours)
  static let inLength = Option("in", value: Words.Help.length, help: Words.Help.inLength)
  static let json = Option("json", help: Words.Help.json)
  static let lang = Option("lang", value: Words.Help.langValue, help: Words.Help.lang)
  static let limit = Option("limit", "n", value: Words.Help.number, help: Words.Help.limit)
  static let minutes = Option("minutes", "M", value: Words.Help.number, help: Words.Help.minutes)
  static let now = Option("now", value: Words.Help.time, help: Words.Help.now)
  static let plain = Option("plain", help: Words.Help.plain)
  static let requireDaemon = Option("require-daemon", help: Words.Help.requireDaemon)
  static let seconds = Option("seconds", "S", value: Words.Help.number, help: Words.Help.seconds)
  static let sentences = Option("sentences", help: Words.Help.sentences)
  static let since = Option("since", value: Words.Help.time, help: Words.Help.since)
  static let stdin = Option("stdin", help: Words.Help.stdin)
  static let text = Option("text", value: Words.Help.textValue, help: Words.Help.text)
  static let tz = Option("tz", value: Words.Help.zone, help: Words.Help.tz)
  static let withTag = Option("tag", value: Words.Help.word, help: Words.Help.withTag)
  static let version = Option("version", help: Words.Help.version)
}
