import CSQLite

/// A look at the whole store that changes nothing.
extension ReminderStore {
  /// What SQLite finds wrong with the file (https://www.sqlite.org/pragma.html#pragma_integrity_check),
  /// or what stands in it that never was written; nil where all is well. A second or two for a million
  /// reminders.
  package func flaw() throws(StoreError) -> Flaw? {
    do throws(SQLiteError) {
      let answer = try database.statement("PRAGMA integrity_check(1)").row { $0.text(0) } ?? ""
      // Above what is wrong stands in which database; there is one.
      let lines = answer.split(separator: "\n").filter { !$0.hasPrefix("***") }
      guard answer == "ok" else { return .file(lines.first.map(String.init) ?? answer) }
    } catch {
      guard error.primary == SQLITE_CORRUPT else { throw .database(error) }
      return .file(error.message)
    }
    return try Sanity.flaw(of: database)
  }
}
