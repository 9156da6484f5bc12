import CivilTime
import Reminders

/// Reminders that are edited or cancelled, and the mails of theirs that wait.
extension ReminderStore {
  /// Changes a reminder that is still to come, or gives one that was shown a new time.
  /// - Parameters:
  ///   - target: what `target(of:)` found.
  ///   - text: like `trigger` and `options`, nil if it stays as it is.
  /// - Returns: false if it has moved on meanwhile.
  package func edit(
    _ target: DueOccurrence, text: String?? = nil,
    trigger new: (Trigger, due: Instant, place: Int64)? = nil,
    options newOptions: ReminderOptions? = nil,
    at now: Instant, words: String?
  ) throws(StoreError) -> Bool {
    try database.transaction { () throws(StoreError) in
      let state: OccurrenceState? =
        try database.row(
          "SELECT state FROM occurrence WHERE id = ? AND ended_ms IS NULL",
          .integer(target.occurrence)
        ) { $0.word(0) }
      guard let state else { return false }
      let pending = try pendingOccurrences(of: target.reminder)
      let touched = Set(pending.map(\.id) + [target.occurrence]).sorted()
      try change(.edited, of: target.reminder, touched, at: now, words: words) {
        () throws(StoreError) in
        if let text {
          try database.run(
            "UPDATE reminder SET text = ? WHERE id = ?", Value(text), .integer(target.reminder))
        }
        if let newOptions {
          try database.run(
            "UPDATE reminder SET options = ? WHERE id = ?", .text(newOptions.column),
            .integer(target.reminder))
        }
        let options = newOptions ?? target.options
        guard let (trigger, due, place) = new else {
          for occurrence in pending {
            try announceAgain(occurrence.id, due: occurrence.due, options, at: now)
          }
          if options.mail != target.options.mail {
            try changeMail(of: target, to: options.mail, at: now)
          }
          if state == .unanswered, options.nag != target.options.nag {
            try insist(on: target.occurrence, by: options.nag, at: now)
          }
          return []
        }
        let old = touched.map { (id: $0, state: $0 == target.occurrence ? state : .scheduled) }
        let new = OccurrenceRow(reminder: target.reminder, place: place, due: due)
        return try reschedule(trigger, new, options, ending: old, at: now)
      }
      return true
    }
  }

  /// Has mails that wait and were never tried go by other options, or not at all.
  /// - Parameter target: as it was before, with its options.
  private func changeMail(
    of target: DueOccurrence, to new: ReminderOptions.Mail?, at now: Instant
  ) throws(StoreError) {
    let mails = Deliveries.mails(of: target.reminder)
    if new == nil {
      try giveUp(mails, because: .cancelled, at: now)
      try removeAlarms(
        """
        purpose IN ('mail-retry', 'unanswered')
        AND occurrence IN (SELECT id FROM occurrence WHERE reminder = ?)
        """, .integer(target.reminder))
    } else {
      // It may have waited for another account, or another recipient.
      try update(mails.and("state = 'held'"), "state = 'scheduled', reason = NULL")
    }
    let old = target.options.mail
    if old?.isOnly == true, new?.isOnly != true {
      // What was only to be mailed, and waits, fires once more, on all of its channels.
      try database.run(
        """
        UPDATE occurrence SET fired_ms = NULL
        WHERE reminder = ? AND state = 'scheduled' AND ended_ms IS NULL AND fired_ms IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM delivery d WHERE d.occurrence = occurrence.id
            AND d.channel NOT IN ('mail', 'any') AND d.state <> 'failed')
        """, .integer(target.reminder))
    }
    guard target.fired != nil, old?.ifUnanswered != new?.ifUnanswered else { return }
    try removeAlarms("occurrence = ? AND purpose = 'unanswered'", .integer(target.occurrence))
    guard let wait = new?.ifUnanswered, let at = now.advanced(by: wait) else { return }
    try addAlarm(.unanswered, to: target.occurrence, at: at)
  }

  /// Cancels all of `ids`, or if one of them cannot be cancelled none.
  /// - Returns: what was cancelled, in the order asked for.
  /// - Throws: `notPending`.
  package func cancel(_ ids: [Int64], at now: Instant) throws(StoreError) -> [Entry] {
    try database.transaction { () throws(StoreError) in
      var cancelled: [Entry] = []
      var refused: [StoreError.Unknown] = []
      for id in ids {
        let entry = try entry(of: id)
        if let entry, try endAll(of: id, as: .cancelled, logged: .cancelled, at: now) {
          cancelled.append(entry)
        } else {
          refused.append(StoreError.Unknown(id: id, state: entry?.state))
        }
      }
      guard refused.isEmpty else { throw .refused(.notPending(refused)) }
      return cancelled
    }
  }

  /// Cancels everything that is not finished.
  /// - Parameters:
  ///   - shownAfter: as in `outstanding`.
  ///   - naming: how many of them are to be returned.
  /// - Returns: how many reminders that were, and the first of them.
  package func cancelAll(
    at now: Instant, shownAfter: Instant, tag: String? = nil, naming: Int
  ) throws(StoreError) -> (count: Int, first: [Entry]) {
    var count = 0
    var first: [Entry] = []
    // In pages, so that a million do not stop other writers for seconds.
    while true {
      let page =
        try outstanding(after: .start, limit: 500, shownAfter: shownAfter, tag: tag)
        + pending(after: .start, limit: 500, tag: tag)
      if page.isEmpty { return (count, first) }
      let cancelled = try database.transaction { () throws(StoreError) in
        var cancelled: [Entry] = []
        // One that finished meanwhile is left out.
        for entry in page
        where try endAll(of: entry.id, as: .cancelled, logged: .cancelled, at: now) {
          cancelled.append(entry)
        }
        return cancelled
      }
      if cancelled.isEmpty { return (count, first) }
      count += cancelled.count
      first += cancelled.prefix(naming - first.count)
    }
  }

  /// Ends all that is unfinished of one reminder, with the deliveries that still wait.
  /// - Returns: false if it was over already.
  package func endAll(
    of reminder: Int64, as state: OccurrenceState, logged kind: HistoryEvent.Kind, at now: Instant,
    words: String? = nil
  ) throws(StoreError) -> Bool {
    let open = try unfinishedOccurrences(of: reminder)
    guard !open.isEmpty else { return false }
    try change(kind, of: reminder, open.map(\.id), at: now, words: words) {
      () throws(StoreError) in
      for occurrence in open { try end(occurrence.id, as: state, from: occurrence.state, at: now) }
      return []
    }
    return true
  }

  /// Gives up the mails of all of `ids` that wait; if one has none, or one that is being sent, none
  /// of them. What was only to be mailed is cancelled with its mail.
  /// - Returns: the reminders, and how many mails of each those were.
  /// - Throws: `unknownReminder`, `noMailWaits`, `mailBeingSent`.
  package func cancelMail(
    of ids: [Int64], at now: Instant
  ) throws(StoreError) -> [(entry: Entry, count: Int)] {
    try database.transaction { () throws(StoreError) in
      var cancelled: [(entry: Entry, count: Int)] = []
      for id in ids {
        guard let history = try history(of: id) else { throw .refused(.unknownReminder(id)) }
        let count = try cancelMail(of: history, at: now)
        guard count > 0 else { throw .refused(refusal(of: history)) }
        cancelled.append((history.entry, count))
      }
      return cancelled
    }
  }

  private func refusal(of history: History) -> StoreError.Refusal {
    let id = history.entry.id
    let mails = history.deliveries.filter { $0.channel == .mail }
    if mails.contains(where: { $0.state == .claimed }) { return .mailBeingSent(id) }
    guard history.entry.options.mail != nil || !mails.isEmpty else {
      return .noMailWaits(id, .never)
    }
    let isToCome = history.occurrences.contains { $0.state == .scheduled && $0.fired == nil }
    return .noMailWaits(id, isToCome ? .notDue : .through)
  }

  /// - Returns: how many mails those were; 0 also if one is being sent.
  private func cancelMail(of history: History, at now: Instant) throws(StoreError) -> Int {
    let id = history.entry.id
    let open = try database.rows(
      """
      SELECT o.id, d.closed_ms IS NOT NULL, o.state = 'scheduled' AND r.options ->> '$.mail.only'
      FROM reminder r JOIN occurrence o ON o.reminder = r.id JOIN delivery d ON d.occurrence = o.id
      WHERE r.id = ? AND \(SQL.isOpenMail("d."))
      """, .integer(id)
    ) { (occurrence: $0.integer(0), isGoing: $0.flag(1), isAll: $0.flag(2)) }
    // A mail that was claimed and has not gone can still be called back.
    guard !open.isEmpty, !open.contains(where: \.isGoing) else { return 0 }
    let occurrences = Set(open.map(\.occurrence)).sorted()
    try change(.mailCancelled, of: id, occurrences, at: now) { () throws(StoreError) in
      try giveUp(.mails(of: id), because: .cancelled, at: now)
      try removeAlarms(
        """
        purpose = 'mail-retry' AND occurrence IN (SELECT id FROM occurrence WHERE reminder = ?)
        """, .integer(id))
      for (occurrence, _, isAll) in open where isAll {
        try end(occurrence, as: .cancelled, from: .scheduled, at: now)
      }
      return []
    }
    return open.count
  }
}

/// Reminders that are finished, and how they are deleted.
extension ReminderStore {
  /// Deletes up to `limit` occurrences that ended before `end`, or that fired before it and were
  /// never answered, and the reminders of which nothing is left then; not those whose mail waits.
  /// - Returns: the UUIDs of those reminders.
  @discardableResult
  package func prune(endedBefore end: Instant, limit: Int) throws(StoreError) -> [String] {
    var forgotten: [String] = []
    let old = try database.rows(
      """
      SELECT id, reminder FROM (
        SELECT id, reminder FROM occurrence
        WHERE fired_ms IS NOT NULL AND fired_ms < ?1
          AND (state = 'unanswered' AND ended_ms IS NULL OR ended_ms < ?1)
        UNION ALL
        SELECT id, reminder FROM occurrence
        WHERE ended_ms IS NOT NULL AND fired_ms IS NULL AND ended_ms < ?1)
      WHERE id NOT IN (SELECT occurrence FROM delivery WHERE \(SQL.isOpenMail()))
      LIMIT ?2
      """, Value(end), Value(limit)
    ) { ($0.integer(0), $0.integer(1)) }
    try deleteOccurrences(old.map(\.0))
    for reminder in Set(old.map(\.1)) {
      let uid = try database.row("SELECT uid FROM reminder WHERE id = ?", .integer(reminder)) {
        $0.text(0)
      }
      if try deleteIfBare(reminder), let uid { forgotten.append(uid) }
    }
    try database.run(
      "DELETE FROM event WHERE reminder = ? AND at_ms < ?", .integer(ReminderStore.noReminder),
      Value(end))
    return forgotten
  }

  /// The finished reminders of which everything is older than `end`.
  /// - Parameter shownAfter: as in `outstanding`.
  package func finished(before end: Instant, shownAfter: Instant) throws(StoreError) -> [Int64] {
    try database.rows(
      """
      SELECT r.id FROM reminder r
      WHERE NOT EXISTS (SELECT 1 FROM occurrence o WHERE o.reminder = r.id AND (
        o.ended_ms IS NULL AND (o.state = 'scheduled' OR o.fired_ms > ?2)
        OR coalesce(o.ended_ms, o.fired_ms) >= ?1
        OR o.id IN (SELECT occurrence FROM delivery WHERE \(SQL.isOpenMail()))))
      ORDER BY r.id
      """, Value(end), Value(shownAfter)
    ) { $0.integer(0) }
  }

  /// Whether something of a reminder is still to come, or waits for an answer.
  /// - Parameter shownAfter: as in `outstanding`.
  package func isUnfinished(_ reminder: Int64, shownAfter: Instant) throws(StoreError) -> Bool {
    try database.hasRow(
      """
      SELECT 1 FROM occurrence WHERE reminder = ?1 AND ended_ms IS NULL
        AND (state = 'scheduled' OR state = 'unanswered' AND fired_ms > ?2) LIMIT 1
      """, .integer(reminder), Value(shownAfter))
  }

  /// Erases reminders and everything about them: rows, history, and what the files still hold of
  /// their bytes (https://www.sqlite.org/pragma.html#pragma_secure_delete).
  /// - Returns: false if another program kept the log from being emptied; the rows are gone all
  ///   the same, and their bytes go with the next time that it is.
  package func forget(_ reminders: [Int64]) throws(StoreError) -> Bool {
    try database.execute("PRAGMA secure_delete = ON")
    try database.transaction { () throws(StoreError) in
      for reminder in reminders {
        try deleteOccurrences(
          try database.rows("SELECT id FROM occurrence WHERE reminder = ?", .integer(reminder)) {
            $0.integer(0)
          })
        try deleteIfBare(reminder)
      }
    }
    return database.truncateLog()
  }

  func deleteOccurrences(_ occurrences: [Int64]) throws(StoreError) {
    let listed = "IN (SELECT value FROM json_each(?))"
    for (table, condition) in [
      ("attempt", "delivery IN (SELECT id FROM delivery WHERE occurrence \(listed))"),
      ("delivery", "occurrence \(listed)"), ("occurrence", "id \(listed)"),
    ] { try database.run("DELETE FROM \(table) WHERE \(condition)", Value(occurrences)) }
  }

  /// Deletes a reminder without occurrences.
  /// - Returns: whether it was.
  @discardableResult
  private func deleteIfBare(_ reminder: Int64) throws(StoreError) -> Bool {
    let deleted = try database.run(
      """
      DELETE FROM reminder WHERE id = ?1
        AND NOT EXISTS (SELECT 1 FROM occurrence WHERE reminder = ?1)
      """, .integer(reminder))
    guard deleted == 1 else { return false }
    try database.run("DELETE FROM event WHERE reminder = ?", .integer(reminder))
    return true
  }
}
