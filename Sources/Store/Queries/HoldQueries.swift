import CivilTime
import Reminders

/// A set of deliveries that are not through, by what their rows in `delivery` have.
package struct Deliveries: Sendable {
  /// With a `?` for each value.
  let condition: String
  let values: [Value]

  init(_ condition: String, _ values: Value...) {
    self.init("\(SQL.isOpen()) AND \(condition)", values: values)
  }

  private init(_ condition: String, values: [Value]) {
    self.condition = condition
    self.values = values
  }

  /// Those of them that have this, too.
  func and(_ condition: String, _ values: Value...) -> Deliveries {
    Deliveries("\(self.condition) AND \(condition)", values: self.values + values)
  }
}

extension Deliveries {
  /// What waits for its turn on a channel.
  package static func scheduled(on channel: Channel) -> Deliveries {
    Deliveries("channel = ? AND state = 'scheduled'", .text(channel.rawValue))
  }

  /// What waits for a channel to become usable, except what waits for the end of a pause, and what was sent
  /// three times in vain: the server may crash over it.
  package static func held(on channel: Channel) -> Deliveries {
    Deliveries(
      """
      channel = ? AND state IN ('held', 'unknown') AND coalesce(reason, '') NOT IN ('paused', 'quiet')
      AND NOT (state = 'unknown' AND attempt >= 3)
      """, .text(channel.rawValue))
  }

  /// What was sent to the desktop three times in vain.
  /// - Parameter withInterrupted: also what the daemon itself ended over, each of those times.
  package static func unanswered(withInterrupted: Bool) -> Deliveries {
    Deliveries(
      """
      channel = 'desktop' AND state = 'unknown' AND attempt >= 3 AND (reason <> 'interrupted' OR ?)
      """, Value(withInterrupted))
  }

  /// Popups that a server refused, since it showed as many as it can.
  package static let refused = Deliveries(
    "channel = 'desktop' AND state = 'held' AND reason = 'refused'")

  /// Popups that are still owed, of what was accepted elsewhere.
  static let owedPopups = Deliveries(
    """
    channel = 'desktop' AND state IN ('held', 'unknown')
    AND (SELECT state FROM occurrence o WHERE o.id = delivery.occurrence) <> 'scheduled'
    """)

  /// What waits for the end of a pause or of quiet hours.
  package static let silenced = Deliveries(SQL.isSilenced())

  /// What does so and is critical by now.
  package static let silencedCritical = silenced.and(
    """
    (SELECT r.options ->> '$.urgency' FROM occurrence o JOIN reminder r ON r.id = o.reminder
      WHERE o.id = delivery.occurrence) = 'critical'
    """)

  /// What waits for a standard output that is not read, and no popup has shown.
  package static let missedOutput = Deliveries(
    """
    channel = 'stdout' AND state = 'held' AND reason = 'output-closed'
    AND NOT EXISTS (SELECT 1 FROM delivery p WHERE p.occurrence = delivery.occurrence
      AND p.channel = 'desktop' AND p.purpose = delivery.purpose AND p.state = 'accepted')
    """)

  /// Mails that wait or are being sent.
  /// - Parameter reminder: of this one alone; nil: of all.
  package static func mails(of reminder: Int64? = nil) -> Deliveries {
    let all = Deliveries("channel = 'mail'")
    guard let reminder else { return all }
    return all.and(
      "occurrence IN (SELECT id FROM occurrence WHERE reminder = ?)", .integer(reminder))
  }

  /// Mails whose bytes do not change any more.
  package static func writtenMails(of reminder: Int64) -> Deliveries {
    mails(of: reminder).and("(attempt > 0 OR state = 'claimed')")
  }

  /// Mails that were never tried: bytes of theirs may have been written for a time that did not come.
  package static func untriedMails(of reminder: Int64) -> Deliveries {
    mails(of: reminder).and("attempt = 0")
  }

  /// Mails that wait, and may have been sent.
  package static func doubtfulMails(of reminder: Int64?) -> Deliveries {
    mails(of: reminder).and("state IN ('held', 'unknown') AND reason = 'outcome_unknown'")
  }

  /// Mails of an account that go next, with nothing in their way.
  package static func mailsToGo(by account: String, of reminder: Int64?) -> Deliveries {
    mails(of: reminder).and("state = 'scheduled' AND \(SQL.account) = ?", .text(account))
  }

  /// Mails that wait for a reason to go away.
  package static func mails(heldFor reason: HoldReason) -> Deliveries {
    mails().and("state = 'held' AND reason = ?", .text(reason.rawValue))
  }
}

/// What is asked of a set of deliveries, and done to it.
extension ReminderStore {
  /// Whether there is any.
  package func has(_ deliveries: Deliveries) throws(StoreError) -> Bool {
    try !numbers("1", of: deliveries, "LIMIT 1").isEmpty
  }

  /// How many there are.
  package func count(_ deliveries: Deliveries) throws(StoreError) -> Int {
    try numbers("id", of: deliveries).count
  }

  /// A column of their rows.
  package func ids(of deliveries: Deliveries) throws(StoreError) -> [Int64] {
    try numbers("id", of: deliveries)
  }

  /// A column of their rows, without rows in which it is NULL.
  func numbers(
    _ column: String, of deliveries: Deliveries, _ order: String = ""
  ) throws(StoreError) -> [Int64] {
    try database.statement(
      "SELECT \(column) FROM delivery WHERE \(deliveries.condition) \(order)"
    ).rows(deliveries.values) { $0.optionalInteger(0) }
  }

  /// Sets columns of theirs.
  /// - Parameter change: with a `?` for each of `values`.
  /// - Returns: how many there were.
  @discardableResult
  func update(
    _ deliveries: Deliveries, _ change: String, _ values: Value...
  ) throws(StoreError) -> Int {
    try database.statement("UPDATE delivery SET \(change) WHERE \(deliveries.condition)")
      .run(values + deliveries.values)
    return database.changes
  }

  /// Lets them go. What may have been shown, or sent, is marked so.
  /// - Returns: how many there were.
  @discardableResult
  package func release(_ deliveries: Deliveries) throws(StoreError) -> Int {
    try update(
      deliveries,
      "possible_repeat = max(possible_repeat, state = 'unknown'), state = 'scheduled'")
  }

  /// Lets one of them go: that which was tried least often, so that none that is refused for itself keeps the
  /// others waiting.
  package func releaseOne(of deliveries: Deliveries) throws(StoreError) {
    let first = try numbers("id", of: deliveries, "ORDER BY attempt, id LIMIT 1").first
    if let first { try release(deliveries.and("id = ?", .integer(first))) }
  }

  func giveUp(
    _ deliveries: Deliveries, because reason: HoldReason, at now: Instant
  ) throws(StoreError) {
    try update(
      deliveries, "state = 'failed', reason = ?, ended_ms = ?", .text(reason.rawValue), Value(now))
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
          AND NOT (\(SQL.isSilenced("d.")))
          AND (o.state = 'scheduled' OR d.purpose <> 'due')
        ORDER BY d.id
        ON CONFLICT(occurrence, channel, purpose) DO NOTHING
        """, .text(channel.rawValue), .text(instead.rawValue), Value(withClaimed))
    }
    try update(
      .scheduled(on: channel), "state = 'held', reason = ?", .text(holdReason.rawValue))
  }
}

extension ReminderStore {
  /// When the pause ends; nil if there is none. It may have ended already.
  package func pauseEnd() throws(StoreError) -> Instant? {
    try database.number("SELECT value FROM state WHERE name = 'pause_until'")
      .map(Instant.init(stored:))
  }

  /// Begins a pause, or gives it another end; nil ends it. It is logged, and can be undone.
  package func setPause(until end: Instant?, at now: Instant) throws(StoreError) {
    try database.transaction { () throws(StoreError) in
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

  func removeAlarms(_ condition: String, _ values: Value...) throws(StoreError) {
    try database.statement("DELETE FROM delivery WHERE at_ms IS NOT NULL AND \(condition)")
      .run(values)
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
    try removeAlarms("occurrence = ?", .integer(occurrence))
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
      guard let options = alarm.options else { throw .invalidContent }
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
    try removeAlarms("occurrence = ? AND purpose LIKE 'nag:%'", .integer(occurrence))
    let shown =
      try 1
      + database.count(
        "SELECT count(DISTINCT purpose) FROM delivery WHERE occurrence = ? AND purpose LIKE 'nag:%'",
        .integer(occurrence))
    guard let nag, shown < nag.times, let at = now.advanced(by: nag.every) else { return }
    try addAlarm(.nag(shown + 1), to: occurrence, at: at)
  }

  /// Shows once more what has been shown and has not been answered.
  func showAgain(_ occurrence: Int64, at now: Instant) throws(StoreError) {
    let shown = try database.count(
      "SELECT count(*) FROM delivery WHERE occurrence = ? AND purpose LIKE 'again:%'",
      .integer(occurrence))
    try addAlarm(.again(shown + 1), to: occurrence, at: now)
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
