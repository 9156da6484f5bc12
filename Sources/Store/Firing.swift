import CivilTime
import Reminders

/// One delivery that an occurrence gets when it fires.
package struct PlannedDelivery: Sendable, Equatable {
  package var channel: Channel
  /// Nil: as soon as the channel is free. Otherwise it waits for this to go away.
  package var obstacle: HoldReason?

  package init(_ channel: Channel, waitingFor obstacle: HoldReason? = nil) {
    self.channel = channel
    self.obstacle = obstacle
  }
}

/// When an occurrence's time has come: who writes here is the daemon.
extension ReminderStore {
  /// Marks an occurrence as taken up, writes its deliveries, and makes the one that follows in its
  /// series, so that no end of this program can break a series off. Of a series that was missed
  /// for a while the newest fires, and knows how many it stands for; what is later than its
  /// `maxLate` expires.
  /// - Parameter zone: the one that it keeps to (`DueOccurrence.zone(or:)`).
  /// - Returns: false where it has been cancelled or moved meanwhile; then nothing was written.
  @discardableResult
  package func fire(
    _ due: DueOccurrence, as planned: [PlannedDelivery], at now: Instant, in zone: Zone
  ) throws(StoreError) -> Bool {
    try attempt { () throws(SQLiteError) in
      var fired = due
      var missed = 0
      if due.place != nil,
        let passed = due.trigger.missed(after: due.due, through: now, in: zone)
      {
        fired.due = passed.newest
        fired.place = due.trigger.place(of: passed.newest, in: zone)
        missed = passed.count
      }
      if due.trigger.recurrence != nil { missed += try supersede(due, at: now) }
      try database.statement(
        """
        UPDATE occurrence SET fired_ms = ?, due_ms = ?, series_ms = ?, missed = ?
        WHERE id = ? AND state = 'scheduled' AND fired_ms IS NULL AND due_ms = ?
        """
      ).run(
        Value(now), Value(fired.due), Value(fired.place), .integer(Int64(missed)),
        .integer(due.occurrence), Value(due.due))
      guard database.changes == 1 else { return false }
      for delivery in planned { try add(delivery, for: .due, to: due.occurrence) }
      if let wait = due.options.mail?.ifUnanswered, let at = now.advanced(by: wait) {
        try addAlarm(.unanswered, to: due.occurrence, at: at)
      }
      if let maxLate = due.options.maxLate, now.since(fired.due) > maxLate {
        try end(due.occurrence, as: .expired, from: .scheduled, at: now, because: .tooLate)
      }
      _ = try insertNext(after: fired, at: now, in: zone)
      return true
    }
  }

  /// Ends what has fired of the same series before and is still open: a newer one stands for it.
  /// - Returns: how many of those no channel has accepted, with those they stood for.
  private func supersede(_ due: DueOccurrence, at now: Instant) throws(SQLiteError) -> Int {
    let older = try database.statement(
      """
      SELECT id, state, missed FROM occurrence
      WHERE reminder = ? AND id <> ? AND series_ms IS NOT NULL AND fired_ms IS NOT NULL
        AND ended_ms IS NULL AND state IN ('scheduled', 'unanswered')
      """
    ).rows(.integer(due.reminder), .integer(due.occurrence)) {
      (id: $0.integer(0), state: $0.text(1), missed: $0.count(2))
    }
    var missed = 0
    for occurrence in older {
      if occurrence.state == OccurrenceState.scheduled.rawValue { missed += 1 + occurrence.missed }
      try database.statement(
        """
        UPDATE occurrence SET ended_ms = ?,
          state = CASE state WHEN 'scheduled' THEN 'expired' ELSE state END WHERE id = ?
        """
      ).run(Value(now), .integer(occurrence.id))
      try abandonDeliveries(of: occurrence.id, because: .superseded, at: now)
    }
    return missed
  }
}
