import CivilTime
import Configuration
import Localization
import Reminders
import Store

/// Reminders, a page at a time. No transaction is open between pages, so a slow reader keeps no
/// writer waiting.
final class PagedList {
  private static let size = 500

  private enum Part { case unanswered, held, upcoming, past }

  let context: Context
  private let store: ReminderStore?
  private let since: Instant
  private let tag: String?
  private var left: Int
  private var key: PageKey
  private var parts: ArraySlice<Part>

  /// What is not finished, by due time: first what was shown and waits for an answer, then what is
  /// held, then what is upcoming.
  /// - Parameters:
  ///   - tag: only those with this tag; nil for all.
  ///   - limit: how many entries at most.
  convenience init(open store: ReminderStore?, _ context: Context, tag: String? = nil, limit: Int) {
    self.init(
      [.unanswered, .held, .upcoming], store, context, since: context.shownAfter, tag, limit)
  }

  /// Only what is upcoming, all of it.
  convenience init(upcoming store: ReminderStore?, _ context: Context, tag: String?) {
    self.init([.upcoming], store, context, since: context.now, tag, .max)
  }

  /// What is over or was shown, the newest first.
  convenience init(
    past store: ReminderStore?, _ context: Context, since: Instant = .earliest, tag: String? = nil,
    limit: Int
  ) {
    self.init([.past], store, context, since: since, tag, limit)
  }

  private init(
    _ parts: ArraySlice<Part>, _ store: ReminderStore?, _ context: Context, since: Instant,
    _ tag: String?, _ limit: Int
  ) {
    self.parts = parts
    self.store = store
    self.context = context
    self.since = since
    self.tag = tag
    left = limit
    isPast = parts == [.past]
    key = isPast ? .end : .start
  }

  private let isPast: Bool

  /// The next page; an empty one at the end.
  func next() throws -> [Entry] {
    while left > 0, let part = parts.first {
      let page = try page(of: part, after: key, min(PagedList.size, left))
      // A time that is none, in a store that was edited, would come again and again.
      if let last = page.last.map({ isPast ? $0.historyKey : $0.pageKey }), last != key {
        key = last
        left -= page.count
        return page
      }
      parts.removeFirst()
      key = .start
    }
    return []
  }

  private func page(of part: Part, after key: PageKey, _ limit: Int) throws -> [Entry] {
    guard let store else { return [] }
    switch part {
    case .unanswered, .held:
      return try store.outstanding(
        after: key, limit: limit, shownAfter: since, tag: tag,
        state: part == .held ? .scheduled : .unanswered)
    case .upcoming: return try store.pending(after: key, limit: limit, tag: tag)
    case .past: return try store.history(since: since, before: key, limit: limit, tag: tag)
    }
  }

  /// How many there are after what was taken, for people; nil if there is nothing.
  private func rest() throws -> String? {
    if isPast {
      return try parts.isEmpty || page(of: .past, after: key, 1).isEmpty
        ? nil : tr("... and more before (remindctl history | less shows all)")
    }
    let few = 1000
    var count = 0
    for part in parts where count <= few {
      count += try page(of: part, after: part == parts.first ? key : .start, few + 1).count
    }
    guard count <= few else {
      return tr("... and more than 1,000 more (remindctl list | less shows all)")
    }
    return count > 0 ? Messages.more(count) : nil
  }

  /// The list as the options want it.
  /// - Parameters:
  ///   - empty: the remark if there is nothing.
  ///   - opening: a line above all, for people.
  func result(
    _ arguments: Arguments, empty: String, opening: @autoclosure () throws -> String? = nil
  ) throws -> CommandResult {
    if arguments.has(.json) {
      return CommandResult(
        output: .json(isPast ? "history" : "reminders", next) { JSON.object(self.members(of: $0)) })
    }
    if arguments.has(.plain) {
      return CommandResult(output: .pages(next) { $0.map(self.plainLine).joined() })
    }
    let first = try next()
    let remarks = first.isEmpty ? [empty] : []
    let closing = { [self] in
      guard !first.isEmpty, context.terminal.isOutput, let rest = try rest() else { return "" }
      return rest + "\n"
    }
    if arguments.has(.sentences) {
      let lines = { [self] (page: [Entry]) in
        page.reduce(into: "") {
          $0 += (isPast ? context.spokenSentence(past: $1) : context.spokenSentence($1)) + "\n"
        }
      }
      let opening = try opening().map { $0 + "\n" } ?? ""
      return CommandResult(
        output: .pages(opening: opening, first: first, next, text: lines, closing: closing),
        remarks: remarks)
    }
    let table = TextTable(context.terminal)
    let above = try opening().map {
      context.terminal.styled($0, .attention) + (first.isEmpty ? "\n" : "\n\n")
    }
    return CommandResult(
      output: .pages(
        opening: above ?? "", first: first, next,
        text: { [self] page in
          table.text(of: page.map { isPast ? Row(past: $0, context) : Row($0, context) })
        }, closing: closing), remarks: remarks)
  }

  /// Id, time (RFC 3339), state and text, with tabs between them; the text with the escapes of JSON.
  private func plainLine(_ entry: Entry) -> String {
    let time = (isPast ? entry.past : entry.due).rfc3339(in: context.local.zone)
    let text = JSON.escaped(entry.text ?? Product.defaultTitle)
    return "\(entry.id)\t\(time)\t\(entry.state.rawValue)\t\(text)\n"
  }

  private func members(of entry: Entry) -> [(name: String, value: JSON)] {
    let (zone, past) = (context.local.zone, entry.past)
    var members = entry.members(in: zone)
    guard isPast else { return members }
    members += JSON.time("at", past, in: zone)
    if let fired = entry.fired {
      members.append(("late_ms", .number(max(0, fired.since(entry.due)))))
    }
    if entry.isSkipped { members.append(("skipped", .boolean(true))) }
    if let ended = entry.ended { members.append(("ended_ms", .number(ended.milliseconds))) }
    return members
  }
}

extension Arguments {
  /// How many rows a list has: as many as `--limit` says, otherwise 50 on a terminal and all of them
  /// elsewhere.
  func limit(_ context: Context) throws -> Int {
    let isForPeople = !has(.json) && !has(.plain)
    return try number(.limit) ?? (isForPeople && context.terminal.isOutput ? 50 : .max)
  }
}

extension Output {
  /// A list of any length in flat memory: `opening`, page after page, and `closing`.
  /// - Parameters:
  ///   - first: the first page, if it was read already.
  ///   - next: the next page; an empty one at the end.
  static func pages<Item>(
    opening: String = "", first: [Item]? = nil, _ next: @escaping () throws -> [Item],
    text: @escaping ([Item]) -> String, closing: @escaping () throws -> String = { "" }
  ) -> Output {
    var (opening, first, isDone) = (opening, first, false)
    return .pieces {
      guard !isDone else { return nil }
      let page = try first ?? next()
      isDone = page.isEmpty
      defer { (opening, first) = ("", nil) }
      return try opening + (isDone ? closing() : text(page))
    }
  }

  /// `{"schema":1,"reminders":[…]}`, a line for each of them.
  static func json<Item>(
    _ name: String, _ next: @escaping () throws -> [Item], _ value: @escaping (Item) -> JSON
  ) -> Output {
    var mark = "\n"
    return .pages(
      opening: #"{"schema":1,"\#(name)":["#, next,
      text: { page in
        page.reduce(into: "") { text, item in
          text += mark + value(item).text
          mark = ",\n"
        }
      }, closing: { "\n]}\n" })
  }
}
