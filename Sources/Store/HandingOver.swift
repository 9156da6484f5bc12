import CivilTime
import Reminders

/// How a delivery is handed over, and what becomes of it: who writes here is the daemon.
extension ReminderStore {
  /// Gives an occurrence a delivery on one more channel; none where it has one that is not over.
  package func add(
    _ planned: PlannedDelivery, for purpose: Purpose, to occurrence: Int64
  ) throws(SQLiteError) {
    guard try !insert(planned, for: purpose, to: occurrence) else { return }
    // One that was given up makes room: it is a new one, for those who watch too.
    if planned.channel == .mail { try deleteAttempts(at: purpose, of: occurrence) }
    try database.statement(
      """
      DELETE FROM delivery
      WHERE occurrence = ? AND channel = ? AND purpose = ? AND state = 'failed'
      """
    ).run(.integer(occurrence), .text(planned.channel.rawValue), .text(purpose.text))
    if database.changes == 1 { _ = try insert(planned, for: purpose, to: occurrence) }
  }

  /// - Returns: false where there is one already.
  private func insert(
    _ planned: PlannedDelivery, for purpose: Purpose, to occurrence: Int64
  ) throws(SQLiteError) -> Bool {
    try database.statement(
      """
      INSERT INTO delivery(occurrence, channel, purpose, state, reason) VALUES(?, ?, ?, ?, ?)
      ON CONFLICT(occurrence, channel, purpose) DO NOTHING
      """
    ).run(
      .integer(occurrence), .text(planned.channel.rawValue), .text(purpose.text),
      .text((planned.obstacle == nil ? DeliveryState.scheduled : .held).rawValue),
      Value(planned.obstacle?.rawValue))
    return database.changes == 1
  }

  /// The next deliveries that wait for `channel` to be free, in order.
  package func nextDeliveries(
    on channel: Channel, after delivery: Int64, limit: Int
  ) throws(StoreError) -> [Alert] {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT d.id, r.id, r.uid, r.text, o.due_ms, o.fired_ms, o.missed, d.purpose,
          d.possible_repeat, r.options, r.language
        FROM delivery d LEFT JOIN occurrence o ON o.id = d.occurrence
          LEFT JOIN reminder r ON r.id = o.reminder
        WHERE d.state NOT IN ('accepted', 'failed')
          AND d.channel = ? AND d.state = 'scheduled' AND d.id > ?
        ORDER BY d.id LIMIT ?
        """
      ).rows(
        .text(channel.rawValue), .integer(delivery), .integer(Int64(limit)), read: alertRow
      ).map { (row) throws(SQLiteError) in try alert(row) }
    }
  }

  /// The columns of an `Alert`, its options not yet read.
  typealias AlertRow = (alert: Alert, options: String)

  /// Reads the columns that `nextDeliveries` selects, in its order.
  func alertRow(_ row: Row) -> AlertRow {
    let alert = Alert(
      delivery: row.integer(0), reminder: row.integer(1), uid: row.text(2),
      text: row.optionalText(3), due: row.instant(4), fired: row.instant(5),
      missed: row.count(6), purpose: Purpose(text: row.text(7)),
      isPossibleRepeat: row.integer(8) != 0, language: row.optionalText(10))
    return (alert, row.text(9))
  }

  func alert(_ row: AlertRow) throws(SQLiteError) -> Alert {
    guard row.alert.reminder != 0 else { throw IntegrityCheck.orphan }
    var alert = row.alert
    alert.options = try options(row.options)
    return alert
  }

  /// Marks a delivery as being handed over.
  /// - Returns: false where it has been cancelled meanwhile.
  @discardableResult
  package func claim(_ delivery: Int64, at now: Instant) throws(StoreError) -> Bool {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        UPDATE delivery SET state = 'claimed', attempt = attempt + 1, claimed_ms = ?
        WHERE id = ? AND state = 'scheduled'
        """
      ).run(Value(now), .integer(delivery))
      return database.changes == 1
    }
  }

  /// Writes what became of a claimed delivery, or of one that was given up as unknown.
  /// - Parameter instead: a channel that is to have it as well, since this one could not.
  package func record(
    _ outcome: Outcome, of delivery: Int64, at now: Instant, instead: Channel?
  ) throws(StoreError) {
    try attempt { () throws(SQLiteError) in
      switch outcome {
      case .accepted(let server, let notification):
        try database.statement(
          """
          UPDATE delivery SET state = 'accepted', server = ?, product = ?,
            version = ?, notification = ?, ended_ms = ?, closed_ms = NULL
          WHERE id = ? AND state IN ('claimed', 'unknown')
          """
        ).run(
          Value(server?.uniqueName), Value(server?.product), Value(server?.version),
          Value(notification.map(Int64.init)), Value(now), .integer(delivery))
        try database.statement(
          """
          UPDATE occurrence SET state = 'unanswered'
          WHERE id = (SELECT occurrence FROM delivery WHERE id = ? AND state = 'accepted'
            AND purpose NOT LIKE 'before:%') AND state = 'scheduled'
          """
        ).run(.integer(delivery))
      case .held(let obstacle): try leave(delivery, in: .held, obstacle)
      case .unknown(let obstacle): try leave(delivery, in: .unknown, obstacle)
      }
      if let instead {
        let row = try database.statement("SELECT occurrence, purpose FROM delivery WHERE id = ?")
          .row(.integer(delivery)) { ($0.integer(0), Purpose(text: $0.text(1))) }
        if let (occurrence, purpose) = row {
          try add(PlannedDelivery(instead), for: purpose, to: occurrence)
        }
      }
    }
  }

  /// After one that insists was shown: when it is shown again, unless it is answered first.
  package func scheduleNag(after alert: Alert, on channel: Channel, at now: Instant)
    throws(StoreError)
  {
    guard let nag = alert.options.nag, !alert.purpose.isAnnouncement, channel != .mail else {
      return
    }
    let shown = if case .nag(let number) = alert.purpose { number } else { 1 }
    let times =
      channel == .stdout ? min(nag.times, ReminderOptions.Nag.mostPrinted) : nag.times
    guard shown < times, let at = now.advanced(by: nag.every) else { return }
    try attempt { () throws(SQLiteError) in
      let open = try database.statement(
        """
        SELECT o.id FROM delivery d JOIN occurrence o ON o.id = d.occurrence
        WHERE d.id = ? AND o.state = 'unanswered' AND o.ended_ms IS NULL
        """
      ).row(.integer(alert.delivery)) { $0.integer(0) }
      if let open { try addAlarm(.nag(shown + 1), to: open, at: at) }
    }
  }

  /// Gives up a delivery of something that has become too late to be of use while it waited.
  package func expire(_ delivery: Int64, at now: Instant) throws(StoreError) {
    try attempt { () throws(SQLiteError) in
      let occurrence = try database.statement("SELECT occurrence FROM delivery WHERE id = ?")
        .row(.integer(delivery)) { $0.integer(0) }
      guard let occurrence else { return }
      try end(occurrence, as: .expired, from: .scheduled, at: now, because: .tooLate)
    }
  }

  /// A claimed delivery goes on to wait; one that was cancelled meanwhile is over.
  private func leave(
    _ delivery: Int64, in state: DeliveryState, _ obstacle: HoldReason
  ) throws(SQLiteError) {
    try database.statement(
      """
      UPDATE delivery SET
        state = CASE WHEN (SELECT state FROM occurrence WHERE id = delivery.occurrence)
          IN ('scheduled', 'unanswered') THEN ?2 ELSE 'failed' END,
        reason = CASE (SELECT state FROM occurrence WHERE id = delivery.occurrence)
          WHEN 'scheduled' THEN ?3 WHEN 'unanswered' THEN ?3
          WHEN 'cancelled' THEN 'cancelled' ELSE 'answered' END
      WHERE id = ?1 AND state IN ('claimed', 'unknown')
      """
    ).run(.integer(delivery), .text(state.rawValue), .text(obstacle.rawValue))
  }
}
