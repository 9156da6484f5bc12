import Configuration

/// How the daemon opens its store, and what it asks of it after a failure.
extension ReminderStore {
  /// Milliseconds that the daemon waits for another writer before it goes on from memory.
  package static let daemonPatience: Int32 = 500

  /// Opens the store for the daemon, and makes it where it is missing.
  package convenience init(serving places: Places) throws(StoreError) {
    try self.init(writing: places, patience: ReminderStore.daemonPatience)
    try IntegrityCheck.expect(database)
    files = database.path.flatMap { WALFiles(of: $0) }
    try prepareForDaemon()
  }

  /// What can be served of a store that cannot be opened to write (a full disk): what is in it, if it
  /// can be read, otherwise nothing.
  package static func readable(_ places: Places) throws(StoreError) -> ReminderStore {
    if let store = try? ReminderStore(reading: places, patience: daemonPatience) { return store }
    return try nowhere()
  }

  /// An empty store that is nowhere.
  package static func nowhere() throws(StoreError) -> ReminderStore {
    let database: Database
    do { database = try Database(path: ":memory:", access: .writer, busy: 0) } catch {
      throw .database(error)
    }
    try Schema.migrate(database)
    return ReminderStore(database)
  }

  /// Which of its files was taken away, replaced or emptied since it was opened; nil if none was.
  package func loss(in places: Places) -> StoreError? {
    guard let files else { return nil }
    if hasMoved { return .stray(path: places.store) }
    return files.stray.map { .stray(path: $0) }
  }

  /// Before the daemon ends because of `loss`. If the store alone has moved or was deleted, what its log holds goes
  /// with it, and the log is empty: otherwise the file that has the store's name now would be given its pages.
  package func leave() {
    if hasMoved, files?.isLogOwn == true { _ = database.truncateLog() }
  }

  /// Whether `delivery` is of the reminder `uid`: after another store has taken the place of one, the
  /// same number may be another's.
  package func isDelivery(_ delivery: Int64, of uid: String) throws(StoreError) -> Bool {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT 1 FROM delivery d JOIN occurrence o ON o.id = d.occurrence
          JOIN reminder r ON r.id = o.reminder
        WHERE d.id = ? AND r.uid = ?
        """
      ).row(.integer(delivery), .text(uid)) { _ in true } ?? false
    }
  }

  /// The same for an occurrence.
  package func isOccurrence(_ occurrence: Int64, of uid: String) throws(StoreError) -> Bool {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        "SELECT 1 FROM occurrence o JOIN reminder r ON r.id = o.reminder WHERE o.id = ? AND r.uid = ?"
      ).row(.integer(occurrence), .text(uid)) { _ in true } ?? false
    }
  }
}
