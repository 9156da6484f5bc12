import CivilTime
import Reminders

/// What the daemon finds when it starts, or when time itself has changed under it.
extension ReminderStore {
  /// Deliveries that an earlier daemon had claimed and not recorded: shown or not, nobody can
  /// tell. A popup may still be on the screen, so it waits for the server like any unknown one; a
  /// line is written again. Both are marked as a possible repeat. What was answered or cancelled
  /// meanwhile is over.
  /// - Parameter deliveries: what this daemon itself has claimed.
  package func adoptInterrupted(
    but deliveries: [Int64], at now: Instant
  ) throws(StoreError) {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        UPDATE delivery SET reason = 'interrupted', possible_repeat = 1,
          state = CASE channel WHEN 'stdout' THEN 'scheduled' ELSE 'unknown' END
        WHERE state NOT IN ('accepted', 'failed') AND state = 'claimed'
          AND id NOT IN (SELECT value FROM json_each(?))
        """
      ).run(.text(JSON.array(deliveries.map(JSON.number)).text))
      try database.statement(
        """
        UPDATE delivery SET state = 'failed', ended_ms = ?,
          reason = CASE (SELECT state FROM occurrence o WHERE o.id = delivery.occurrence)
            WHEN 'cancelled' THEN 'cancelled' ELSE 'answered' END
        WHERE state NOT IN ('accepted', 'failed')
          AND state IN ('scheduled', 'unknown') AND reason = 'interrupted' AND channel <> 'mail'
          AND (SELECT ended_ms IS NOT NULL FROM occurrence o WHERE o.id = delivery.occurrence)
        """
      ).run(Value(now))
    }
  }

  /// Gives everything that has fired and that nobody has accepted a delivery on `planned`'s
  /// channel too: an earlier daemon may have been told other channels.
  package func adoptUnaccepted(as planned: PlannedDelivery) throws(StoreError) {
    try attempt { () throws(SQLiteError) in
      let occurrences = try database.statement(
        """
        SELECT DISTINCT o.id FROM delivery d JOIN occurrence o ON o.id = d.occurrence
        WHERE d.state NOT IN ('accepted', 'failed') AND o.state = 'scheduled'
          AND d.purpose = 'due' AND d.channel <> 'mail'
          AND NOT (d.state = 'held' AND coalesce(d.reason, '') IN ('paused', 'quiet'))
        ORDER BY o.due_ms
        """
      ).rows { $0.integer(0) }
      for occurrence in occurrences { try add(planned, for: .due, to: occurrence) }
    }
  }

  /// Moves what has not fired to another instant, and with it the start of a series of elapsed
  /// time: its grid keeps its distances.
  package func move(
    _ occurrence: DueOccurrence, to due: Instant, at moment: ClockReading
  ) throws(StoreError) {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        UPDATE occurrence SET due_ms = ?
        WHERE id = ? AND state = 'scheduled' AND fired_ms IS NULL
        """
      ).run(Value(due), .integer(occurrence.occurrence))
      try database.statement(
        "UPDATE delivery SET at_ms = at_ms + ? WHERE occurrence = ? AND at_ms IS NOT NULL"
      ).run(.integer(due.since(occurrence.due)), .integer(occurrence.occurrence))
      guard let shift = occurrence.trigger.shift(at: moment) else { return }
      try database.statement("UPDATE reminder SET wall = ? WHERE id = ?").run(
        Value(TriggerColumns(occurrence.trigger.moved(by: shift)).wall),
        .integer(occurrence.reminder))
    }
  }

  /// Gives up popups that are still owed, of what was accepted elsewhere and fired by `limit`.
  package func abandon(firedUpTo limit: Instant, at now: Instant) throws(StoreError) {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        UPDATE delivery SET state = 'failed', reason = 'out-of-time', ended_ms = ?
        WHERE state NOT IN ('accepted', 'failed')
          AND channel = 'desktop' AND state IN ('held', 'unknown')
          AND (SELECT state <> 'scheduled' AND fired_ms <= ? FROM occurrence o
            WHERE o.id = delivery.occurrence)
        """
      ).run(Value(now), Value(limit))
    }
  }

  /// When the earliest of those fired that `abandon` will have to give up one day.
  package func firstOwedPopup() throws(StoreError) -> Instant? {
    try attempt { () throws(SQLiteError) in
      try database.number(
        """
        SELECT min(o.fired_ms) FROM delivery d JOIN occurrence o ON o.id = d.occurrence
        WHERE d.state NOT IN ('accepted', 'failed')
          AND d.channel = 'desktop' AND d.state IN ('held', 'unknown') AND o.state <> 'scheduled'
        """
      ).map(Instant.init(stored:))
    }
  }

  /// For a delivery that was handed over from memory: what it would have had by now.
  /// - Parameter mails: what it is given as well, and nobody could hand over from memory.
  /// - Returns: its row, claimed; nil where the occurrence was cancelled meanwhile.
  package func fireLate(
    _ due: DueOccurrence, on channel: Channel, at fired: Instant, in zone: Zone,
    with mails: [PlannedDelivery]
  ) throws(StoreError) -> Int64? {
    let planned = [PlannedDelivery(channel)] + mails
    guard try fire(due, as: planned, at: fired, in: zone) else { return nil }
    let delivery = try attempt { () throws(SQLiteError) in
      try database.statement("SELECT id FROM delivery WHERE occurrence = ? AND channel = ?")
        .row(.integer(due.occurrence), .text(channel.rawValue)) { $0.integer(0) }
    }
    if let delivery { try claim(delivery, at: fired) }
    return delivery
  }
}
