import CivilTime
import Reminders
import Scheduler

/// What is not finished, page by page: first what was shown and waits for an answer, then what is
/// due and not shown yet, then what is to come.
final class EntryPages: Pages {
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
      let page = try entries(of: part, in: store, after: key, min(EntryPages.size, left))
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

  private func entries(
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
      count += try entries(of: part, in: store, after: start, few + 1).count
    }
    guard count <= few else { return Words.moreThanThousand }
    return count > 0 ? Words.more(count) : nil
  }

  let name = "reminders"
  func row(of entry: Entry) -> Row { Row(entry, context) }
  func sentence(of entry: Entry) -> String { context.sentence(entry) }
  func members(of entry: Entry) -> [(name: String, value: JSON)] {
    entry.members(in: context.local.zone)
  }
  func time(of entry: Entry) -> Instant { entry.due }
}
