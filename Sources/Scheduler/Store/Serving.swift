import Configuration

/// How the daemon comes to its store, and to another one in its place.
extension ReminderStore {
  /// Milliseconds that the daemon waits for another writer before it goes on from memory.
  package static let daemonPatience: Int32 = 500

  /// Opens the store for the daemon, and makes it where it is missing.
  package convenience init(serving places: Places) throws(StoreError) {
    try self.init(writing: places, patience: ReminderStore.daemonPatience)
    try Sanity.expect(database)
    companions = database.path.flatMap { Companions(of: $0) }
    try prepareForDaemon()
  }

  /// What can be served of a store that cannot be opened to write (a full disk): what is in it, if it
  /// can be read, otherwise nothing.
  package static func readable(_ places: Places) throws(StoreError) -> ReminderStore {
    if let store = try? ReminderStore(reading: places, patience: daemonPatience) { return store }
    return try nowhere()
  }

  /// An empty store that is nowhere.
  static func nowhere() throws(StoreError) -> ReminderStore {
    let database: Database
    do { database = try Database(path: ":memory:", access: .writer, busy: 0) } catch {
      throw .database(error)
    }
    try Schema.migrate(database)
    return ReminderStore(database)
  }

  /// What has become of its files since they were opened, for the caller to open what is there now; nil
  /// where they are what they were, which five calls of lstat(2) tell.
  func loss(in places: Places) throws(StoreError) -> StoreError? {
    guard let companions else { return nil }
    if hasMoved { return .gone(path: places.store) }
    if companions.isStoreEmpty, try places.found() == .emptied { return Sanity.emptied }
    if let path = companions.stray { return .stray(path: path) }
    guard companions.isCut else { return nil }
    if database.isLogBroken { return .stray(path: companions.log) }
    // Another program has copied all of it into the database first.
    self.companions?.noteLength()
    return nil
  }

  /// Before the store is opened anew because of `error`.
  /// - Throws: `error` where it has to stay open, since it alone has what is in a deleted log.
  func leave(because error: StoreError) throws(StoreError) {
    if case .stray = error, let companions {
      // Nobody else can read it any more. Another one that was written counts, as another store would.
      if companions.hasLostLog, !companions.hasOtherLog {
        guard database.truncateLog() || database.hasCopiedLog else { throw error }
      }
      return database.leaveFiles()
    }
    guard hasMoved, companions?.hasLostLog == false else { return database.leaveFiles() }
    // What the log holds goes with a file that has moved, or was deleted, and the log is empty, since
    // whatever has the file's name now would be given its pages.
    _ = database.truncateLog()
  }

  /// Whether `delivery` is of the reminder `uid`: after another store has taken the place of one, the
  /// same number may be another's.
  func isDelivery(_ delivery: Int64, of uid: String) throws(StoreError) -> Bool {
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
  func isOccurrence(_ occurrence: Int64, of uid: String) throws(StoreError) -> Bool {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        "SELECT 1 FROM occurrence o JOIN reminder r ON r.id = o.reminder WHERE o.id = ? AND r.uid = ?"
      ).row(.integer(occurrence), .text(uid)) { _ in true } ?? false
    }
  }
}
