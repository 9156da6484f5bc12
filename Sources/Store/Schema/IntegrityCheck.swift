import CSQLite
import CivilTime
import Reminders

/// Whether a store says what a store can say. An edited file may have other tables, or
/// numbers in them that are no times: SQLite finds nothing wrong with that.
package enum IntegrityCheck {
  /// What is wrong with a store.
  package enum Issue: Sendable, Equatable {
    /// SQLite's own English sentence about the file.
    case file(String)
    /// Something stands in it that never was written.
    case invalidContent
    /// The options of a reminder are none.
    case options(of: Int64)
    /// The time or the rule of a reminder cannot be read.
    case trigger(of: Int64)
    /// A reminder has no time at all: it would never be shown.
    case time(of: Int64)
  }

  /// A quick look, for each start of the daemon: the tables, and the ends of the indices that it
  /// goes by.
  static func quick(_ database: Database) throws(StoreError) {
    guard try hasOurTables(database) else { throw StoreError.invalidContent }
    // Not kept, as what is asked again is: the daemon would have them in memory as long as it lives.
    let ends = try Statement(
      """
      SELECT (SELECT min(due_ms) FROM occurrence WHERE \(SQL.isPending())),
        (SELECT max(due_ms) FROM occurrence WHERE \(SQL.isPending())),
        (SELECT min(fired_ms) FROM occurrence WHERE fired_ms IS NOT NULL),
        (SELECT max(fired_ms) FROM occurrence WHERE fired_ms IS NOT NULL),
        (SELECT min(at_ms) FROM delivery WHERE at_ms IS NOT NULL),
        (SELECT max(at_ms) FROM delivery WHERE at_ms IS NOT NULL)
      """, on: database
    ).row { row in (0..<6).map { row.optionalInteger($0) ?? 0 } }
    guard ends?.allSatisfy(times.contains) ?? true else { throw StoreError.invalidContent }
    let last = try Statement(
      """
      SELECT (SELECT min(id) FROM reminder), (SELECT max(id) FROM reminder),
        (SELECT min(id) FROM occurrence), (SELECT max(id) FROM occurrence),
        (SELECT min(id) FROM delivery), (SELECT max(id) FROM delivery),
        (SELECT min(id) FROM event), (SELECT max(id) FROM event),
        (SELECT max(seq) + 1 FROM sqlite_sequence)
      """, on: database
    ).row { row in (0..<9).map { row.optionalInteger($0) ?? 1 } }
    guard last?.allSatisfy(ids.contains) ?? true else { throw StoreError.invalidContent }
  }

  /// What SQLite finds wrong with the file (https://www.sqlite.org/pragma.html#pragma_integrity_check),
  /// or what stands in it that never was written; nil if all is well. A second or two for a million
  /// reminders.
  static func fileIssue(of database: Database) throws(StoreError) -> Issue? {
    do {
      let answer = try database.row("PRAGMA integrity_check(1)") { $0.text(0) } ?? ""
      // The first line says in which database; there is one.
      let lines = answer.split(separator: "\n").filter { !$0.hasPrefix("***") }
      guard answer == "ok" else { return .file(lines.first.map(String.init) ?? answer) }
    } catch {
      guard error.primaryCode == SQLITE_CORRUPT, case .database(_, let message, _) = error else {
        throw error
      }
      return .file(message)
    }
    return try issue(of: database)
  }

  /// A close look at every row: what is found first, nil if all is well.
  static func issue(of database: Database) throws(StoreError) -> Issue? {
    guard try hasOurTables(database) else { return .invalidContent }
    for (table, broken) in rules {
      let found = try Statement("SELECT 1 FROM \(table) WHERE \(broken) LIMIT 1", on: database)
      if try found.row(read: { _ in true }) != nil { return .invalidContent }
    }
    if try database.hasRow("PRAGMA foreign_key_check") { return .invalidContent }
    if let id = try withoutOptions(database, limit: 1).first { return .options(of: id) }
    let timeless = try database.number(
      """
      SELECT id FROM reminder r
      WHERE NOT EXISTS (SELECT 1 FROM occurrence o WHERE o.reminder = r.id) LIMIT 1
      """)
    if let timeless { return .time(of: timeless) }
    var issue: Issue?
    try eachTrigger(of: database) { id, columns in
      if issue == nil, !columns.isReadable { issue = .trigger(of: id) }
      return issue == nil
    }
    return issue
  }

  /// The reminders whose options cannot be read.
  static func withoutOptions(_ database: Database, limit: Int64) throws(StoreError) -> [Int64] {
    try database.rows(
      """
      SELECT id FROM reminder
      WHERE CASE WHEN json_valid(options) THEN json_type(options) <> 'object' ELSE 1 END
      ORDER BY id LIMIT ?
      """, .integer(limit)
    ) { $0.integer(0) }
  }

  /// Goes through the triggers that are more than an instant, as long as `visit` wants another.
  static func eachTrigger(
    of database: Database, _ visit: (Int64, TriggerColumns) -> Bool
  ) throws(StoreError) {
    var last = Int64.min
    while true {
      let page = try database.rows(
        """
        SELECT r.id, \(TriggerColumns.names) FROM reminder r
        WHERE r.id > ? AND r.kind <> 'interval' ORDER BY r.id LIMIT 500
        """, .integer(last)
      ) { (id: $0.integer(0), columns: TriggerColumns($0, from: 1)) }
      for (id, columns) in page where !visit(id, columns) { return }
      guard let end = page.last?.id else { return }
      last = end
    }
  }

  private static func hasOurTables(_ database: Database) throws(StoreError) -> Bool {
    let empty = try Database()
    try Schema.migrate(empty)
    return try tables(of: database) == tables(of: empty)
  }

  private static func tables(of database: Database) throws(StoreError) -> [String] {
    try Statement("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY sql", on: database)
      .rows { $0.text(0) }
  }

  /// What can be an id: whole numbers that every reader of JSON can hold (RFC 8259 §6).
  static let ids: ClosedRange<Int64> = 1...(1 << 53) - 1

  private static func isNoID(_ columns: String..., from least: Int64 = 1) -> String {
    columns.map { "\($0) NOT BETWEEN \(least) AND \(ids.upperBound)" }.joined(separator: " OR ")
  }

  private static let times = Instant.earliest.milliseconds...Instant.latest.milliseconds

  static func isNoTime(_ columns: String...) -> String {
    columns.map { "\($0) NOT BETWEEN \(times.lowerBound) AND \(times.upperBound)" }
      .joined(separator: " OR ")
  }

  static func isNoJSON(_ columns: String...) -> String {
    // Of NULL json_valid() says no, or nothing, by the version.
    columns.map { "\($0) IS NOT NULL AND NOT json_valid(\($0))" }.joined(separator: " OR ")
  }

  private static func isNoCount(_ columns: String...) -> String {
    columns.map { "\($0) NOT BETWEEN 0 AND 4294967295" }.joined(separator: " OR ")
  }

  /// A word that is none of `Words`: no query would ever find its row.
  private static func isNone<Words: RawRepresentable<String> & CaseIterable>(
    of words: Words.Type, _ column: String
  ) -> String {
    let known = words.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    return "\(column) NOT IN (\(known))"
  }

  /// What no row of a table can have.
  static let rules: [(table: String, broken: String)] = [
    ("reminder", [isNoID("id"), isNoTime("due_boot_ms", "created_ms")]),
    (
      "occurrence",
      [
        isNoID("id"), isNoTime("series_ms", "due_ms", "fired_ms", "ended_ms", "due_boot_ms"),
        isNoCount("missed"), isNone(of: OccurrenceState.self, "state"),
      ]
    ),
    (
      "delivery",
      [
        isNoID("id"), isNoTime("at_ms", "claimed_ms", "ended_ms", "closed_ms"),
        isNoCount("attempt", "notification", "possible_repeat"),
        isNone(of: DeliveryState.self, "state"),
      ]
    ),
    (
      "attempt",
      [
        isNoID("id"), isNoTime("at_ms", "ended_ms"), isNoCount("number"),
        isNone(of: MailResult.Verdict.self, "verdict"),
      ]
    ),
    (
      "event",
      [
        // A pause is of reminder 0.
        isNoID("id", "undoes"), isNoID("reminder", "occurrence", from: 0), isNoTime("at_ms"),
        isNoJSON("before", "after"),
      ]
    ),
    // NULL is no number either.
    ("sqlite_sequence", ["coalesce(\(isNoID("seq + 1")), 1)"]),
    // Earlier versions kept the boot of claimed mails here, as any number.
    ("state", ["name <> 'mail_boot' AND (\(isNoTime("value")))"]),
  ].map { ($0, $1.joined(separator: " OR ")) }
}
