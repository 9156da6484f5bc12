import CSQLite

/// A look at the whole store that changes nothing.
extension ReminderStore {
  /// What SQLite finds wrong with the file (https://www.sqlite.org/pragma.html#pragma_quick_check), or
  /// what stands in it that never was written; nil where all is well. Some 0.2 s for a million
  /// reminders.
  public func flaw() throws(StoreError) -> String? {
    let answer = try attempt { () throws(SQLiteError) in
      try database.statement("PRAGMA quick_check(1)").row { $0.text(0) }
    }
    guard answer == "ok" else { return answer ?? "" }
    do throws(StoreError) { try Sanity.expect(database) } catch {
      guard case .database(let error) = error, error.primary == SQLITE_CORRUPT else { throw error }
      return error.message
    }
    return nil
  }
}
