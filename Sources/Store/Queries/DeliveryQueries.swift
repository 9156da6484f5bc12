import CivilTime
import Reminders

/// One delivery that an occurrence gets when it fires.
package struct PlannedDelivery: Sendable, Equatable {
  package var channel: Channel
  /// Nil: as soon as the channel is free. Otherwise it waits for this to go away.
  package var holdReason: HoldReason?

  package init(_ channel: Channel, waitingFor holdReason: HoldReason? = nil) {
    self.channel = channel
    self.holdReason = holdReason
  }
}

extension Alert {
  /// The columns that `init` reads, of `delivery d`, `occurrence o` and `reminder r`.
  /// - Parameter fired: from when its lateness counts.
  static func columns(fired: String = "o.fired_ms") -> String {
    """
    d.id, r.id, r.uid, r.text, o.due_ms, \(fired), o.missed, d.purpose, d.possible_repeat,
    r.options, r.language
    """
  }

  /// The tables of `columns`.
  static let tables = """
    delivery d LEFT JOIN occurrence o ON o.id = d.occurrence
    LEFT JOIN reminder r ON r.id = o.reminder
    """

  init(_ row: Row) throws(StoreError) {
    guard row.integer(1) != 0 else { throw .invalidContent }
    self.init(
      delivery: row.integer(0), reminder: row.integer(1), uid: row.text(2),
      text: row.optionalText(3), due: row.instant(4), fired: row.instant(5),
      missed: row.count(6), purpose: Purpose(text: row.text(7)),
      options: ReminderOptions(column: row.text(9)), isPossibleRepeat: row.flag(8),
      language: row.optionalText(10))
  }
}

/// How a delivery is handed over, and its outcome: the daemon writes here.
extension ReminderStore {
  /// Gives an occurrence a delivery on one more channel; none if it has one that is not over.
  func add(
    _ planned: PlannedDelivery, for purpose: Purpose, to occurrence: Int64
  ) throws(StoreError) {
    guard try !insert(planned, for: purpose, to: occurrence) else { return }
    // One that was given up makes room: it is a new one, for those who watch too.
    let failed = try database.number(
      """
      SELECT id FROM delivery
      WHERE occurrence = ? AND channel = ? AND purpose = ? AND state = 'failed'
      """, .integer(occurrence), .text(planned.channel.rawValue), .text(purpose.text))
    guard let failed else { return }
    try database.run("DELETE FROM attempt WHERE delivery = ?", .integer(failed))
    try database.run("DELETE FROM delivery WHERE id = ?", .integer(failed))
    _ = try insert(planned, for: purpose, to: occurrence)
  }

  /// - Returns: false if there is one already.
  func insert(
    _ planned: PlannedDelivery, for purpose: Purpose, to occurrence: Int64
  ) throws(StoreError) -> Bool {
    try database.run(
      """
      INSERT INTO delivery(occurrence, channel, purpose, state, reason) VALUES(?, ?, ?, ?, ?)
      ON CONFLICT(occurrence, channel, purpose) DO NOTHING
      """, .integer(occurrence), .text(planned.channel.rawValue), .text(purpose.text),
      .text((planned.holdReason == nil ? DeliveryState.scheduled : .held).rawValue),
      Value(planned.holdReason?.rawValue)) == 1
  }

  /// Whose delivery it is; nil if there is none.
  func occurrenceAndPurpose(
    of delivery: Int64
  ) throws(StoreError) -> (occurrence: Int64, purpose: Purpose)? {
    try database.row("SELECT occurrence, purpose FROM delivery WHERE id = ?", .integer(delivery)) {
      ($0.integer(0), Purpose(text: $0.text(1)))
    }
  }

  /// Whether `delivery` is of the reminder `uid`, as `isOccurrence`.
  package func isDelivery(_ delivery: Int64, of uid: String) throws(StoreError) -> Bool {
    try database.hasRow(
      """
      SELECT 1 FROM \(SQL.deliveries)
      WHERE d.id = ? AND r.uid = ?
      """, .integer(delivery), .text(uid))
  }

  /// The next deliveries that wait for `channel` to be free, in order.
  /// - Parameter busy: accounts whose mails are left out.
  package func nextDeliveries(
    on channel: Channel, after delivery: Int64 = 0, limit: Int, notOf busy: [String] = []
  ) throws(StoreError) -> [Alert] {
    try database.rows(
      """
      SELECT \(Alert.columns()) FROM \(Alert.tables)
      WHERE \(SQL.isOpen("d.")) AND d.channel = ? AND d.state = 'scheduled' AND d.id > ?
        AND coalesce(r.options ->> '$.mail.account', '') NOT IN (SELECT value FROM json_each(?))
      ORDER BY d.id LIMIT ?
      """, .text(channel.rawValue), .integer(delivery), Value(busy), Value(limit),
      read: Alert.init)
  }

  /// Marks a delivery as being handed over. Nothing of a mail goes yet, but the attempt counts.
  /// - Returns: false if it has been cancelled meanwhile.
  @discardableResult
  package func claim(_ delivery: Int64, at now: Instant) throws(StoreError) -> Bool {
    try database.run(
      """
      UPDATE delivery
      SET state = 'claimed', attempt = attempt + 1, claimed_ms = ?, closed_ms = NULL
      WHERE id = ? AND state = 'scheduled'
      """, Value(now), .integer(delivery)) == 1
  }

  /// Writes the outcome of a claimed delivery, or of one that was given up as unknown.
  /// - Parameter instead: a channel that is to have it as well, since this one could not.
  package func record(
    _ result: Outcome, of delivery: Int64, at now: Instant, instead: Channel?
  ) throws(StoreError) {
    switch result {
    case .accepted(let server, let notification):
      try database.run(
        """
        UPDATE delivery SET state = 'accepted', server = ?, product = ?,
          version = ?, notification = ?, ended_ms = ?, closed_ms = NULL
        WHERE id = ? AND state IN ('claimed', 'unknown')
        """, Value(server?.uniqueName), Value(server?.product), Value(server?.version),
        Value(notification.map(Int64.init)), Value(now), .integer(delivery))
      try database.run(
        """
        UPDATE occurrence SET state = 'unanswered'
        WHERE id = (SELECT occurrence FROM delivery WHERE id = ? AND state = 'accepted'
          AND purpose NOT LIKE 'before:%') AND state = 'scheduled'
        """, .integer(delivery))
    case .held(let reason): try keepWaiting(delivery, in: .held, reason)
    case .unknown(let reason): try keepWaiting(delivery, in: .unknown, reason)
    }
    if let instead, let (occurrence, purpose) = try occurrenceAndPurpose(of: delivery) {
      try add(PlannedDelivery(instead), for: purpose, to: occurrence)
    }
  }

  /// A claimed delivery goes on to wait; one that was cancelled meanwhile is over.
  private func keepWaiting(
    _ delivery: Int64, in state: DeliveryState, _ reason: HoldReason
  ) throws(StoreError) {
    try database.run(
      """
      UPDATE delivery SET
        state = CASE WHEN (SELECT state FROM occurrence WHERE id = delivery.occurrence)
          IN ('scheduled', 'unanswered') THEN ?2 ELSE 'failed' END,
        reason = CASE (SELECT state FROM occurrence WHERE id = delivery.occurrence)
          WHEN 'scheduled' THEN ?3 WHEN 'unanswered' THEN ?3
          WHEN 'cancelled' THEN 'cancelled' ELSE 'answered' END
      WHERE id = ?1 AND state IN ('claimed', 'unknown')
      """, .integer(delivery), .text(state.rawValue), .text(reason.rawValue))
  }

  /// After one that insists was shown: when it is shown again, unless it is answered first.
  package func scheduleNag(
    after alert: Alert, on channel: Channel, at now: Instant
  ) throws(StoreError) {
    guard let nag = alert.options.nag, !alert.purpose.isAnnouncement, channel != .mail else {
      return
    }
    let shown = if case .nag(let number) = alert.purpose { number } else { 1 }
    let times = channel == .stdout ? min(nag.times, ReminderOptions.Nag.mostPrinted) : nag.times
    guard shown < times, let at = now.advanced(by: nag.every) else { return }
    let open = try database.number(
      """
      SELECT o.id FROM delivery d JOIN occurrence o ON o.id = d.occurrence
      WHERE d.id = ? AND o.state = 'unanswered' AND o.ended_ms IS NULL
      """, .integer(alert.delivery))
    if let open { try addAlarm(.nag(shown + 1), to: open, at: at) }
  }

  /// Gives up a delivery of something that has become too late to be of use while it waited.
  package func expire(_ delivery: Int64, at now: Instant) throws(StoreError) {
    guard let (occurrence, _) = try occurrenceAndPurpose(of: delivery) else { return }
    try end(occurrence, as: .expired, from: .scheduled, at: now, because: .tooLate)
  }

  /// Gives up what waits of an occurrence; what is in a channel's hands is recorded by itself. The mail of
  /// what is shown as well goes all the same, unless it is cancelled: its recipient has not
  /// answered. What is only mailed is over with its answer; snoozed, it would be mailed twice.
  func abandonDeliveries(
    of occurrence: Int64, because reason: HoldReason, at now: Instant
  ) throws(StoreError) {
    var isOver = reason == .cancelled
    if reason == .answered {
      isOver =
        try database.number(
          """
          SELECT r.options ->> '$.mail.only' FROM occurrence o JOIN reminder r ON r.id = o.reminder
          WHERE o.id = ?
          """, .integer(occurrence)) ?? 0 != 0
    }
    try removeAlarms(
      isOver ? "occurrence = ?" : "occurrence = ? AND purpose <> 'mail-retry'", .integer(occurrence)
    )
    var waiting = Deliveries(
      "occurrence = ? AND state IN ('scheduled', 'held', 'unknown') AND at_ms IS NULL",
      .integer(occurrence))
    if !isOver { waiting = waiting.and("(channel <> 'mail' OR purpose = 'unanswered')") }
    try giveUp(waiting, because: reason, at: now)
  }

  /// Deliveries that an earlier daemon had claimed and not recorded: it is not known whether they were
  /// shown. A popup may still be on the screen, so it waits for the server like any unknown one; a
  /// line is written again. Both are marked as a possible repeat. What was answered or cancelled
  /// meanwhile is over. A mail that was never let go is put back.
  /// - Parameter deliveries: what this daemon itself has claimed.
  package func adoptInterrupted(but deliveries: [Int64], at now: Instant) throws(StoreError) {
    let claimed = Deliveries(
      "state = 'claimed' AND id NOT IN (SELECT value FROM json_each(?))", Value(deliveries))
    try release(claimed.and("channel = 'mail' AND closed_ms IS NULL"))
    try update(
      claimed,
      """
      reason = 'interrupted', possible_repeat = 1,
      state = CASE channel WHEN 'stdout' THEN 'scheduled' ELSE 'unknown' END
      """)
    try update(
      Deliveries(
        """
        state IN ('scheduled', 'unknown') AND reason = 'interrupted' AND channel <> 'mail'
        AND (SELECT ended_ms IS NOT NULL FROM occurrence o WHERE o.id = delivery.occurrence)
        """),
      """
      state = 'failed', ended_ms = ?,
      reason = CASE (SELECT state FROM occurrence o WHERE o.id = delivery.occurrence)
        WHEN 'cancelled' THEN 'cancelled' ELSE 'answered' END
      """, Value(now))
  }

  /// Gives everything that has fired and that no channel has accepted a delivery on `planned`'s
  /// channel too: an earlier daemon may have been told other channels.
  package func adoptUnaccepted(as planned: PlannedDelivery) throws(StoreError) {
    let occurrences = try database.rows(
      """
      SELECT DISTINCT o.id FROM delivery d JOIN occurrence o ON o.id = d.occurrence
      WHERE \(SQL.isOpen("d.")) AND o.state = 'scheduled' AND d.purpose = 'due'
        AND d.channel <> 'mail' AND NOT (\(SQL.isSilenced("d.")))
      ORDER BY o.due_ms
      """
    ) { $0.integer(0) }
    for occurrence in occurrences { try add(planned, for: .due, to: occurrence) }
  }

  /// Gives up popups that are still owed, of what was accepted elsewhere and fired by `limit`.
  package func abandon(firedUpTo limit: Instant, at now: Instant) throws(StoreError) {
    let old = Deliveries.owedPopups.and("\(SQL.fired) <= ?", Value(limit))
    try giveUp(old, because: .outOfTime, at: now)
  }

  /// When the earliest of those fired that `abandon` will have to give up one day.
  package func firstOwedPopup() throws(StoreError) -> Instant? {
    try numbers("min(\(SQL.fired))", of: .owedPopups).first.map(Instant.init(stored:))
  }

  /// For a delivery that was handed over from memory: the rows that it would have had by now.
  /// - Parameter mails: what it is given as well, and cannot be handed over from memory.
  /// - Returns: its row, claimed; nil if the occurrence was cancelled meanwhile.
  package func fireLate(
    _ due: DueOccurrence, on channel: Channel, at fired: Instant, in zone: Zone,
    with mails: [PlannedDelivery]
  ) throws(StoreError) -> Int64? {
    let planned = [PlannedDelivery(channel)] + mails
    guard try fire(due, as: planned, at: fired, in: zone) else { return nil }
    let delivery = try database.number(
      "SELECT id FROM delivery WHERE occurrence = ? AND channel = ?", .integer(due.occurrence),
      .text(channel.rawValue))
    if let delivery { try claim(delivery, at: fired) }
    return delivery
  }
}
