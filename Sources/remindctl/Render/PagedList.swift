import CivilTime
import Configuration
import Localization
import Reminders
import Store

/// Reminders, a page at a time. No transaction is open between pages, so a slow reader keeps no
/// writer waiting.
final class PagedList {
  /// How many rows a page has.
  static let size = 500

  enum Kind {
    /// What is not finished, by due time: first what was shown and waits for an answer, then what is
    /// held, then what is upcoming.
    case open
    /// Only what is upcoming.
    case upcoming
    /// What is over or was shown, the newest first.
    case past
  }

  private enum Part { case unanswered, held, upcoming, past }

  private let isPast: Bool
  private let store: ReminderStore?
  private let context: Context
  private let since: Instant
  private let tag: String?
  private var left: Int
  private var key: PageKey
  private var parts: ArraySlice<Part>
  /// Read, and not printed yet.
  private var pages: ArraySlice<[Entry]> = []

  /// - Parameters:
  ///   - since: of what is past; nil for all.
  ///   - tag: only those with this tag; nil for all.
  ///   - limit: how many entries at most.
  init(
    _ kind: Kind, of store: ReminderStore?, _ context: Context, since: Instant? = nil,
    tag: String? = nil, limit: Int = .max
  ) {
    parts =
      switch kind {
      case .open: [.unanswered, .held, .upcoming]
      case .upcoming: [.upcoming]
      case .past: [.past]
      }
    isPast = kind == .past
    self.store = store
    self.context = context
    self.since = since ?? (kind == .open ? context.shownAfter : .earliest)
    self.tag = tag
    left = limit
    key = isPast ? .end : .start
  }

  /// The next page; an empty one at the end.
  func next() throws -> [Entry] {
    if pages.isEmpty { pages = try read() }
    return pages.popFirst() ?? []
  }

  /// A page of each part, up to one that may have more. All are read at one instant: a reminder that is shown
  /// meanwhile changes its part, and would be in none.
  private func read() throws -> ArraySlice<[Entry]> {
    guard let store, left > 0 else { return [] }
    return try store.snapshot {
      var pages: ArraySlice<[Entry]> = []
      while left > 0, let part = parts.first {
        let limit = min(PagedList.size, left)
        let page = try page(of: part, after: key, limit)
        // A time that is none, in a store that was edited, would come again and again.
        if let last = page.last.map({ isPast ? $0.historyKey : $0.pageKey }), last != key {
          key = last
          left -= page.count
          pages.append(page)
          if page.count == limit { break }
        }
        parts.removeFirst()
        key = .start
      }
      return pages
    }
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
    let output = arguments.output(
      isPast ? "history" : "reminders", next, members: members, plain: plainLine)
    if let output { return CommandResult(output: output) }
    let first = try next()
    let isSpoken = arguments.has(.sentences)
    let table = TextTable(context.terminal)
    let above = try opening().map {
      isSpoken
        ? $0 + "\n" : context.terminal.styled($0, .attention) + (first.isEmpty ? "\n" : "\n\n")
    }
    let text = { [self] (page: [Entry]) in
      isSpoken
        ? page.map { context.spokenSentence($0, isPast: isPast) }.lines
        : table.text(of: page.map { Row($0, isPast: isPast, context) })
    }
    return CommandResult(
      output: .pages(
        opening: above ?? "", first: first, next, text: text,
        closing: { [self] in
          guard !first.isEmpty, context.terminal.isOutput, let rest = try rest() else { return "" }
          return rest + "\n"
        }), remarks: first.isEmpty ? [empty] : [])
  }

  /// Id, time (RFC 3339), state and text, with tabs between them; the text with the escapes of JSON.
  private func plainLine(_ entry: Entry) -> String {
    let time = (isPast ? entry.past : entry.due).rfc3339(in: context.local.zone)
    let text = JSON.escaped(entry.text ?? Product.defaultTitle)
    return "\(entry.id)\t\(time)\t\(entry.state.rawValue)\t\(text)"
  }

  private func members(of entry: Entry) -> JSON.Members {
    let zone = context.local.zone
    guard isPast else { return entry.members(in: zone) }
    return entry.members(in: zone) + JSON.time("at", entry.past, in: zone)
      + JSON.members([
        "late_ms": entry.fired.map { .number(max(0, $0.since(entry.due))) },
        "skipped": entry.isSkipped ? .boolean(true) : nil,
        "ended_ms": entry.ended.map(JSON.instant),
      ])
  }
}

extension Arguments {
  /// How many rows a list has: as many as `--limit` says, otherwise 50 on a terminal and all of them
  /// elsewhere.
  func limit(_ context: Context) throws -> Int {
    let isForPeople = !has(.json) && !has(.plain)
    return try number(.limit) ?? (isForPeople && context.terminal.isOutput ? 50 : .max)
  }

  /// A list as programs read it: in JSON, or a line for each; nil for one that people read.
  func output<Item>(
    _ name: String, _ next: @escaping () throws -> [Item],
    members: @escaping (Item) -> JSON.Members, plain: @escaping (Item) -> String
  ) -> Output? {
    if has(.json) { return .json(name, next, members) }
    return has(.plain) ? .pages(next) { $0.map(plain).lines } : nil
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
  fileprivate static func json<Item>(
    _ name: String, _ next: @escaping () throws -> [Item],
    _ members: @escaping (Item) -> JSON.Members
  ) -> Output {
    var mark = "\n"
    return .pages(
      opening: #"{"schema":1,"\#(name)":["#, next,
      text: { page in
        page.reduce(into: "") { text, item in
          text += mark + JSON.object(members(item)).text
          mark = ",\n"
        }
      }, closing: { "\n]}\n" })
  }
}
