import CivilTime
import Reminders
import Scheduler
import Store

/// Reminders a page at a time, and how each of them is printed. No transaction is open between pages,
/// so that nobody waits for a reader.
protocol PagedList: AnyObject {
  var context: Context { get }
  /// What they are together, in JSON.
  var name: String { get }

  /// The next page; an empty one at the end.
  func next() throws -> [Entry]
  /// How many there are behind what was taken, for people; nil where there is nothing.
  func rest() throws -> String?

  func row(of entry: Entry) -> Row
  func sentence(of entry: Entry) -> String
  func members(of entry: Entry) -> [(name: String, value: JSON)]
  /// The time that its line has.
  func time(of entry: Entry) -> Instant
}

/// What is not finished, page by page: first what was shown and waits for an answer, then what is
/// due and not shown yet, then what is to come.
final class OpenReminders: PagedList {
  private static let size = 500

  private enum Part: CaseIterable { case unanswered, toBeShown, pending }

  private let store: ReminderStore?
  let context: Context
  private let shownAfter: Instant
  private let tag: String?
  private var left: Int
  private var key = PageKey.start
  private var parts = Part.allCases[...]

  /// - Parameters:
  ///   - tag: only those with this tag; nil for all.
  ///   - limit: how many entries at most; nil for all.
  init(store: ReminderStore?, context: Context, tag: String? = nil, limit: Int?) {
    self.store = store
    self.context = context
    self.tag = tag
    shownAfter = context.shownAfter
    left = limit ?? .max
  }

  /// Only what is to come, all of it.
  init(pending store: ReminderStore?, context: Context, tag: String?) {
    self.store = store
    self.context = context
    self.tag = tag
    shownAfter = context.now
    left = .max
    parts = [.pending]
  }

  /// In the order of due times.
  func next() throws -> [Entry] {
    guard let store else { return [] }
    while left > 0, let part = parts.first {
      let page = try page(of: part, in: store, after: key, min(OpenReminders.size, left))
      // A time that is none, in a store that was edited, would come again and again.
      if let last = page.last, last.pageKey != key {
        key = last.pageKey
        left -= page.count
        return page
      }
      parts.removeFirst()
      key = .start
    }
    return []
  }

  private func page(
    of part: Part, in store: ReminderStore, after key: PageKey, _ limit: Int
  ) throws -> [Entry] {
    switch part {
    case .unanswered:
      try store.outstanding(
        after: key, limit: limit, shownAfter: shownAfter, tag: tag, state: .unanswered)
    case .toBeShown:
      try store.outstanding(
        after: key, limit: limit, shownAfter: shownAfter, tag: tag, state: .scheduled)
    case .pending: try store.pending(after: key, limit: limit, tag: tag)
    }
  }

  func rest() throws -> String? {
    guard let store else { return nil }
    let few = 1000
    var count = 0
    for part in parts where count <= few {
      let start = part == parts.first ? key : .start
      count += try page(of: part, in: store, after: start, few + 1).count
    }
    guard count <= few else { return Messages.moreThanThousand }
    return count > 0 ? Messages.more(count) : nil
  }

  let name = "reminders"
  func row(of entry: Entry) -> Row { Row(entry, context) }
  func sentence(of entry: Entry) -> String { context.sentence(entry) }
  func members(of entry: Entry) -> [(name: String, value: JSON)] {
    entry.members(in: context.local.zone)
  }
  func time(of entry: Entry) -> Instant { entry.due }
}

/// What is over or was shown, page by page, the newest first.
final class PastReminders: PagedList {
  private static let size = 500

  private let store: ReminderStore?
  let context: Context
  private let since: Instant
  private let tag: String?
  private var left: Int
  private var key = PageKey.end

  /// - Parameter limit: how many entries at most; nil for all.
  init(store: ReminderStore?, context: Context, since: Instant, tag: String?, limit: Int?) {
    self.store = store
    self.context = context
    self.since = since
    self.tag = tag
    left = limit ?? .max
  }

  func next() throws -> [Entry] {
    let page = try page(min(PastReminders.size, left))
    guard let last = page.last, last.historyKey != key else { return [] }
    key = last.historyKey
    left -= page.count
    return page
  }

  func rest() throws -> String? { try page(1).isEmpty ? nil : Messages.moreHistory }

  let name = "history"
  func row(of entry: Entry) -> Row { Row(past: entry, context) }
  func sentence(of entry: Entry) -> String { context.sentence(past: entry) }
  func time(of entry: Entry) -> Instant { entry.past }
  func members(of entry: Entry) -> [(name: String, value: JSON)] {
    let (zone, past) = (context.local.zone, entry.past)
    var members =
      entry.members(in: zone) + [
        ("at", .string(past.rfc3339(in: zone))), ("at_ms", .number(past.milliseconds)),
      ]
    if let fired = entry.fired {
      members.append(("late_ms", .number(max(0, fired.since(entry.due)))))
    }
    if entry.isSkipped { members.append(("skipped", .boolean(true))) }
    if let ended = entry.ended { members.append(("ended_ms", .number(ended.milliseconds))) }
    return members
  }

  private func page(_ limit: Int) throws -> [Entry] {
    guard let store, limit > 0 else { return [] }
    return try store.history(since: since, before: key, limit: limit, tag: tag)
  }
}
