import CivilTime
import Reminders

/// Why nothing was cancelled.
package enum CancelError: Error, Equatable {
  /// These ids name no reminder, or one that is finished (then with the state that it is in).
  case notPending([(id: Int64, state: OccurrenceState?)])
  case store(StoreError)

  package static func == (a: CancelError, b: CancelError) -> Bool {
    switch (a, b) {
    case (.notPending(let x), .notPending(let y)):
      x.elementsEqual(y) { $0.id == $1.id && $0.state == $1.state }
    case (.store(let x), .store(let y)): x == y
    case (.notPending, .store), (.store, .notPending): false
    }
  }
}

extension ReminderStore {
  /// Cancels all of `ids`, or where one of them cannot be cancelled none.
  /// - Returns: what was cancelled, in the order asked for.
  package func cancel(_ ids: [Int64], at now: Instant) throws(CancelError) -> [Entry] {
    let mapped = { (error: SQLiteError) in CancelError.store(.database(error)) }
    return try database.transaction(mapped) { () throws(CancelError) in
      var cancelled: [Entry] = []
      var refused: [(id: Int64, state: OccurrenceState?)] = []
      for id in ids {
        do throws(StoreError) {
          let entry = try entry(of: id)
          if let entry, try cancel(reminder: id, at: now) {
            cancelled.append(entry)
          } else {
            refused.append((id, entry?.state))
          }
        } catch { throw .store(error) }
      }
      guard refused.isEmpty else { throw .notPending(refused) }
      return cancelled
    }
  }

  /// Cancels everything that is not finished.
  /// - Parameters:
  ///   - shownAfter: as in `outstanding`.
  ///   - naming: how many of them are to be returned.
  /// - Returns: how many reminders that were, and the first of them.
  package func cancelAll(
    at now: Instant, shownAfter: Instant, tag: String? = nil, naming: Int
  ) throws(StoreError) -> (count: Int, first: [Entry]) {
    var count = 0
    var first: [Entry] = []
    // In pages, so that a million do not stop other writers for seconds.
    while true {
      let page =
        try outstanding(after: .start, limit: 500, shownAfter: shownAfter, tag: tag)
        + pending(after: .start, limit: 500, tag: tag)
      if page.isEmpty { return (count, first) }
      let cancelled = try transaction { () throws(StoreError) in
        var cancelled: [Entry] = []
        for entry in page {
          // One that finished meanwhile is nobody's loss.
          if try cancel(reminder: entry.id, at: now) { cancelled.append(entry) }
        }
        return cancelled
      }
      if cancelled.isEmpty { return (count, first) }
      count += cancelled.count
      first += cancelled.prefix(naming - first.count)
    }
  }

  /// Moves all that is unfinished of one reminder to `cancelled`, with the deliveries that still
  /// wait.
  private func cancel(reminder: Int64, at now: Instant) throws(StoreError) -> Bool {
    try attempt { () throws(SQLiteError) in
      let open = try database.statement(
        """
        SELECT id, state FROM occurrence
        WHERE reminder = ? AND ended_ms IS NULL AND state IN ('scheduled', 'unanswered')
        """
      ).rows(.integer(reminder)) { (id: $0.integer(0), state: $0.text(1)) }
      guard !open.isEmpty else { return false }
      try change(.cancelled, of: reminder, open.map(\.id), at: now) {
        () throws(SQLiteError) in
        for occurrence in open {
          let state = OccurrenceState(rawValue: occurrence.state) ?? .scheduled
          try end(occurrence.id, as: .cancelled, from: state, at: now)
        }
        return []
      }
      return true
    }
  }
}

extension Biography {
  /// Still to come, or shown and not answered.
  package var isUnfinished: Bool {
    entry.ended == nil && (entry.state == .scheduled || entry.state == .unanswered)
  }
}
