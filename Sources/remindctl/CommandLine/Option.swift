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
  static let `as` = Option("as", value: Messages.Help.asValue, help: Messages.Help.as)
  static let ask = Option("ask", help: Messages.Help.ask)
  static let all = Option("all", help: Messages.Help.all)
  static let allShown = Option("all", help: Messages.Help.allShown)
  static let atTime = Option("at", value: Messages.Help.atOperand, help: Messages.Help.atTime)
  static let beforeDate = Option(
    "before", value: Messages.Help.date, help: Messages.Help.beforeDate)
  static let dryRun = Option("dry-run", help: Messages.Help.dryRun)
  static let everyRule = Option("every", value: Messages.Help.rule, help: Messages.Help.everyRule)
  static let force = Option("force", help: Messages.Help.force)
  static let format = Option(
    "format", value: Messages.Help.formatValue, help: Messages.Help.format)
  static let help = Option("help", "h", help: Messages.Help.help)
  static let hours = Option("hours", "H", value: Messages.Help.number, help: Messages.Help.hours)
  static let inLength = Option("in", value: Messages.Help.length, help: Messages.Help.inLength)
  static let json = Option("json", help: Messages.Help.json)
  static let lang = Option("lang", value: Messages.Help.langValue, help: Messages.Help.lang)
  static let limit = Option("limit", "n", value: Messages.Help.number, help: Messages.Help.limit)
  static let minutes = Option(
    "minutes", "M", value: Messages.Help.number, help: Messages.Help.minutes)
  static let now = Option("now", value: Messages.Help.time, help: Messages.Help.now)
  static let plain = Option("plain", help: Messages.Help.plain)
  static let requireDaemon = Option("require-daemon", help: Messages.Help.requireDaemon)
  static let seconds = Option(
    "seconds", "S", value: Messages.Help.number, help: Messages.Help.seconds)
  static let sentences = Option("sentences", help: Messages.Help.sentences)
  static let since = Option("since", value: Messages.Help.time, help: Messages.Help.since)
  static let stdin = Option("stdin", help: Messages.Help.stdin)
  static let text = Option("text", value: Messages.Help.textValue, help: Messages.Help.text)
  static let tz = Option("tz", value: Messages.Help.zone, help: Messages.Help.tz)
  static let withTag = Option("tag", value: Messages.Help.word, help: Messages.Help.withTag)
  static let version = Option("version", help: Messages.Help.version)

  // Of single verbs

  static let key = Option("idempotency-key", value: Messages.Help.keyValue, help: Messages.Help.key)
  static let locale = Option("locale", value: Messages.Help.locale, help: Messages.Help.localeHelp)
  static let output = Option("output", value: Messages.Help.file, help: Messages.Help.output)
  static let param = Option(
    "param", value: Messages.Help.assignment, isList: true, help: Messages.Help.param)
  static let popup = Option("popup", help: Messages.Help.popup)
  static let raw = Option("raw", help: Messages.Help.raw)
  static let remindBefore = Option(
    "remind-before", value: Messages.Help.length, help: Messages.Help.remindBefore)
  static let repair = Option("repair", help: Messages.Help.repair)
  static let requestAt = Option("at", value: Messages.Help.atOperand, help: Messages.Help.requestAt)
  static let requestIn = Option("in", value: Messages.Help.length, help: Messages.Help.requestIn)
  static let requestTo = Option(
    "mail-to", value: Messages.Help.address, help: Messages.Help.requestTo)
  static let skipUnsupported = Option("skip-unsupported", help: Messages.Help.skipUnsupported)
  static let source = Option("source", help: Messages.Help.source)
  static let status = Option(
    "status", value: Messages.Help.statusValue, isList: true, help: Messages.Help.status)
  static let template = Option("template", value: Messages.Help.name, help: Messages.Help.template)

  /// What every verb takes that makes a reminder.
  static let creation = alerts + mails + [.tz, .key, .dryRun, .requireDaemon, .json]
}
