/// One delivery that an occurrence gets when it fires.
public struct PlannedDelivery: Sendable, Equatable {
  public var channel: Channel
  /// Nil: as soon as the channel is free. Otherwise it waits for this to go away.
  public var obstacle: Obstacle?

  public init(_ channel: Channel, waitingFor obstacle: Obstacle? = nil) {
    self.channel = channel
    self.obstacle = obstacle
  }
}

/// The deliveries' own life: who writes here is the daemon.
extension ReminderStore {
  /// Marks an occurrence as taken up, writes its deliveries, and makes the one that follows in its
  /// series, so that no end of this program can break a series off. Of a series that was missed
  /// for a while the newest fires, and knows how many it stands for; what is later than its
  /// `maxLate` expires.
  /// - Parameter zone: of floating wall times.
  /// - Returns: false where it has been cancelled or moved meanwhile; then nothing was written.
  @discardableResult
  public func fire(
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
      (id: $0.integer(0), state: $0.text(1), missed: Int($0.integer(2)))
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

  /// Gives an occurrence a delivery on one more channel; none where it has one that is not over.
  func add(
    _ planned: PlannedDelivery, for purpose: Purpose, to occurrence: Int64
  ) throws(SQLiteError) {
    guard try !insert(planned, for: purpose, to: occurrence) else { return }
    // One that was given up makes room: it is a new one, for those who watch too.
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
  public func nextDeliveries(
    on channel: Channel, after delivery: Int64, limit: Int
  ) throws(StoreError) -> [Alert] {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT d.id, r.id, r.uid, r.text, o.due_ms, o.fired_ms, o.missed, d.purpose,
          d.possible_repeat, r.options
        FROM delivery d JOIN occurrence o ON o.id = d.occurrence
          JOIN reminder r ON r.id = o.reminder
        WHERE d.state IN ('scheduled', 'claimed', 'held', 'unknown')
          AND d.channel = ? AND d.state = 'scheduled' AND d.id > ?
        ORDER BY d.id LIMIT ?
        """
      ).rows(.text(channel.rawValue), .integer(delivery), .integer(Int64(limit))) { row in
        let alert = Alert(
          delivery: row.integer(0), reminder: row.integer(1), uid: row.text(2),
          text: row.optionalText(3), due: row.instant(4), fired: row.instant(5),
          missed: Int(row.integer(6)), purpose: Purpose(text: row.text(7)),
          isPossibleRepeat: row.integer(8) != 0)
        return (alert: alert, options: row.text(9))
      }.map { (row) throws(SQLiteError) in
        var alert = row.alert
        alert.options = try options(row.options)
        return alert
      }
    }
  }

  /// Marks a delivery as being handed over.
  /// - Returns: false where it has been cancelled meanwhile.
  @discardableResult
  public func claim(_ delivery: Int64, at now: Instant) throws(StoreError) -> Bool {
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
  public func record(
    _ outcome: Outcome, of delivery: Int64, at now: Instant, instead: Channel?
  ) throws(StoreError) {
    try attempt { () throws(SQLiteError) in
      switch outcome {
      case .accepted(let server, let notification):
        try database.statement(
          """
          UPDATE delivery SET state = 'accepted', server = ?, product = ?,
            version = ?, notification = ?, ended_ms = ?
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
  public func scheduleNag(after alert: Alert, on channel: Channel, at now: Instant)
    throws(StoreError)
  {
    guard let nag = alert.options.nag, !alert.purpose.isAnnouncement else { return }
    let shown = if case .nag(let number) = alert.purpose { number } else { 1 }
    // A line that nobody reads is not worth repeating as often as a popup.
    let times = channel == .stdout ? min(nag.times, 3) : nag.times
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
  public func expire(_ delivery: Int64, at now: Instant) throws(StoreError) {
    try attempt { () throws(SQLiteError) in
      let occurrence = try database.statement("SELECT occurrence FROM delivery WHERE id = ?")
        .row(.integer(delivery)) { $0.integer(0) }
      guard let occurrence else { return }
      try end(occurrence, as: .expired, from: .scheduled, at: now, because: .tooLate)
    }
  }

  /// A claimed delivery goes on to wait; one that was cancelled meanwhile is over.
  private func leave(
    _ delivery: Int64, in state: DeliveryState, _ obstacle: Obstacle
  ) throws(SQLiteError) {
    try database.statement(
      """
      UPDATE delivery SET
        state = CASE WHEN (SELECT state FROM occurrence WHERE id = delivery.occurrence)
          IN ('scheduled', 'unanswered') THEN ?2 ELSE 'failed' END,
        reason = CASE WHEN (SELECT state FROM occurrence WHERE id = delivery.occurrence)
          IN ('scheduled', 'unanswered') THEN ?3 ELSE 'cancelled' END
      WHERE id = ?1 AND state IN ('claimed', 'unknown')
      """
    ).run(.integer(delivery), .text(state.rawValue), .text(obstacle.rawValue))
  }

  /// Lets everything that waited for `channel` go, but what waits for the end of a pause, and what
  /// three times was sent and not answered: it may be what the server falls over. What may have
  /// been shown is marked so.
  /// - Returns: how many deliveries those are.
  @discardableResult
  public func release(_ channel: Channel) throws(StoreError) -> Int {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        UPDATE delivery SET possible_repeat = max(possible_repeat, state = 'unknown'),
          state = 'scheduled'
        WHERE state IN ('scheduled', 'claimed', 'held', 'unknown') AND channel = ?
          AND state IN ('held', 'unknown') AND coalesce(reason, '') NOT IN ('paused', 'quiet')
          AND NOT (state = 'unknown' AND attempt >= 3)
        """
      ).run(.text(channel.rawValue))
      return database.changes
    }
  }

  /// Whether a delivery waits because its server showed as many popups as it can.
  public func hasRefused() throws(StoreError) -> Bool {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT 1 FROM delivery
        WHERE state IN ('scheduled', 'claimed', 'held', 'unknown') AND state = 'held'
          AND reason = 'refused' LIMIT 1
        """
      ).row { _ in true } ?? false
    }
  }

  /// Lets everything go that waited for a server to have room.
  public func releaseRefused() throws(StoreError) {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        UPDATE delivery SET state = 'scheduled'
        WHERE state IN ('scheduled', 'claimed', 'held', 'unknown') AND state = 'held'
          AND reason = 'refused'
        """
      ).run()
    }
  }

  /// Lets everything go that waited for the end of a pause or of quiet hours.
  public func releasePaused() throws(StoreError) {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        UPDATE delivery SET state = 'scheduled'
        WHERE state IN ('scheduled', 'claimed', 'held', 'unknown') AND state = 'held'
          AND reason IN ('paused', 'quiet')
        """
      ).run()
    }
  }

  /// Makes everything that is scheduled on `channel` wait for `obstacle` to go away.
  /// - Parameter instead: a channel that is to have those as well that none has accepted.
  public func hold(
    _ channel: Channel, for obstacle: Obstacle, instead: Channel?
  ) throws(StoreError) {
    try attempt { () throws(SQLiteError) in
      if let instead {
        try database.statement(
          """
          INSERT INTO delivery(occurrence, channel, purpose, state)
          SELECT d.occurrence, ?2, d.purpose, 'scheduled'
          FROM delivery d JOIN occurrence o ON o.id = d.occurrence
          WHERE d.state IN ('scheduled', 'claimed', 'held', 'unknown')
            AND d.channel = ?1 AND d.state IN ('scheduled', 'held', 'unknown')
            AND NOT (d.state = 'held' AND coalesce(d.reason, '') IN ('paused', 'quiet'))
            AND (o.state = 'scheduled' OR d.purpose <> 'due')
          ORDER BY d.id
          ON CONFLICT(occurrence, channel, purpose) DO NOTHING
          """
        ).run(.text(channel.rawValue), .text(instead.rawValue))
      }
      try database.statement(
        """
        UPDATE delivery SET state = 'held', reason = ?2
        WHERE state IN ('scheduled', 'claimed', 'held', 'unknown')
          AND channel = ?1 AND state = 'scheduled'
        """
      ).run(.text(channel.rawValue), .text(obstacle.rawValue))
    }
  }

  /// Whether a delivery waits for `channel` to become usable.
  public func hasHeld(on channel: Channel) throws(StoreError) -> Bool {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT 1 FROM delivery
        WHERE state IN ('scheduled', 'claimed', 'held', 'unknown') AND channel = ?
          AND state IN ('held', 'unknown') AND coalesce(reason, '') NOT IN ('paused', 'quiet')
          AND NOT (state = 'unknown' AND attempt >= 3) LIMIT 1
        """
      ).row(.text(channel.rawValue)) { _ in true } ?? false
    }
  }
}
