import CivilTime
import Reminders
import Scheduler

/// What is over or was shown, page by page, the newest first.
final class HistoryPages: Pages {
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
    let page = try page(min(HistoryPages.size, left))
    guard let last = page.last, last.historyKey != key else { return [] }
    key = last.historyKey
    left -= page.count
    return page
  }

  func rest() throws -> String? { try page(1).isEmpty ? nil : Words.moreHistory }

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
