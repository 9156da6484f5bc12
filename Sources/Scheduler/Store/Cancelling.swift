/// Why nothing was cancelled.
public enum CancelError: Error, Equatable {
  /// These ids name no reminder, or one that is finished (then with the state that it is in).
  case notPending([(id: Int64, state: OccurrenceState?)])
  case store(StoreError)

  public static func == (a: CancelError, b: CancelError) -> Bool {
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
  public func cancel(_ ids: [Int64], at now: Instant) throws(CancelError) -> [Entry] {
    let mapped = { (error: SQLiteError) in CancelError.store(.database(error)) }
    return try database.transaction(mapped) { () throws(CancelError) in
      var cancelled: [Entry] = []
      var refused: [(id: Int64, state: OccurrenceState?)] = []
      for id in ids {
        do throws(StoreError) {
          let life = try biography(of: id)
          if let life, try cancel(life, at: now) {
            cancelled.append(life.entry)
          } else {
            refused.append((id, life?.entry.state))
          }
        } catch { throw .store(error) }
      }
      guard refused.isEmpty else { throw .notPending(refused) }
      return cancelled
    }
  }

  /// Cancels everything that is not finished.
  /// - Returns: how many reminders that were.
  public func cancelAll(at now: Instant) throws(StoreError) -> Int {
    var count = 0
    // In pages, so that a million do not stop other writers for seconds.
    while true {
      let page =
        try outstanding(after: .start, limit: 500) + pending(after: .start, limit: 500)
      if page.isEmpty { return count }
      let cancelled = try transaction { () throws(StoreError) in
        var inPage = 0
        for entry in page {
          // One that finished meanwhile is nobody's loss.
          if let life = try biography(of: entry.id), try cancel(life, at: now) { inPage += 1 }
        }
        return inPage
      }
      if cancelled == 0 { return count }
      count += cancelled
    }
  }

  /// Moves all that is unfinished of one reminder to `cancelled`, with the deliveries that still
  /// wait.
  private func cancel(_ life: Biography, at now: Instant) throws(StoreError) -> Bool {
    guard life.isUnfinished else { return false }
    let id = life.entry.id
    return try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        UPDATE occurrence SET state = 'cancelled'
        WHERE reminder = ? AND (state = 'scheduled' OR state = 'unanswered' AND EXISTS(
          SELECT 1 FROM delivery d WHERE d.occurrence = occurrence.id
            AND d.state IN ('scheduled', 'claimed', 'held', 'unknown')))
        """
      ).run(.integer(id))
      guard database.changes > 0 else { return false }
      try database.statement(
        """
        UPDATE delivery SET state = 'failed', reason = 'cancelled', ended_ms = ?
        WHERE state IN ('scheduled', 'held', 'unknown')
          AND occurrence IN (SELECT id FROM occurrence WHERE reminder = ?)
        """
      ).run(Value(now), .integer(id))
      try log(
        .cancelled, of: id, occurrence: life.entry.occurrence, at: now,
        before: #"{"state":"\#(life.entry.state.rawValue)"}"#)
      return true
    }
  }
}

extension Biography {
  /// Not fired yet, or fired with a channel that still has to take it.
  public var isUnfinished: Bool {
    switch entry.state {
    case .scheduled: true
    case .unanswered:
      deliveries.contains { Lifecycle.next($0.state, .abandoned) != nil || $0.state == .claimed }
    case .done, .dismissed, .snoozed, .expired, .cancelled: false
    }
  }
}
