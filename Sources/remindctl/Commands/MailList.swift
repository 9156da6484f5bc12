import Configuration
import Localization
import Reminders
import Store
import System

/// Mails that wait, or that are through, a page at a time.
final class MailList {
  private static let size = 500

  private let filter: MailFilter
  private let arguments: Arguments
  private let context: Context
  private let store: ReminderStore?
  private var left: Int
  private var last: MailRecord?

  /// What `--status` can be of mails that wait, or that are through.
  static func words(waiting: Bool) -> [String] {
    let states: [DeliveryState] =
      waiting ? [.scheduled, .claimed, .held, .unknown] : [.accepted, .failed]
    return states.map(\.rawValue)
      + HoldReason.allCases.filter { $0.mailReason != nil }.map(\.rawValue)
  }

  init(waiting: Bool, _ arguments: Arguments, _ context: Context) throws {
    try arguments.expectOne(of: .json, .plain)
    self.arguments = arguments
    self.context = context
    var filter = MailFilter(waiting: waiting)
    filter.words = (arguments.value(.status) ?? "").split(separator: ",").map(String.init)
    let known = MailList.words(waiting: waiting)
    if let word = filter.words.first(where: { !known.contains($0) }) {
      throw Failure.usage(.notOneOf(known, word, option: Option.status.name))
    }
    filter.account = arguments.value(.account)
    filter.template = arguments.value(.template)
    filter.since = try arguments.value(.since).map(context.pastTime)
    self.filter = filter
    left = try arguments.limit(context)
    store = try context.reader()
  }

  var result: CommandResult {
    get throws {
      if arguments.has(.json) {
        return CommandResult(output: .json("mails", next) { .object($0.members) })
      }
      let line = { [self] (record: MailRecord) in
        (arguments.has(.plain) ? record.plainLine(context) : record.line(context)) + "\n"
      }
      if arguments.has(.plain) {
        return CommandResult(output: .pages(next) { $0.map(line).joined() })
      }
      let first = try next()
      guard !first.isEmpty else {
        return CommandResult(
          output: .text((filter.isWaiting ? Messages.nothingToMail : Messages.noMailSent) + "\n"))
      }
      return CommandResult(
        output: .pages(
          first: first, next, text: { $0.map(line).joined() },
          closing: { [self] in
            guard left == 0, context.terminal.isOutput else { return "" }
            return try page(1).isEmpty ? "" : Messages.moreMails + "\n"
          }))
    }
  }

  private func next() throws -> [MailRecord] {
    let page = try page(min(MailList.size, left))
    last = page.last ?? last
    left -= page.count
    return page
  }

  private func page(_ limit: Int) throws -> [MailRecord] {
    guard let store, limit > 0 else { return [] }
    return try store.mails(filter, after: last, limit: limit)
  }
}

extension MailRecord {
  /// What it is about, on a line.
  var title: String {
    VisibleText.line(
      VisibleText.cut(text ?? Product.spokenTitle, characters: 60, bytes: 240))
  }

  fileprivate func line(_ context: Context) -> String {
    let when = (ended ?? tried).map { context.when($0) } ?? ""
    let again = again.map { Messages.mailAgain(context.when($0)) }
    let address = VisibleText.line(recipient)
    let to = Messages.purpose(purpose).map { "\(address) (\($0))" } ?? address
    let state = Messages.mailState(self, saying: state == .accepted ? nil : reply)
    return [
      String(reminder), title, to, when, state, again,
    ].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "  ")
  }

  /// As `list --plain` has it, followed by the recipient and the reason.
  fileprivate func plainLine(_ context: Context) -> String {
    let time = (ended ?? tried)?.rfc3339(in: context.local.zone) ?? ""
    let text = JSON.escaped(text ?? Product.defaultTitle)
    let (to, why) = (JSON.escaped(recipient), reason?.rawValue ?? "")
    return "\(reminder)\t\(time)\t\(state.rawValue)\t\(text)\t\(to)\t\(why)"
  }

  var members: [(name: String, value: JSON)] {
    [
      ("id", .number(reminder)), ("text", text.map(JSON.string) ?? .null),
      ("to", .string(recipient)), ("account", .string(account)),
      ("template", template.map(JSON.string) ?? .null), ("purpose", .string(purpose.text)),
      ("state", .string(state.rawValue)),
      ("reason", reason.map { .string($0.rawValue) } ?? .null),
      ("attempt", .number(Int64(attempts))),
      ("claimed_ms", tried.map { .number($0.milliseconds) } ?? .null),
      ("ended_ms", ended.map { .number($0.milliseconds) } ?? .null),
      ("again_ms", again.map { .number($0.milliseconds) } ?? .null),
      ("reply", reply.map(JSON.string) ?? .null),
    ]
  }
}
