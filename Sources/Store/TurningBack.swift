import CivilTime

/// What a clock that was ahead has done to series, once it is set right.
extension ReminderStore {
  /// Whether anything was taken up later than now: then the clock was ahead.
  package func hasFired(after now: Instant) throws(StoreError) -> Bool {
    try attempt { () throws(SQLiteError) in
      try database.number("SELECT max(fired_ms) FROM occurrence WHERE fired_ms IS NOT NULL")
        .map { $0 > now.milliseconds } ?? false
    }
  }

  /// Takes the pending occurrence of a series on the wall, which has gone on by a clock that was ahead,
  /// back to the first place after `now` that it has not had: it would stay away for as long as the
  /// clock was ahead. What was shown or left out keeps its place, and is not shown again.
  /// - Parameter zone: the one that it keeps to (`DueOccurrence.zone(or:)`).
  package func takeBack(
    _ pending: DueOccurrence, at now: Instant, in zone: Zone
  ) throws(StoreError) {
    guard case .series = pending.trigger, pending.place != nil else { return }
    try attempt { () throws(SQLiteError) in
      let last =
        try database.statement(
          "SELECT max(fired_ms) FROM occurrence WHERE reminder = ? AND series_ms IS NOT NULL"
        ).row(.integer(pending.reminder)) { $0.optionalInteger(0) } ?? nil
      guard let last, last > now.milliseconds else { return }
      var next = pending.trigger.next(after: now, in: zone)
      while let due = next, due < pending.due {
        // Whoever has this place already keeps it.
        try database.statement(
          """
          UPDATE OR IGNORE occurrence SET due_ms = ?, series_ms = ?
          WHERE id = ? AND state = 'scheduled' AND fired_ms IS NULL
          """
        ).run(
          Value(due), Value(pending.trigger.place(of: due, in: zone)),
          .integer(pending.occurrence))
        if database.changes == 1 {
          try database.statement("DELETE FROM delivery WHERE occurrence = ? AND at_ms IS NOT NULL")
            .run(.integer(pending.occurrence))
          return try announce(pending.occurrence, due: due, pending.options, at: now)
        }
        next = pending.trigger.next(after: due, in: zone)
      }
    }
  }

  /// Whether a series has an occurrence that is still to come.
  func hasPending(of reminder: Int64) throws(SQLiteError) -> Bool {
    try database.statement(
      """
      SELECT 1 FROM occurrence WHERE reminder = ? AND series_ms IS NOT NULL AND fired_ms IS NULL
        AND state = 'scheduled' LIMIT 1
      """
    ).row(.integer(reminder)) { _ in true } ?? false
  }
}
