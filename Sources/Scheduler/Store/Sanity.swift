import CSQLite

/// Whether a store says what a store can say. A file that somebody has edited may have other tables, or
/// numbers in them that are no times: SQLite finds nothing wrong with that.
public enum Sanity {
  /// The error for what makes no sense: the store is repaired like one whose bytes are damaged.
  public static let nonsense = StoreError.database(orphan)

  /// The same where it is met in a row: an occurrence without its reminder, whose page may be zeros,
  /// say, in which SQLite finds no row and no fault. Every query starts from the occurrence.
  static let orphan = SQLiteError(
    code: SQLITE_CORRUPT, message: "it holds what remindctl never writes", sql: nil)

  /// A quick look, for each start of the daemon: the tables, and the ends of the indices that it
  /// goes by.
  static func expect(_ database: Database) throws(StoreError) {
    guard try hasOurTables(database) else { throw nonsense }
    do throws(SQLiteError) {
      let ends =
        try database.statement(
          """
          SELECT (SELECT min(due_ms) FROM occurrence WHERE state = 'scheduled' AND fired_ms IS NULL),
            (SELECT max(due_ms) FROM occurrence WHERE state = 'scheduled' AND fired_ms IS NULL),
            (SELECT min(fired_ms) FROM occurrence WHERE fired_ms IS NOT NULL),
            (SELECT max(fired_ms) FROM occurrence WHERE fired_ms IS NOT NULL),
            (SELECT min(at_ms) FROM delivery WHERE at_ms IS NOT NULL),
            (SELECT max(at_ms) FROM delivery WHERE at_ms IS NOT NULL)
          """
        ).row { row in (0..<6).map { row.optionalInteger($0) ?? 0 } } ?? []
      if !ends.allSatisfy(times.contains) {
        throw SQLiteError(code: SQLITE_CORRUPT, message: "", sql: nil)
      }
    } catch {
      throw error.message.isEmpty ? nonsense : .database(error)
    }
  }

  /// A close look at every row.
  static func isSane(_ database: Database) throws(StoreError) -> Bool {
    guard try hasOurTables(database) else { return false }
    do throws(SQLiteError) {
      for (table, nonsense) in rules {
        let found = try Statement(
          "SELECT 1 FROM \(table) WHERE \(nonsense) LIMIT 1", on: database.handle, keep: false
        ).row { _ in true }
        if found != nil { return false }
      }
      return try database.statement("PRAGMA foreign_key_check").row { _ in true } == nil
    } catch { throw .database(error) }
  }

  /// Takes out what makes no sense, so that what depends on it is made up for.
  static func purge(_ database: Database) throws(SQLiteError) {
    // A text is worth more than when it was made.
    try database.execute(
      """
      UPDATE reminder SET due_boot_ms = NULL WHERE \(isNoTime("due_boot_ms"));
      UPDATE reminder SET created_ms = 0 WHERE \(isNoTime("created_ms"))
      """)
    for (table, nonsense) in rules {
      try database.execute("DELETE FROM \(table) WHERE \(nonsense)")
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
    try database.statement("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY sql")
      .rows { $0.text(0) }
  }

  private static let times = Instant.earliest.milliseconds...Instant.latest.milliseconds

  private static func isNoTime(_ columns: String...) -> String {
    columns.map { "\($0) NOT BETWEEN \(times.lowerBound) AND \(times.upperBound)" }
      .joined(separator: " OR ")
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
  private static let rules: [(table: String, nonsense: String)] = {
    return [
      ("reminder", isNoTime("due_boot_ms", "created_ms")),
      (
        "occurrence",
        isNoTime("series_ms", "due_ms", "fired_ms", "ended_ms", "due_boot_ms") + " OR "
          + isNoCount("missed") + " OR " + isNone(of: OccurrenceState.self, "state")
      ),
      (
        "delivery",
        isNoTime("at_ms", "claimed_ms", "ended_ms", "closed_ms") + " OR "
          + isNoCount("attempt", "notification", "possible_repeat") + " OR "
          + isNone(of: DeliveryState.self, "state")
      ),
      (
        "attempt",
        isNoTime("at_ms", "ended_ms") + " OR " + isNoCount("number") + " OR "
          + isNone(of: MailVerdict.self, "verdict")
      ),
      ("event", isNoTime("at_ms")),
      ("state", isNoTime("value")),
    ]
  }()
}
