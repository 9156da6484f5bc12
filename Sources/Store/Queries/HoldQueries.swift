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

/// Alarms: deliveries that lie in the future and have no channel yet. Announcements before the
/// time, showings again and again, showings once more, mails that are tried again.
extension ReminderStore {
  /// Adds one; a second for the same purpose changes nothing.
  func addAlarm(_ purpose: Purpose, to occurrence: Int64, at: Instant) throws(StoreError) {
    try database.run(
      """
      INSERT INTO delivery(occurrence, channel, purpose, state, at_ms)
      VALUES(?, 'any', ?, 'scheduled', ?) ON CONFLICT(occurrence, channel, purpose) DO NOTHING
      """, .integer(occurrence), .text(purpose.text), Value(at))
  }

  /// Adds the announcements of an occurrence that is due at `due`, except those that are past.
  func announce(
    _ occurrence: Int64, due: Instant, _ options: ReminderOptions, at now: Instant
  ) throws(StoreError) {
    for early in options.before {
      if let at = due.advanced(by: -early), at > now {
        try addAlarm(.before(early), to: occurrence, at: at)
      }
    }
  }

  /// The same for one whose time or options have changed.
  func announceAgain(
    _ occurrence: Int64, due: Instant, _ options: ReminderOptions, at now: Instant
  ) throws(StoreError) {
    try database.run(
      "DELETE FROM delivery WHERE occurrence = ? AND at_ms IS NOT NULL", .integer(occurrence))
    try announce(occurrence, due: due, options, at: now)
  }

  /// When the earliest is to be delivered; nil if there is none.
  package func nextAlarm() throws(StoreError) -> Instant? {
    try database.number("SELECT min(at_ms) FROM delivery WHERE at_ms IS NOT NULL")
      .map(Instant.init(stored:))
  }

  /// Turns up to `limit` alarms whose time has come into deliveries.
  /// - Parameter planned: the deliveries for one with these options, and for this purpose.
  /// - Returns: how many there were.
  package func ring(
    at now: Instant, limit: Int, as planned: (ReminderOptions, Purpose) -> [PlannedDelivery]
  ) throws(StoreError) -> Int {
    let due = try database.rows(
      """
      SELECT d.id, d.occurrence, d.purpose, r.options, o.fired_ms IS NULL FROM \(Alert.tables)
      WHERE d.at_ms IS NOT NULL AND d.at_ms <= ? ORDER BY d.at_ms, o.due_ms, r.id LIMIT ?
      """, Value(now), Value(limit)
    ) {
      (
        id: $0.integer(0), occurrence: $0.integer(1), purpose: Purpose(text: $0.text(2)),
        options: $0.optionalText(3), isPending: $0.flag(4)
      )
    }
    for alarm in due {
      guard let options = alarm.options else { throw .nonsense }
      try database.run("DELETE FROM delivery WHERE id = ?", .integer(alarm.id))
      // An announcement of an occurrence that has fired meanwhile has nothing left to announce.
      guard alarm.isPending || !alarm.purpose.isAnnouncement else { continue }
      if alarm.purpose == .mailRetry {
        try releaseMail(of: alarm.occurrence)
        continue
      }
      for delivery in planned(ReminderOptions(column: options), alarm.purpose) {
        try add(delivery, for: alarm.purpose, to: alarm.occurrence)
      }
    }
    return due.count
  }

  /// Has one that was shown come again by another rule from now on, or no more.
  func insist(
    on occurrence: Int64, by nag: ReminderOptions.Nag?, at now: Instant
  ) throws(StoreError) {
    try database.run(
      "DELETE FROM delivery WHERE occurrence = ? AND at_ms IS NOT NULL AND purpose LIKE 'nag:%'",
      .integer(occurrence))
    let nags = try database.number(
      "SELECT count(DISTINCT purpose) FROM delivery WHERE occurrence = ? AND purpose LIKE 'nag:%'",
      .integer(occurrence))
    let shown = 1 + Int(nags ?? 0)
    guard let nag, shown < nag.times, let at = now.advanced(by: nag.every) else { return }
    try addAlarm(.nag(shown + 1), to: occurrence, at: at)
  }

  /// Shows once more what has been shown and has not been answered.
  func showAgain(_ occurrence: Int64, at now: Instant) throws(StoreError) {
    let shown = try database.number(
      "SELECT count(*) FROM delivery WHERE occurrence = ? AND purpose LIKE 'again:%'",
      .integer(occurrence))
    try addAlarm(.again(Int(shown ?? 0) + 1), to: occurrence, at: now)
  }

  /// Shows once more everything that fired after `limit`, was shown, and waits for an answer.
  /// - Returns: how many those are.
  @discardableResult
  package func showUnansweredAgain(
    firedAfter limit: Instant, at now: Instant
  ) throws(StoreError) -> Int {
    let open = try database.rows(
      """
      SELECT id FROM occurrence o
      WHERE fired_ms IS NOT NULL AND fired_ms > ? AND state = 'unanswered' AND ended_ms IS NULL
        AND NOT EXISTS (SELECT 1 FROM delivery d WHERE d.occurrence = o.id
          AND d.channel <> 'mail' AND d.purpose NOT IN ('mail-retry', 'unanswered')
          AND \(SQL.isOpen("d.")))
      ORDER BY fired_ms
      """, Value(limit)
    ) { $0.integer(0) }
    for occurrence in open { try showAgain(occurrence, at: now) }
    return open.count
  }
}
