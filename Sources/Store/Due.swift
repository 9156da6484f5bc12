import CivilTime
import Reminders

/// An occurrence whose time has come or will come, with what is needed to show it.
package struct DueOccurrence: Sendable, Equatable {
  package var occurrence: Int64
  package var due: Instant
  package var reminder: Int64
  package var uid: String
  package var text: String?
  package var trigger: Trigger
  /// Its place in the series; nil where a snooze added it.
  package var place: Int64?
  package var options: ReminderOptions
  /// The rule of a series that cannot be read: this is its last one. Nil where all is well.
  package var lostRule: String?
  /// When it was taken up; nil where it has not been.
  package var fired: Instant?
  /// The maker's locale (`UserLocale.text`), of what `due` finds.
  package var language: String?
}

extension DueOccurrence {
  /// Where a page that ends here ends.
  package var pageKey: PageKey { PageKey(due: due, occurrence: occurrence) }

  /// The zone by which its series is reckoned: its own, or `local` where it floats. Where its own cannot
  /// be read, that is the offset which it has at this occurrence: right until its clocks change.
  package func zone(or local: Zone) -> Zone {
    guard let name = seriesZone else { return local }
    return (try? Zone.load(name)) ?? zoneByOffset(name)
  }

  /// The zone that a series keeps to, by name; nil where it floats, or does not repeat on the wall.
  package var seriesZone: String? {
    guard case .series(_, let name) = trigger, place != nil else { return nil }
    return name
  }

  /// What can be known of a zone without its file: place and instant differ by its offset.
  package func zoneByOffset(_ name: String) -> Zone {
    let offset = Int((place ?? 0) / 1000 - due.seconds)
    return Zone(name: name, constant: Zone.offsets.contains(offset) ? offset : 0)
  }
}

extension ReminderStore {
  /// What is due at `now` and has not fired, the earliest first, after `key`.
  package func due(
    at now: Instant, after key: PageKey, limit: Int
  ) throws(StoreError) -> [DueOccurrence] {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT o.id, o.due_ms, r.id, r.uid, r.text, r.kind, r.wall, r.zone, r.rrule,
          r.boot_id, r.due_boot_ms, o.series_ms, o.boot_id, o.due_boot_ms, r.options, o.fired_ms,
          r.language
        FROM occurrence o LEFT JOIN reminder r ON r.id = o.reminder
        WHERE o.state = 'scheduled' AND o.fired_ms IS NULL AND o.due_ms <= ?
          AND (o.due_ms, o.id) > (?, ?)
        ORDER BY o.due_ms, o.id LIMIT ?
        """
      ).rows(
        Value(now), Value(key.due), .integer(key.occurrence), .integer(Int64(limit))
      ) { (due: dueRow($0), language: $0.optionalText(16)) }.map { (row) throws(SQLiteError) in
        var occurrence = try dueOccurrence(row.due)
        occurrence.language = row.language
        return occurrence
      }
    }
  }

  /// The columns of a `DueOccurrence`, its options not yet read.
  typealias DueRow = (occurrence: DueOccurrence, options: String)

  /// Reads the columns that `due` selects, in its order.
  func dueRow(_ row: Row) -> DueRow {
    let place = row.optionalLength(11)
    // A snooze counts by itself: elapsed time, or nothing but its instant.
    let columns = place == nil ? nil : TriggerColumns(row, from: 5)
    let trigger =
      columns?.trigger ?? .interval(bootID: row.text(12), dueBoot: row.length(13))
    // Only what looks like none can be one that is lost.
    let lostRule = trigger.kind == "interval" ? columns?.lostRule : nil
    let occurrence = DueOccurrence(
      occurrence: row.integer(0), due: row.instant(1), reminder: row.integer(2), uid: row.text(3),
      text: row.optionalText(4), trigger: trigger, place: place, options: ReminderOptions(),
      lostRule: lostRule, fired: row.optionalInstant(15))
    return (occurrence, row.text(14))
  }

  func dueOccurrence(_ row: DueRow) throws(SQLiteError) -> DueOccurrence {
    guard row.occurrence.reminder != 0 else { throw IntegrityCheck.orphan }
    var occurrence = row.occurrence
    occurrence.options = try options(row.options)
    return occurrence
  }
}
