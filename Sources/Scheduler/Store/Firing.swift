/// An occurrence whose time has come, with what is needed to show it.
public struct DueOccurrence: Sendable, Equatable {
  public var occurrence: Int64
  public var due: Instant
  public var reminder: Int64
  public var uid: String
  public var text: String?
  public var trigger: Trigger
  /// Its place in the series; nil where a snooze added it.
  public var place: Int64?
}

extension DueOccurrence {
  /// Where a page that ends here ends.
  public var pageKey: PageKey { PageKey(due: due, occurrence: occurrence) }
}

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
  /// What is due at `now` and has not fired, the earliest first, after `key`.
  public func due(
    at now: Instant, after key: PageKey, limit: Int
  ) throws(StoreError) -> [DueOccurrence] {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT o.id, o.due_ms, r.id, r.uid, r.text, r.kind, r.wall, r.zone, r.rrule,
          r.boot_id, r.due_boot_ms, o.series_ms
        FROM occurrence o JOIN reminder r ON r.id = o.reminder
        WHERE o.state = 'scheduled' AND o.fired_ms IS NULL AND o.due_ms <= ?
          AND (o.due_ms, o.id) > (?, ?)
        ORDER BY o.due_ms, o.id LIMIT ?
        """
      ).rows(
        Value(now), Value(key.due), .integer(key.occurrence), .integer(Int64(limit)),
        read: dueOccurrence)
    }
  }

  /// Marks an occurrence as taken up, writes its deliveries, and makes the one that follows in its
  /// series, so that no end of this program can break a series off. Of a series that was missed
  /// for a while the newest fires, and knows how many it stands for.
  /// - Parameter zone: of floating wall times.
  /// - Returns: false where it has been cancelled or moved meanwhile; then nothing was written.
  @discardableResult
  public func fire(
    _ due: DueOccurrence, as planned: [PlannedDelivery], at now: Instant, in zone: Zone
  ) throws(StoreError) -> Bool {
    try attempt { () throws(SQLiteError) in
      let missed = due.trigger.missed(after: due.due, through: now, in: zone)
      let newest = missed?.newest ?? due.due
      let place = missed == nil ? due.place : due.trigger.place(of: newest, in: zone)
      try database.statement(
        """
        UPDATE occurrence SET fired_ms = ?, due_ms = ?, series_ms = ?, missed = ?
        WHERE id = ? AND state = 'scheduled' AND fired_ms IS NULL AND due_ms = ?
        """
      ).run(
        Value(now), Value(newest), Value(place), .integer(Int64(missed?.count ?? 0)),
        .integer(due.occurrence), Value(due.due))
      guard database.changes == 1 else { return false }
      for delivery in planned { try add(delivery, to: due.occurrence) }
      if due.place != nil, let next = due.trigger.next(after: newest, in: zone) {
        try database.statement(
          """
          INSERT INTO occurrence(reminder, series_ms, due_ms) VALUES(?, ?, ?)
          ON CONFLICT(reminder, series_ms) DO NOTHING
          """
        ).run(
          .integer(due.reminder), .integer(due.trigger.place(of: next, in: zone)), Value(next))
      }
      return true
    }
  }

  /// Gives an occurrence that has fired a delivery on one more channel; none where it has one.
  func add(_ planned: PlannedDelivery, to occurrence: Int64) throws(SQLiteError) {
    try database.statement(
      """
      INSERT INTO delivery(occurrence, channel, state, reason) VALUES(?, ?, ?, ?)
      ON CONFLICT(occurrence, channel, purpose) DO NOTHING
      """
    ).run(
      .integer(occurrence), .text(planned.channel.rawValue),
      .text((planned.obstacle == nil ? DeliveryState.scheduled : .held).rawValue),
      Value(planned.obstacle?.rawValue))
  }

  /// The next delivery that waits for `channel` to be free.
  public func nextDelivery(
    on channel: Channel, after delivery: Int64
  ) throws(StoreError) -> Alert? {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT d.id, r.id, r.uid, r.text, o.due_ms, o.fired_ms, o.missed,
          d.possible_repeat
        FROM delivery d JOIN occurrence o ON o.id = d.occurrence
          JOIN reminder r ON r.id = o.reminder
        WHERE d.state IN ('scheduled', 'claimed', 'held', 'unknown')
          AND d.channel = ? AND d.state = 'scheduled' AND d.id > ?
        ORDER BY d.id LIMIT 1
        """
      ).row(.text(channel.rawValue), .integer(delivery)) { row in
        Alert(
          delivery: row.integer(0), reminder: row.integer(1), uid: row.text(2),
          text: row.optionalText(3), due: row.instant(4), fired: row.instant(5),
          missed: Int(row.integer(6)), isPossibleRepeat: row.integer(7) != 0)
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
          UPDATE delivery SET state = 'accepted', reason = NULL, server = ?, product = ?,
            version = ?, notification = ?, ended_ms = ?
          WHERE id = ? AND state IN ('claimed', 'unknown')
          """
        ).run(
          Value(server?.uniqueName), Value(server?.product), Value(server?.version),
          Value(notification.map(Int64.init)), Value(now), .integer(delivery))
        try database.statement(
          """
          UPDATE occurrence SET state = 'unanswered'
          WHERE id = (SELECT occurrence FROM delivery WHERE id = ? AND state = 'accepted')
            AND state = 'scheduled'
          """
        ).run(.integer(delivery))
      case .held(let obstacle): try leave(delivery, in: .held, obstacle)
      case .unknown(let obstacle): try leave(delivery, in: .unknown, obstacle)
      }
      if let instead {
        let occurrence = try database.statement("SELECT occurrence FROM delivery WHERE id = ?")
          .row(.integer(delivery)) { $0.integer(0) }
        if let occurrence { try add(PlannedDelivery(instead), to: occurrence) }
      }
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

  /// Lets everything that waited for `channel` go; what may have been shown is marked so.
  /// - Returns: how many deliveries those are.
  @discardableResult
  public func release(_ channel: Channel) throws(StoreError) -> Int {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        UPDATE delivery SET possible_repeat = max(possible_repeat, state = 'unknown'),
          state = 'scheduled'
        WHERE state IN ('scheduled', 'claimed', 'held', 'unknown')
          AND channel = ? AND state IN ('held', 'unknown')
        """
      ).run(.text(channel.rawValue))
      return database.changes
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
          INSERT INTO delivery(occurrence, channel, state)
          SELECT d.occurrence, ?2, 'scheduled'
          FROM delivery d JOIN occurrence o ON o.id = d.occurrence
          WHERE d.state IN ('scheduled', 'claimed', 'held', 'unknown')
            AND d.channel = ?1 AND d.state IN ('scheduled', 'held', 'unknown')
            AND o.state = 'scheduled'
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
        WHERE state IN ('scheduled', 'claimed', 'held', 'unknown')
          AND channel = ? AND state IN ('held', 'unknown') LIMIT 1
        """
      ).row(.text(channel.rawValue)) { _ in true } ?? false
    }
  }

  private func dueOccurrence(_ row: Row) -> DueOccurrence {
    DueOccurrence(
      occurrence: row.integer(0), due: row.instant(1), reminder: row.integer(2), uid: row.text(3),
      text: row.optionalText(4), trigger: TriggerColumns(row, from: 5).trigger,
      place: row.optionalInteger(11))
  }
}
