import CivilTime
import Reminders

/// A pause: nothing is shown until its end, and nothing is lost.
extension ReminderStore {
  /// When the pause ends; nil where there is none. It may have ended already.
  package func pauseEnd() throws(StoreError) -> Instant? {
    try attempt { () throws(SQLiteError) in
      try database.number("SELECT value FROM state WHERE name = 'pause_until'")
        .map(Instant.init(stored:))
    }
  }

  /// Begins a pause, or gives it another end; nil ends it. It is logged, and can be taken back.
  package func setPause(until end: Instant?, at now: Instant) throws(StoreError) {
    try transaction { () throws(StoreError) in
      let before = try pauseEnd().flatMap { $0 > now ? $0 : nil }
      try attempt { () throws(SQLiteError) in
        try writePause(until: end)
        // One that had ended by itself leaves nothing to take back.
        guard end != before else { return }
        try log(
          .paused, of: ReminderStore.noReminder, occurrence: nil, at: now,
          before: JSON.array([before.map { .number($0.milliseconds) } ?? .null]).text)
      }
    }
  }

  /// Puts back the pause that was there before a change, unless it would be over by now.
  func restorePause(_ before: String, at now: Instant) throws(SQLiteError) {
    let end = try database.statement("SELECT ? ->> 0").row(.text(before)) {
      $0.optionalInstant(0)
    }
    try writePause(until: (end ?? nil).flatMap { $0 > now ? $0 : nil })
  }

  private func writePause(until end: Instant?) throws(SQLiteError) {
    try database.statement("DELETE FROM state WHERE name = 'pause_until'").run()
    guard let end else { return }
    try database.statement("INSERT INTO state(name, value) VALUES('pause_until', ?)")
      .run(Value(end))
  }

  /// What the log has for a reminder's id where a change was of none.
  package static let noReminder: Int64 = 0
}
