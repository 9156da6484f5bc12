import CivilTime
import Reminders

/// Mails: deliveries to a mailbox, as the daemon sends them. The row of a delivery has its present state, the
/// table `attempt` each attempt; alarms (`mail-retry`) say when one that waits is tried again. While one is
/// `claimed`, its `closed_ms` says since when its bytes may be on their way; before that nothing has gone.
extension ReminderStore {
  /// The mails that an earlier daemon had let go and whose results it did not record.
  package func interruptedMail() throws(StoreError) -> [Alert] {
    try database.rows(
      """
      SELECT \(Alert.columns()) FROM \(Alert.tables)
      WHERE \(SQL.isOpenMail("d.")) AND d.state = 'unknown' AND d.reason = 'interrupted'
      """, read: Alert.init)
  }

  /// Lets a mail's bytes go. After `sync` it is uncertain until its result is recorded.
  /// - Returns: false if it is not wanted any more.
  package func permitMail(_ delivery: Int64, at now: Instant) throws(StoreError) -> Bool {
    guard try reasonNotToSend(delivery) == nil else { return false }
    return try database.run(
      "UPDATE delivery SET closed_ms = ? WHERE id = ? AND channel = 'mail' AND state = 'claimed'",
      Value(now), .integer(delivery)) == 1
  }

  /// Why a mail is not wanted any more: it was cancelled, or it is only mailed and was answered first; nil
  /// if it is wanted.
  package func reasonNotToSend(_ delivery: Int64) throws(StoreError) -> HoldReason? {
    let state = try database.row(
      """
      SELECT o.state FROM \(SQL.deliveries)
      WHERE d.id = ? AND (o.state = 'cancelled' OR o.state IN ('done', 'snoozed')
        AND d.purpose <> 'confirmation' AND r.options ->> '$.mail.only')
      """, .integer(delivery)
    ) { $0.text(0) }
    return state.map { $0 == OccurrenceState.cancelled.rawValue ? .cancelled : .answered }
  }

  /// How often a delivery has been tried.
  package func attempt(of delivery: Int64) throws(StoreError) -> Int {
    try database.row("SELECT attempt FROM delivery WHERE id = ?", .integer(delivery)) {
      $0.count(0)
    } ?? 0
  }

  /// Writes the result of a mail, and when it is tried again.
  /// - Parameters:
  ///   - result: as `MailPolicy.settled` has it, or without any attempt.
  ///   - server: which one took it.
  package func record(
    _ result: MailResult, ofMail delivery: Int64, by server: Server?, at now: Instant
  ) throws(StoreError) {
    guard result.verdict != .accepted else {
      try record(.accepted(server: server, notification: nil), of: delivery, at: now, instead: nil)
      return try finishRequest(of: delivery, at: now)
    }
    let unwanted = try reasonNotToSend(delivery)
    let state: DeliveryState =
      switch result.verdict {
      case _ where unwanted != nil: .failed
      case .failed: .failed
      // One that may have been taken and is not tried again waits to be asked for.
      case .unknown where result.again != nil: .unknown
      case .accepted, .held, .retry, .unknown: .held
      }
    let changed = try database.run(
      """
      UPDATE delivery SET state = ?2, reason = ?3, ended_ms = ?4,
        possible_repeat = max(possible_repeat, ?5), closed_ms = NULL
      WHERE id = ?1 AND channel = 'mail' AND state IN ('scheduled', 'claimed', 'unknown')
      """, .integer(delivery), .text(state.rawValue), Value((unwanted ?? result.reason)?.rawValue),
      state == .failed ? Value(now) : .null, Value(result.verdict == .unknown))
    guard changed == 1, state != .failed, let again = result.again,
      let (occurrence, _) = try occurrenceAndPurpose(of: delivery)
    else { return }
    try addMailAlarm(to: occurrence, at: again)
  }

  /// Keeps the result of the attempt that is under way.
  package func addAttempt(
    _ result: MailResult, of delivery: Int64, at now: Instant
  ) throws(StoreError) {
    try database.run(
      """
      INSERT OR REPLACE INTO attempt(delivery, number, at_ms, ended_ms, verdict, reason, reply)
      SELECT id, attempt, coalesce(claimed_ms, ?2), ?2, ?3, ?4, ?5 FROM delivery WHERE id = ?1
      """, .integer(delivery), Value(now), .text(result.verdict.rawValue),
      Value(result.reason?.rawValue), .text(result.text))
  }

  /// Whether an attempt has come so far that the bytes were on the disk. What a daemon had in hand when
  /// it was killed may have come to nothing.
  package func wasWritten(_ delivery: Int64) throws(StoreError) -> Bool {
    try database.hasRow(
      "SELECT 1 FROM attempt WHERE delivery = ? AND coalesce(reason, '') <> 'interrupted' LIMIT 1",
      .integer(delivery))
  }

  /// Ends a request whose mail the server has taken, and has a confirmation sent to the user who asked for
  /// one, once. Does nothing if the delivery is no request's, or was not taken. It belongs into the transaction
  /// that records that.
  private func finishRequest(of delivery: Int64, at now: Instant) throws(StoreError) {
    let sent = try database.row(
      """
      SELECT o.id, r.options ->> '$.mail.request.confirmation.to' IS NOT NULL
      FROM \(SQL.deliveries)
      WHERE d.id = ? AND d.channel = 'mail' AND d.purpose = 'due' AND d.state = 'accepted'
        AND r.options -> '$.mail.request' IS NOT NULL AND o.state <> 'cancelled'
      """, .integer(delivery)
    ) { (occurrence: $0.integer(0), isConfirmed: $0.flag(1)) }
    // A request that the user cancelled meanwhile is not confirmed.
    guard let sent else { return }
    try end(sent.occurrence, as: .done, from: .unanswered, at: now)
    guard sent.isConfirmed else { return }
    _ = try insert(PlannedDelivery(.mail), for: .confirmation, to: sent.occurrence)
  }

  /// The mail that a confirmation answers, and when it was taken; nil if `delivery` is none.
  package func mailAnswered(
    by delivery: Int64
  ) throws(StoreError) -> (delivery: Int64, ended: Instant)? {
    try database.row(
      """
      SELECT first.id, first.ended_ms FROM delivery d JOIN delivery first
        ON first.occurrence = d.occurrence AND first.channel = 'mail' AND first.purpose = 'due'
      WHERE d.id = ? AND d.purpose = 'confirmation' AND first.ended_ms IS NOT NULL
      """, .integer(delivery)
    ) { ($0.integer(0), $0.instant(1)) }
  }

  /// Lets mail of an occurrence go once more, its alarm's time having come; not what a server may have
  /// already.
  func releaseMail(of occurrence: Int64) throws(StoreError) {
    try release(
      Deliveries.mails().and(
        """
        occurrence = ? AND (state = 'unknown' OR state = 'held' AND reason <> 'outcome_unknown')
        """, .integer(occurrence)))
  }

  /// Lets go what waits for one of `reasons` to go away, before its alarm too, and what has no alarm; not
  /// what a server may have already.
  /// - Parameters:
  ///   - reasons: nil: for anything.
  ///   - accounts: of these alone; nil: of all.
  package func releaseMail(
    heldFor reasons: [HoldReason]?, of accounts: [String]? = nil
  ) throws(StoreError) {
    var waiting = Deliveries.mails().and("state = 'held' AND reason <> 'outcome_unknown'")
    if let reasons {
      waiting = waiting.and(
        """
        (reason IN (SELECT value FROM json_each(?)) OR NOT EXISTS (SELECT 1 FROM delivery a
          WHERE a.occurrence = delivery.occurrence AND a.channel = 'any'
            AND a.purpose = 'mail-retry'))
        """, Value(reasons.map(\.rawValue)))
    }
    if let accounts {
      waiting = waiting.and("\(SQL.account) IN (SELECT value FROM json_each(?))", Value(accounts))
    }
    try release(waiting)
    // Alarms for which no mail waits any more.
    try removeAlarms(
      """
      purpose = 'mail-retry' AND NOT EXISTS (SELECT 1 FROM delivery d
        WHERE d.occurrence = delivery.occurrence AND d.channel = 'mail'
          AND d.state IN ('held', 'unknown'))
      """)
  }

  /// Has what waits for `reason` go on at `at`, unless it does before.
  /// - Returns: how many mails' occurrences those are.
  package func wakeMail(heldFor reason: HoldReason, at: Instant) throws(StoreError) -> Int {
    let waiting = try numbers("DISTINCT occurrence", of: .mails(heldFor: reason))
    for occurrence in waiting { try addMailAlarm(to: occurrence, at: at) }
    return waiting.count
  }

  /// The earlier of it and of one that is there counts.
  private func addMailAlarm(to occurrence: Int64, at: Instant) throws(StoreError) {
    try addAlarm(.mailRetry, to: occurrence, at: at)
    try database.run(
      """
      UPDATE delivery SET at_ms = min(at_ms, ?2)
      WHERE occurrence = ?1 AND channel = 'any' AND purpose = 'mail-retry'
      """, .integer(occurrence), Value(at))
  }

  /// How often a user had mail sent that waited.
  package func mailAsked() throws(StoreError) -> Int64? {
    try database.number("SELECT value FROM state WHERE name = 'mail_asked'")
  }

  /// When an account's mails were sent after `limit`, the earliest first.
  package func mailsSent(by account: String, after limit: Instant) throws(StoreError) -> [Instant] {
    try database.rows(
      """
      SELECT d.claimed_ms FROM \(SQL.deliveries)
      WHERE d.channel = 'mail' AND d.claimed_ms > ? AND d.state IN ('accepted', 'unknown')
        AND r.options ->> '$.mail.account' = ? ORDER BY d.claimed_ms
      """, Value(limit), .text(account)
    ) { $0.instant(0) }
  }

  /// Whether the occurrence that was snoozed, and now comes again as `occurrence`, had been mailed at its time.
  package func wasMailed(before occurrence: Int64, of reminder: Int64) throws(StoreError) -> Bool {
    try database.hasRow(
      """
      WITH RECURSIVE before(id) AS (
        SELECT ?1
        UNION
        SELECT e.occurrence FROM before JOIN event e ON e.reminder = ?2 AND e.kind = 'snoozed'
          AND e.occurrence <> before.id AND EXISTS (SELECT 1 FROM json_each(e.after, '$.occurrences')
            WHERE value ->> 0 = before.id))
      SELECT 1 FROM before JOIN delivery d ON d.occurrence = before.id
      WHERE d.channel = 'mail' AND d.purpose = 'due' AND coalesce(d.reason, '') <> 'cancelled'
      LIMIT 1
      """, .integer(occurrence), .integer(reminder))
  }

  /// Has shown what was to be mailed and never will be.
  package func add(_ planned: [PlannedDelivery], inPlaceOf delivery: Int64) throws(StoreError) {
    guard let (occurrence, purpose) = try occurrenceAndPurpose(of: delivery) else { return }
    for planned in planned { try add(planned, for: purpose, to: occurrence) }
  }

  /// Those of `uids` that no reminder has.
  package func orphans(among uids: [String]) throws(StoreError) -> [String] {
    try database.rows(
      """
      SELECT value FROM json_each(?) WHERE NOT EXISTS (
        SELECT 1 FROM reminder WHERE uid = value)
      """, Value(uids)
    ) { $0.text(0) }
  }
}
