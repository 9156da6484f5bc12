import CSQLite

/// A transaction that lasts as long as a tick of the daemon: it begins with the first write, wherever that is.
extension ReminderStore {
  /// Begins one, unless it has begun.
  package func begin() throws(StoreError) {
    guard sqlite3_get_autocommit(database.handle) != 0 else { return }
    try attempt { () throws(SQLiteError) in try database.statement("BEGIN IMMEDIATE").run() }
    // Now that nobody else can write, nobody puts another file in its place either.
    guard !database.hasMoved else {
      rollBack()
      let code = SQLITE_READONLY | 4 << 8  // SQLITE_READONLY_DBMOVED
      throw .database(
        SQLiteError(code: code, message: String(cString: sqlite3_errstr(code)), sql: nil))
    }
  }

  /// Commits what was written since `begin`, if anything was. If that fails, all of it is taken back.
  package func commit() throws(StoreError) {
    guard sqlite3_get_autocommit(database.handle) == 0 else { return }
    do throws(StoreError) {
      try attempt { () throws(SQLiteError) in try database.statement("COMMIT").run() }
    } catch {
      rollBack()
      throw error
    }
  }

  /// Takes back what was written since `begin`. A full disk may have done so already.
  package func rollBack() {
    if sqlite3_get_autocommit(database.handle) == 0 { try? database.execute("ROLLBACK") }
  }

  /// How many rows this connection has changed since it was opened.
  package var totalChanges: Int64 { sqlite3_total_changes64(database.handle) }
}
