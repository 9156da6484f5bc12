import Reminders

/// Deliveries that wait for their channel, or for the end of a silence.
extension ReminderStore {
  /// Lets everything that waited for `channel` go, but what waits for the end of a pause, and what
  /// was sent three times in vain: it may be what the server falls over. What may have been shown is
  /// marked so.
  /// - Returns: how many deliveries those are.
  @discardableResult
  package func release(_ channel: Channel) throws(StoreError) -> Int {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        UPDATE delivery SET possible_repeat = max(possible_repeat, state = 'unknown'),
          state = 'scheduled'
        WHERE state NOT IN ('accepted', 'failed') AND channel = ?
          AND state IN ('held', 'unknown') AND coalesce(reason, '') NOT IN ('paused', 'quiet')
          AND NOT (state = 'unknown' AND attempt >= 3)
        """
      ).run(.text(channel.rawValue))
      return database.changes
    }
  }

  /// Lets go once more what was sent to the desktop three times in vain.
  /// - Parameter withInterrupted: also what the daemon itself ended over, each of those times.
  /// - Returns: how many deliveries those are.
  package func releaseUnanswered(withInterrupted: Bool) throws(StoreError) -> Int {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        UPDATE delivery SET possible_repeat = 1, state = 'scheduled'
        WHERE state NOT IN ('accepted', 'failed') AND channel = 'desktop'
          AND state = 'unknown' AND attempt >= 3 AND (reason <> 'interrupted' OR ?)
        """
      ).run(.integer(withInterrupted ? 1 : 0))
      return database.changes
    }
  }

  /// Whether a delivery waits because its server showed as many popups as it can.
  package func hasRefused() throws(StoreError) -> Bool {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT 1 FROM delivery
        WHERE state NOT IN ('accepted', 'failed') AND channel = 'desktop'
          AND state = 'held' AND reason = 'refused' LIMIT 1
        """
      ).row { _ in true } ?? false
    }
  }

  /// Lets one go that waited for a server to have room: the one that was refused least often, so
  /// that none that is refused for itself keeps the others waiting.
  package func releaseRefused() throws(StoreError) {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        UPDATE delivery SET state = 'scheduled' WHERE id = (
          SELECT id FROM delivery
          WHERE state NOT IN ('accepted', 'failed') AND channel = 'desktop'
            AND state = 'held' AND reason = 'refused' ORDER BY attempt, id LIMIT 1)
        """
      ).run()
    }
  }

  /// Lets everything go that waited for the end of a pause or of quiet hours.
  package func releasePaused() throws(StoreError) {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        UPDATE delivery SET state = 'scheduled'
        WHERE state NOT IN ('accepted', 'failed') AND state = 'held'
          AND reason IN ('paused', 'quiet')
        """
      ).run()
    }
  }

  /// The same for what is critical by now.
  /// - Returns: how many deliveries those are.
  package func releaseCritical() throws(StoreError) -> Int {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        UPDATE delivery SET state = 'scheduled'
        WHERE state NOT IN ('accepted', 'failed') AND state = 'held'
          AND reason IN ('paused', 'quiet')
          AND (SELECT r.options ->> '$.urgency' FROM occurrence o
            JOIN reminder r ON r.id = o.reminder WHERE o.id = delivery.occurrence) = 'critical'
        """
      ).run()
      return database.changes
    }
  }

  /// Makes everything that is scheduled on `channel` wait for `obstacle` to go away.
  /// - Parameters:
  ///   - instead: a channel that is to have those as well that none has accepted.
  ///   - withClaimed: also what the channel has in hand, in its turn.
  package func hold(
    _ channel: Channel, for obstacle: HoldReason, instead: Channel?, withClaimed: Bool = false
  ) throws(StoreError) {
    try attempt { () throws(SQLiteError) in
      if let instead {
        try database.statement(
          """
          INSERT INTO delivery(occurrence, channel, purpose, state)
          SELECT d.occurrence, ?2, d.purpose, 'scheduled'
          FROM delivery d JOIN occurrence o ON o.id = d.occurrence
          WHERE d.state NOT IN ('accepted', 'failed')
            AND d.channel = ?1 AND (d.state <> 'claimed' OR ?3)
            AND NOT (d.state = 'held' AND coalesce(d.reason, '') IN ('paused', 'quiet'))
            AND (o.state = 'scheduled' OR d.purpose <> 'due')
          ORDER BY d.id
          ON CONFLICT(occurrence, channel, purpose) DO NOTHING
          """
        ).run(.text(channel.rawValue), .text(instead.rawValue), .integer(withClaimed ? 1 : 0))
      }
      try database.statement(
        """
        UPDATE delivery SET state = 'held', reason = ?2
        WHERE state NOT IN ('accepted', 'failed')
          AND channel = ?1 AND state = 'scheduled'
        """
      ).run(.text(channel.rawValue), .text(obstacle.rawValue))
    }
  }

  /// Whether a delivery waits for its turn on `channel`.
  package func isWaiting(for channel: Channel) throws(StoreError) -> Bool {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT 1 FROM delivery
        WHERE state NOT IN ('accepted', 'failed') AND channel = ?
          AND state = 'scheduled' LIMIT 1
        """
      ).row(.text(channel.rawValue)) { _ in true } ?? false
    }
  }

  /// Whether something waits for a standard output that nobody reads, and no popup has shown it.
  package func missesOutput() throws(StoreError) -> Bool {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT 1 FROM delivery d
        WHERE d.state NOT IN ('accepted', 'failed') AND d.channel = 'stdout'
          AND d.state = 'held' AND d.reason = 'output-closed'
          AND NOT EXISTS (SELECT 1 FROM delivery p WHERE p.occurrence = d.occurrence
            AND p.channel = 'desktop' AND p.purpose = d.purpose AND p.state = 'accepted')
        LIMIT 1
        """
      ).row { _ in true } ?? false
    }
  }

  /// Whether a delivery waits for `channel` to become usable.
  package func hasHeld(on channel: Channel) throws(StoreError) -> Bool {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT 1 FROM delivery
        WHERE state NOT IN ('accepted', 'failed') AND channel = ?
          AND state IN ('held', 'unknown') AND coalesce(reason, '') NOT IN ('paused', 'quiet')
          AND NOT (state = 'unknown' AND attempt >= 3) LIMIT 1
        """
      ).row(.text(channel.rawValue)) { _ in true } ?? false
    }
  }
}
