import CSQLite
import CivilTime
import Reminders

/// Whether a store says what a store can say. A file that somebody has edited may have other tables, or
/// numbers in them that are no times: SQLite finds nothing wrong with that.
package enum IntegrityCheck {
  /// What is wrong with a store.
  package enum Issue: Sendable, Equatable {
    /// SQLite's own English sentence about the file.
    case file(String)
    /// Something stands in it that never was written.
    case nonsense
    /// The options of a reminder are none.
    case options(of: Int64)
    /// When a reminder comes, or comes again, cannot be read.
    case trigger(of: Int64)
    /// A reminder has no time at all: nothing would ever be seen of it.
    case time(of: Int64)
  }

  /// The error for what makes no sense: the store is repaired like one whose bytes are damaged.
  package static let nonsense = StoreError.database(orphan)

  /// The same where it is met in a row: an occurrence without its reminder, whose page may be zeros,
  /// say, in which SQLite finds no row and no fault. Every query starts from the occurrence.
  static let orphan = SQLiteError(
    code: SQLITE_CORRUPT, message: "it holds what remindctl never writes", sql: nil)

  /// The error for a file that was emptied while its log was not.
  static let emptied = StoreError.database(
    SQLiteError(code: SQLITE_CORRUPT, message: "it has been emptied", sql: nil))

  /// A quick look, for each start of the daemon: the tables, and the ends of the indices that it
  /// goes by.
  package static func expect(_ database: Database) throws(StoreError) {
    guard try hasOurTables(database) else { throw nonsense }
    do throws(SQLiteError) {
      // Not kept, as what is asked again is: the daemon would have them in memory as long as it lives.
      let ends =
        try Statement(
          """
          SELECT (SELECT min(due_ms) FROM occurrence WHERE state = 'scheduled' AND fired_ms IS NULL),
            (SELECT max(due_ms) FROM occurrence WHERE state = 'scheduled' AND fired_ms IS NULL),
            (SELECT min(fired_ms) FROM occurrence WHERE fired_ms IS NOT NULL),
            (SELECT max(fired_ms) FROM occurrence WHERE fired_ms IS NOT NULL),
            (SELECT min(at_ms) FROM delivery WHERE at_ms IS NOT NULL),
            (SELECT max(at_ms) FROM delivery WHERE at_ms IS NOT NULL)
          """, on: database.handle, keep: false
        ).row { row in (0..<6).map { row.optionalInteger($0) ?? 0 } } ?? []
      if !ends.allSatisfy(times.contains) {
        throw SQLiteError(code: SQLITE_CORRUPT, message: "", sql: nil)
      }
      let last =
        try Statement(
          """
          SELECT (SELECT min(id) FROM reminder), (SELECT max(id) FROM reminder),
            (SELECT min(id) FROM occurrence), (SELECT max(id) FROM occurrence),
            (SELECT min(id) FROM delivery), (SELECT max(id) FROM delivery),
            (SELECT min(id) FROM event), (SELECT max(id) FROM event),
            (SELECT max(seq) + 1 FROM sqlite_sequence)
          """, on: database.handle, keep: false
        ).row { row in (0..<9).map { row.optionalInteger($0) ?? 1 } } ?? []
      if !last.allSatisfy(ids.contains) {
        throw SQLiteError(code: SQLITE_CORRUPT, message: "", sql: nil)
      }
    } catch {
      throw error.message.isEmpty ? nonsense : .database(error)
    }
  }

  /// A close look at every row: what is found first, nil where all is well.
  package static func issue(of database: Database) throws(StoreError) -> Issue? {
    guard try hasOurTables(database) else { return .nonsense }
    do throws(SQLiteError) {
      for (table, nonsense) in rules {
        let found = try Statement(
          "SELECT 1 FROM \(table) WHERE \(nonsense) LIMIT 1", on: database.handle, keep: false
        ).row { _ in true }
        if found != nil { return .nonsense }
      }
      if try database.statement("PRAGMA foreign_key_check").row(read: { _ in true }) != nil {
        return .nonsense
      }
      if let id = try withoutOptions(database, limit: 1).first { return .options(of: id) }
      let timeless = try database.number(
        """
        SELECT id FROM reminder r
        WHERE NOT EXISTS (SELECT 1 FROM occurrence o WHERE o.reminder = r.id) LIMIT 1
        """)
      if let timeless { return .time(of: timeless) }
      var issue: Issue?
      try eachTrigger(of: database) { (id, columns) in
        if issue == nil, !columns.isReadable { issue = .trigger(of: id) }
        return issue == nil
      }
      return issue
    } catch { throw .database(error) }
  }

  /// The reminders whose options are none.
  package static func withoutOptions(
    _ database: Database, limit: Int64
  ) throws(SQLiteError) -> [Int64] {
    try database.statement(
      """
      SELECT id FROM reminder
      WHERE CASE WHEN json_valid(options) THEN json_type(options) <> 'object' ELSE 1 END
      ORDER BY id LIMIT ?
      """
    ).rows(.integer(limit)) { $0.integer(0) }
  }

  /// Goes through the triggers that are more than an instant, as long as `visit` wants another.
  static func eachTrigger(
    of database: Database, _ visit: (Int64, TriggerColumns) throws(SQLiteError) -> Bool
  ) throws(SQLiteError) {
    var last = Int64.min
    while true {
      let page = try database.statement(
        """
        SELECT id, kind, wall, zone, rrule, boot_id, due_boot_ms FROM reminder
        WHERE id > ? AND kind <> 'interval' ORDER BY id LIMIT 500
        """
      ).rows(.integer(last)) { (id: $0.integer(0), columns: TriggerColumns($0, from: 1)) }
      for (id, columns) in page where try !visit(id, columns) { return }
      guard let end = page.last?.id else { return }
      last = end
    }
  }

  private static func hasOurTables(_ database: Database) throws(StoreError) -> Bool {
    let empty: Database
    do { empty = try Database(path: ":memory:", access: .writer, busy: 0) } catch {
      throw .database(error)
    }
    try Schema.migrate(empty)
    do { return try tables(of: database) == tables(of: empty) } catch { throw .database(error) }
  }

  private static func tables(of database: Database) throws(SQLiteError) -> [String] {
    try Statement(
      "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY sql", on: database.handle,
      keep: false
    ).rows { $0.text(0) }
  }

  /// What can be an id: whole numbers that every reader of JSON can hold (RFC 8259 §6).
  package static let ids: ClosedRange<Int64> = 1...(1 << 53) - 1

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
  package static let rules: [(table: String, nonsense: String)] = {
    return [
      ("reminder", isNoTime("due_boot_ms", "created_ms") + " OR " + isNoID("id")),
      (
        "occurrence",
        isNoID("id") + " OR "
          + isNoTime("series_ms", "due_ms", "fired_ms", "ended_ms", "due_boot_ms") + " OR "
          + isNoCount("missed") + " OR " + isNone(of: OccurrenceState.self, "state")
      ),
      (
        "delivery",
        isNoID("id") + " OR " + isNoTime("at_ms", "claimed_ms", "ended_ms", "closed_ms") + " OR "
          + isNoCount("attempt", "notification", "possible_repeat") + " OR "
          + isNone(of: DeliveryState.self, "state")
      ),
      (
        "attempt",
        isNoID("id") + " OR " + isNoTime("at_ms", "ended_ms") + " OR " + isNoCount("number")
          + " OR "
          + isNone(of: MailResult.Verdict.self, "verdict")
      ),
      (
        "event",
        // A pause is of reminder 0.
        isNoID("id", "undoes") + " OR " + isNoID("reminder", "occurrence", from: 0) + " OR "
          + isNoTime("at_ms") + " OR " + isNoJSON("before", "after")
      ),
      // NULL is no number either.
      ("sqlite_sequence", "coalesce(\(isNoID("seq + 1")), 1)"),
      // Earlier versions kept the boot of claimed mails here, as any number.
      ("state", "name <> 'mail_boot' AND (\(isNoTime("value")))"),
    ]
  }()
}

/// A look at the whole store that changes nothing.
extension ReminderStore {
  /// What SQLite finds wrong with the file (https://www.sqlite.org/pragma.html#pragma_integrity_check),
  /// or what stands in it that never was written; nil where all is well. A second or two for a million
  /// reminders.
  package func issue() throws(StoreError) -> IntegrityCheck.Issue? {
    do throws(SQLiteError) {
      let answer = try database.statement("PRAGMA integrity_check(1)").row { $0.text(0) } ?? ""
      // Above what is wrong stands in which database; there is one.
      let lines = answer.split(separator: "\n").filter { !$0.hasPrefix("***") }
      guard answer == "ok" else { return .file(lines.first.map(String.init) ?? answer) }
    } catch {
      guard error.primary == SQLITE_CORRUPT else { throw .database(error) }
      return .file(error.message)
    }
    return try IntegrityCheck.issue(of: database)
  }
}
