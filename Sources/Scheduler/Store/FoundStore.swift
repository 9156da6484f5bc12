import CSQLite
import Configuration
import Glibc

/// What there is of a store, and what is in its way.
extension Places {
  /// Whether there is a store, which then is the user's own.
  /// - Throws: `StoreError.foreign` also where something that is no file, or not the store's, stands in the place
  ///   of one of SQLite's own (https://www.sqlite.org/tempfiles.html).
  package func hasStore() throws(StoreError) -> Bool {
    try found() != .nothing
  }

  /// What there is of a store.
  enum Found {
    case nothing
    /// A file, without its log or the memory that belongs to it: closed well, or these were taken away.
    case bare
    case whole
    /// A log that is not empty beside a file of no bytes, or beside none that a daemon could still have open:
    /// somebody has emptied it, or taken it away. SQLite would throw the log away.
    case emptied
  }

  /// - Throws: as `hasStore`.
  func found() throws(StoreError) -> Found {
    guard try expectOwn(data, isLinkFine: true) != nil else { return .nothing }
    let (log, memory) = try expectFiles()
    guard let length = try expectOwn(store, isLinkFine: false) else {
      return (log ?? 0) > 0 && daemonOfOthers == nil ? .emptied : .nothing
    }
    if length == 0, (log ?? 0) > 0 { return .emptied }
    return log == nil || memory == nil ? .bare : .whole
  }

  /// The same, once a daemon that serves the store has its files beside it again, for which it needs some
  /// milliseconds where they were deleted. What is written into new ones before, it would not read, and
  /// write over.
  /// - Throws: SQLITE_BUSY where it still has the deleted ones after a second: it was stopped, say.
  func settled() throws(StoreError) -> Found {
    var found = try found()
    var waits = 500
    while found == .bare, let holder = daemonOfOthers {
      guard waits > 0 else {
        guard holder.hasDeleted(Places.logNames, of: store) else { break }
        throw .database(SQLiteError(code: SQLITE_BUSY, message: "", sql: nil))
      }
      waits -= 1
      usleep(2000)
      found = try self.found()
    }
    return found
  }

  /// The daemon that serves the store, where it is not this process.
  private var daemonOfOthers: DaemonLock.Holder? {
    DaemonLock.keeper(lock).daemon.flatMap { $0.process == getpid() ? nil : $0 }
  }

  /// SQLite would wait for whoever writes into a pipe, would take any file for its journal, and does not say
  /// which of its files is in the way.
  /// - Returns: the bytes of two of them; nil where there is none.
  private func expectFiles() throws(StoreError) -> (log: Int?, memory: Int?) {
    var lengths: [Int?] = []
    for name in Places.companions {
      var status = stat()
      let path = store + name
      let isThere = lstat(path, &status) == 0
      guard !isThere || status.st_mode & S_IFMT == S_IFREG else {
        throw .foreign(path: path, status.st_mode & S_IFMT == S_IFDIR ? .folder : .special)
      }
      lengths.append(isThere ? Int(status.st_size) : nil)
    }
    let journal = store + Places.journalTail
    if lengths[2] ?? 0 > 0, RollbackJournal.isForeign(journal, to: store) {
      throw .foreign(path: journal, .journal)
    }
    return (lengths[0], lengths[1])
  }

  /// - Parameter isLinkFine: one to a folder of the user's own.
  /// - Returns: its bytes; nil where there is nothing at `path`.
  private func expectOwn(_ path: String, isLinkFine: Bool) throws(StoreError) -> Int? {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw .folder(path: path, errno: errno)
    }
    // Where anybody can make files (/tmp), a link is as good as a file.
    guard status.st_uid == geteuid() else { throw .foreign(path: path, .owner) }
    if !isLinkFine, status.st_mode & S_IFMT == S_IFDIR { throw .foreign(path: path, .folder) }
    // A pipe would be waited for until somebody writes into it.
    if !isLinkFine, ![S_IFREG, S_IFLNK].contains(status.st_mode & S_IFMT) {
      throw .foreign(path: path, .special)
    }
    guard status.st_mode & S_IFMT == S_IFLNK else { return Int(status.st_size) }
    guard isLinkFine else { throw .foreign(path: path, .link) }
    guard stat(path, &status) == 0 else { throw .folder(path: path, errno: errno) }
    guard status.st_uid == geteuid() else { throw .foreign(path: path, .owner) }
    return Int(status.st_size)
  }

  /// What cannot be written of the folder and the files in it that a change of the store needs, each with
  /// its errno: EACCES, or EROFS.
  package var unwritable: [(path: String, errno: Int32)] {
    without(W_OK, changing)
  }

  /// The folder and the files in it that a change of the store needs.
  package var changing: [String] { [data, store, lock, store + "-wal", store + "-shm"] }

  /// The first of SQLite's files that cannot be read, with its errno: SQLite itself says only that something
  /// could not be opened.
  package var unreadable: (path: String, errno: Int32)? {
    without(R_OK, [store] + Places.companions.map { store + $0 }).first
  }

  private func without(_ right: Int32, _ paths: [String]) -> [(path: String, errno: Int32)] {
    paths.compactMap { path in
      guard access(path, right) != 0, errno != ENOENT else { return nil }
      return (path, errno)
    }
  }

  /// Whether something is in the way that has a name of its own here: what is left over of a store, what is no
  /// file, or may not be read.
  package var isObstructed: Bool {
    guard let found = try? found() else { return true }
    return found == .emptied || unreadable != nil
  }
}
