import CivilTime
import Reminders

/// What is to become of a reminder; nil: stays as it is.
package struct Edit: Sendable {
  package var text: String??
  package var trigger: (Trigger, due: Instant, place: Int64)?
  package var options: ReminderOptions?

  package init(
    text: String?? = nil, trigger: (Trigger, due: Instant, place: Int64)? = nil,
    options: ReminderOptions? = nil
  ) {
    self.text = text
    self.trigger = trigger
    self.options = options
  }
}

extension ReminderStore {
  /// Changes a reminder that is still to come, or gives one that was shown a new time.
  /// - Parameter target: what `target(of:)` found.
  /// - Returns: false where it has moved on meanwhile.
  package func edit(
    _ target: DueOccurrence, _ edit: Edit, at now: Instant, words: String?
  ) throws(StoreError) -> Bool {
    try transaction { () throws(StoreError) in
      try attempt { () throws(SQLiteError) in
        let state =
          try database.statement(
            "SELECT state FROM occurrence WHERE id = ? AND ended_ms IS NULL"
          ).row(.integer(target.occurrence)) { OccurrenceState(rawValue: $0.text(0)) } ?? nil
        guard let state else { return false }
        let pending = try database.statement(
          """
          SELECT id, due_ms FROM occurrence WHERE reminder = ? AND series_ms IS NOT NULL
            AND state = 'scheduled' AND fired_ms IS NULL
          """
        ).rows(.integer(target.reminder)) { (id: $0.integer(0), due: $0.instant(1)) }
        let touched = Set(pending.map(\.id) + [target.occurrence]).sorted()
        try change(.edited, of: target.reminder, touched, at: now, words: words) {
          () throws(SQLiteError) in
          try write(edit, to: target.reminder)
          let options = edit.options ?? target.options
          guard let (_, due, place) = edit.trigger else {
            for occurrence in pending {
              try database.statement(
                "DELETE FROM delivery WHERE occurrence = ? AND at_ms IS NOT NULL"
              ).run(.integer(occurrence.id))
              try announce(occurrence.id, due: occurrence.due, options, at: now)
            }
            if options.mail != target.options.mail {
              try changeMail(of: target, to: options.mail, at: now)
            }
            if state == .unanswered, options.nag != target.options.nag {
              try insist(on: target.occurrence, by: options.nag, at: now)
            }
            return []
          }
          // A new time makes a new first occurrence; what the old time had in store is over.
          for occurrence in touched {
            let from = occurrence == target.occurrence ? state : .scheduled
            try end(occurrence, as: .cancelled, from: from, at: now)
          }
          try database.statement(
            "UPDATE occurrence SET series_ms = NULL WHERE reminder = ? AND series_ms = ?"
          ).run(.integer(target.reminder), .integer(place))
          return try insert(
            OccurrenceRow(reminder: target.reminder, place: place, due: due), options, at: now
          ).map { [$0] } ?? []
        }
        return true
      }
    }
  }

  /// Has one that was shown come again by another rule from now on, or no more.
  private func insist(
    on occurrence: Int64, by nag: ReminderOptions.Nag?, at now: Instant
  ) throws(SQLiteError) {
    try database.statement(
      "DELETE FROM delivery WHERE occurrence = ? AND at_ms IS NOT NULL AND purpose LIKE 'nag:%'"
    ).run(.integer(occurrence))
    let nags = try database.statement(
      "SELECT count(DISTINCT purpose) FROM delivery WHERE occurrence = ? AND purpose LIKE 'nag:%'"
    ).row(.integer(occurrence)) { Int($0.integer(0)) }
    let shown = 1 + (nags ?? 0)
    guard let nag, shown < nag.times, let at = now.advanced(by: nag.every) else { return }
    try addAlarm(.nag(shown + 1), to: occurrence, at: at)
  }

  private func write(_ edit: Edit, to reminder: Int64) throws(SQLiteError) {
    if let text = edit.text {
      try database.statement("UPDATE reminder SET text = ? WHERE id = ?")
        .run(Value(text), .integer(reminder))
    }
    if let options = edit.options {
      try database.statement("UPDATE reminder SET options = ? WHERE id = ?")
        .run(.text(options.isEmpty ? "{}" : options.json.text), .integer(reminder))
    }
    if let (trigger, _, _) = edit.trigger {
      let columns = TriggerColumns(trigger)
      try database.statement(
        """
        UPDATE reminder SET kind = ?, wall = ?, zone = ?, rrule = ?, boot_id = ?, due_boot_ms = ?
        WHERE id = ?
        """
      ).run(
        .text(columns.kind), Value(columns.wall), Value(columns.zone), Value(columns.rrule),
        Value(columns.bootID), Value(columns.dueBoot), .integer(reminder))
    }
  }
}
