import Scheduler

/// What is not finished, page by page: first what is due and not shown yet, then what is to come.
/// No transaction is open between pages, so that nobody waits for a reader.
final class EntryPages {
  private static let size = 500

  private let store: ReminderStore?
  let context: Context
  private var left: Int
  private var key = PageKey.start
  /// Whether the next page begins with what has fired.
  private var isOutstanding = true

  /// - Parameter limit: how many entries at most; nil for all.
  init(store: ReminderStore?, context: Context, limit: Int?) {
    self.store = store
    self.context = context
    left = limit ?? .max
  }

  /// The next page, in the order of due times; an empty one at the end.
  func next() throws(Failure) -> [Entry] {
    guard let store, left > 0 else { return [] }
    let size = min(EntryPages.size, left)
    if isOutstanding {
      let page = try context.attempt { () throws(StoreError) in
        try store.outstanding(after: key, limit: size, shownAfter: context.shownAfter)
      }
      if !page.isEmpty { return taken(page) }
      isOutstanding = false
      key = .start
    }
    return taken(
      try context.attempt { () throws(StoreError) in try store.pending(after: key, limit: size) })
  }

  private func taken(_ page: [Entry]) -> [Entry] {
    if let last = page.last { key = last.pageKey }
    left -= page.count
    return page
  }

  /// How many there are behind what was taken; nil for more than a thousand.
  func rest() throws(Failure) -> Int? {
    guard let store else { return 0 }
    let few = 1000
    return try context.attempt { () throws(StoreError) in
      var count = 0
      if isOutstanding {
        count += try store.outstanding(
          after: key, limit: few + 1, shownAfter: context.shownAfter
        ).count
      }
      if count <= few {
        count += try store.pending(after: isOutstanding ? .start : key, limit: few + 1).count
      }
      return count > few ? nil : count
    }
  }
}
