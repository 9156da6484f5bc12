import CivilTime
import Reminders

/// Deliveries that wait for their channel, or for the end of a pause or of quiet hours.
extension ReminderStore {
  /// What waits for the end of a pause or of quiet hours.
  static func isSilenced(_ alias: String = "") -> String {
    "\(alias)state = 'held' AND coalesce(\(alias)reason, '') IN ('paused', 'quiet')"
  }

  /// What waits for its channel, and may go when the channel can be used again.
  private static let waitsForChannel = """
    \(SQL.isOpen()) AND channel = ? AND state IN ('held', 'unknown')
    AND coalesce(reason, '') NOT IN ('paused', 'quiet') AND NOT (state = 'unknown' AND attempt >= 3)
    """

  /// Popups that a server refused, which showed as many as it can.
  private static let isRefused =
    "\(SQL.isOpen()) AND channel = 'desktop' AND state = 'held' AND reason = 'refused'"

  /// Lets everything go that waited for `channel`, except what waits for the end of a pause, and what
  /// was sent three times in vain: the server may crash over it. What may have been shown is
  /// marked so.
  /// - Returns: how many deliveries those are.
  @discardableResult
  package func release(_ channel: Channel) throws(StoreError) -> Int {
    try database.run(
      """
      UPDATE delivery SET possible_repeat = max(possible_repeat, state = 'unknown'),
        state = 'scheduled'
      WHERE \(ReminderStore.waitsForChannel)
      """, .text(channel.rawValue))
  }

  /// Whether a delivery waits for `channel` to become usable.
  package func hasHeld(on channel: Channel) throws(StoreError) -> Bool {
    try database.hasRow(
      "SELECT 1 FROM delivery WHERE \(ReminderStore.waitsForChannel) LIMIT 1",
      .text(channel.rawValue))
  }

  /// Whether a delivery waits for its turn on `channel`.
  package func isWaiting(for channel: Channel) throws(StoreError) -> Bool {
    try database.hasRow(
      "SELECT 1 FROM delivery WHERE \(SQL.isOpen()) AND channel = ? AND state = 'scheduled' LIMIT 1",
      .text(channel.rawValue))
  }

  /// Lets go once more what was sent to the desktop three times in vain.
  /// - Parameter withInterrupted: also what the daemon itself ended over, each of those times.
  /// - Returns: how many deliveries those are.
  package func releaseUnanswered(withInterrupted: Bool) throws(StoreError) -> Int {
    try database.run(
      """
      UPDATE delivery SET possible_repeat = 1, state = 'scheduled'
      WHERE \(SQL.isOpen()) AND channel = 'desktop'
        AND state = 'unknown' AND attempt >= 3 AND (reason <> 'interrupted' OR ?)
      """, Value(withInterrupted))
  }

  /// Whether a delivery waits because its server showed as many popups as it can.
  package func hasRefused() throws(StoreError) -> Bool {
    try database.hasRow("SELECT 1 FROM delivery WHERE \(ReminderStore.isRefused) LIMIT 1")
  }

  /// Lets one go that waited for a server to have room: the one that was refused least often, so
  /// that none that is refused for itself keeps the others waiting.
  package func releaseRefused() throws(StoreError) {
    try database.run(
      """
      UPDATE delivery SET state = 'scheduled' WHERE id = (
        SELECT id FROM delivery WHERE \(ReminderStore.isRefused) ORDER BY attempt, id LIMIT 1)
      """)
  }

  /// Lets everything go that waited for the end of a pause or of quiet hours.
  package func releasePaused() throws(StoreError) {
    try database.run(
      """
      UPDATE delivery SET state = 'scheduled'
      WHERE \(SQL.isOpen()) AND \(ReminderStore.isSilenced())
      """)
  }

  /// The same for what is critical by now.
  /// - Returns: how many deliveries those are.
  package func releaseCritical() throws(StoreError) -> Int {
    try database.run(
      """
      UPDATE delivery SET state = 'scheduled'
      WHERE \(SQL.isOpen()) AND \(ReminderStore.isSilenced())
        AND (SELECT r.options ->> '$.urgency' FROM occurrence o
          JOIN reminder r ON r.id = o.reminder WHERE o.id = delivery.occurrence) = 'critical'
      """)
  }

  /// Makes everything that is scheduled on `channel` wait for `holdReason` to go away.
  /// - Parameters:
  ///   - instead: a channel that is to have those as well that none has accepted.
  ///   - withClaimed: also what the channel has in hand, in its turn.
  package func hold(
    _ channel: Channel, for holdReason: HoldReason, instead: Channel?, withClaimed: Bool = false
  ) throws(StoreError) {
    if let instead {
      try database.run(
        """
        INSERT INTO delivery(occurrence, channel, purpose, state)
        SELECT d.occurrence, ?2, d.purpose, 'scheduled'
        FROM delivery d JOIN occurrence o ON o.id = d.occurrence
        WHERE \(SQL.isOpen("d.")) AND d.channel = ?1 AND (d.state <> 'claimed' OR ?3)
          AND NOT (\(ReminderStore.isSilenced("d.")))
          AND (o.state = 'scheduled' OR d.purpose <> 'due')
        ORDER BY d.id
        ON CONFLICT(occurrence, channel, purpose) DO NOTHING
        """, .text(channel.rawValue), .text(instead.rawValue), Value(withClaimed))
    }
    try database.run(
      """
      UPDATE delivery SET state = 'held', reason = ?2
      WHERE \(SQL.isOpen()) AND channel = ?1 AND state = 'scheduled'
      """, .text(channel.rawValue), .text(holdReason.rawValue))
  }

  /// Whether something waits for a standard output that is not read, and no popup has shown it.
  package func missesOutput() throws(StoreError) -> Bool {
    try database.hasRow(
      """
      SELECT 1 FROM delivery d
      WHERE \(SQL.isOpen("d.")) AND d.channel = 'stdout'
        AND d.state = 'held' AND d.reason = 'output-closed'
        AND NOT EXISTS (SELECT 1 FROM delivery p WHERE p.occurrence = d.occurrence
          AND p.channel = 'desktop' AND p.purpose = d.purpose AND p.state = 'accepted')
      LIMIT 1
      """)
  }

  /// When the pause ends; nil if there is none. It may have ended already.
  package func pauseEnd() throws(StoreError) -> Instant? {
    try database.number("SELECT value FROM state WHERE name = 'pause_until'")
      .map(Instant.init(stored:))
  }

  /// Begins a pause, or gives it another end; nil ends it. It is logged, and can be undone.
  package func setPause(until end: Instant?, at now: Instant) throws(StoreError) {
    try transaction { () throws(StoreError) in
      let before = try pauseEnd().flatMap { $0 > now ? $0 : nil }
      try writePause(until: end)
      // One that had ended by itself leaves nothing to undo.
      guard end != before else { return }
      try log(
        .paused, of: ReminderStore.noReminder, occurrence: nil, at: now,
        before: JSON.array([before.map { .number($0.milliseconds) } ?? .null]).text)
    }
  }

  /// Puts back the pause that was there before a change, unless it would be over by now.
  func restorePause(_ before: String, at now: Instant) throws(StoreError) {
    let end = try database.number("SELECT ? ->> 0", .text(before)).map(Instant.init(stored:))
    try writePause(until: end.flatMap { $0 > now ? $0 : nil })
  }

  private func writePause(until end: Instant?) throws(StoreError) {
    try database.run("DELETE FROM state WHERE name = 'pause_until'")
    guard let end else { return }
    try database.run("INSERT INTO state(name, value) VALUES('pause_until', ?)", Value(end))
  }
}
