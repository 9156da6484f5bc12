import Configuration
import Localization
import Reminders
import Store
import System

extension MailFilter {
  /// What `--status` can be of mails that wait, or that are through.
  static func words(waiting: Bool) -> [String] {
    let states: [DeliveryState] =
      waiting ? [.scheduled, .claimed, .held, .unknown] : [.accepted, .failed]
    return states.map(\.rawValue)
      + HoldReason.allCases.filter { $0.mailReason != nil }.map(\.rawValue)
  }
}

extension Command {
  /// Mails that wait, or that are through, a page at a time: `mail list` and `mail log`.
  func listMail(waiting: Bool) throws -> CommandResult {
    try args.expectOne(of: .json, .plain)
    let filter = try mailFilter(waiting: waiting)
    let store = try context.reader()
    var (left, last): (Int, MailRecord?) = (try args.limit(context), nil)
    func page(_ limit: Int) throws -> [MailRecord] {
      limit > 0 ? try store?.mails(filter, after: last, limit: limit) ?? [] : []
    }
    func next() throws -> [MailRecord] {
      let page = try page(min(PagedList.size, left))
      last = page.last ?? last
      left -= page.count
      return page
    }
    let output = args.output("mails", next, members: \.members) { $0.plainLine(context) }
    if let output { return CommandResult(output: output) }
    let first = try next()
    guard !first.isEmpty else {
      return CommandResult(
        output: .text((waiting ? tr("No mail waits.") : tr("No mail was sent.")) + "\n"))
    }
    return CommandResult(
      output: .pages(
        first: first, next, text: { $0.map { $0.line(context) }.lines },
        closing: {
          guard left == 0, context.terminal.isOutput else { return "" }
          return try page(1).isEmpty
            ? "" : tr("... and more (remindctl mail log | less shows all)") + "\n"
        }))
  }

  private func mailFilter(waiting: Bool) throws -> MailFilter {
    var filter = MailFilter(waiting: waiting)
    filter.words = (args.value(.status) ?? "").split(separator: ",").map(String.init)
    let known = MailFilter.words(waiting: waiting)
    if let word = filter.words.first(where: { !known.contains($0) }) {
      throw Failure.notOneOf(known, word, option: Option.status.name)
    }
    filter.account = args.value(.account)
    filter.template = args.value(.template)
    filter.since = try args.value(.since).map(context.pastTime)
    return filter
  }
}

extension MailRecord {
  /// What it is about, on a line.
  fileprivate var title: String {
    VisibleText.line(VisibleText.cut(text ?? Product.spokenTitle, characters: 60, bytes: 240))
  }

  fileprivate func line(_ context: Context) -> String {
    let address = VisibleText.line(recipient)
    return [
      String(reminder), title, Messages.purpose(purpose).map { "\(address) (\($0))" } ?? address,
      (ended ?? tried).map { context.when($0) } ?? "",
      Messages.mailState(self, saying: state == .accepted ? nil : reply),
      again.map { tr("again {when}", ["when": context.when($0)]) } ?? "",
    ].filter { !$0.isEmpty }.joined(separator: "  ")
  }

  /// As `list --plain` has it, followed by the recipient and the reason.
  fileprivate func plainLine(_ context: Context) -> String {
    let time = (ended ?? tried)?.rfc3339(in: context.local.zone) ?? ""
    let text = JSON.escaped(text ?? Product.defaultTitle)
    let (to, why) = (JSON.escaped(recipient), reason?.rawValue ?? "")
    return "\(reminder)\t\(time)\t\(state.rawValue)\t\(text)\t\(to)\t\(why)"
  }

  var members: JSON.Members {
    [
      ("id", .number(reminder)), ("text", .orNull(text)), ("to", .string(recipient)),
      ("account", .string(account)), ("template", .orNull(template)),
      ("purpose", .string(purpose.text)), ("state", .word(state)),
      ("reason", .orNull(reason?.rawValue)), ("attempt", .count(attempts)),
      ("claimed_ms", .orNull(tried)), ("ended_ms", .orNull(ended)), ("again_ms", .orNull(again)),
      ("reply", .orNull(reply)),
    ]
  }
}
