import CSQLite
import Configuration
import Glibc
import System

/// The files of a store, and what is in their way.
struct StoreFiles {
  let paths: Paths

  /// What there is of a store.
  enum State {
    case nothing
    /// A file, without its log or the memory that belongs to it: closed well, or these were taken away.
    case bare
    case whole
    /// A log that is not empty beside a file of no bytes, or beside none that a daemon could still have open:
    /// the file was emptied or taken away. SQLite would throw the log away.
    case emptied
  }

  /// What there is now.
  /// - Throws: `StoreError.foreign` if the store is not the user's own, or if something that is not a file has the
  ///   name of one of SQLite's own (https://www.sqlite.org/tempfiles.html).
  var state: State {
    get throws(StoreError) {
      guard try expectOwn(paths.data, isLinkFine: true) != nil else { return .nothing }
      let lengths = try Paths.companions.map { (name) throws(StoreError) in
        try expectPlain(paths.store + name)
      }
      let (log, memory) = (lengths[0], lengths[1])
      guard let length = try expectOwn(paths.store, isLinkFine: false) else {
        return (log ?? 0) > 0 && !isServedByOthers ? .emptied : .nothing
      }
      if length == 0, (log ?? 0) > 0 { return .emptied }
      return log == nil || memory == nil ? .bare : .whole
    }
  }

  /// The same after a daemon whose log or memory was deleted has ended, for which it needs some milliseconds:
  /// with a new log and the old memory, SQLite finds neither what is in the one nor in the other.
  func settledState() throws(StoreError) -> State {
    var state = try state
    for _ in 0..<500 {
      guard state == .bare, isServedByOthers else { break }
      usleep(2000)
      state = try self.state
    }
    return state
  }

  private var isServedByOthers: Bool {
    DaemonLock.keeper(paths.lock).daemon.map { $0.process != getpid() } ?? false
  }

  /// SQLite would wait for a writer of a pipe, and does not say which of its files is in the way.
  /// - Returns: its bytes; nil if it is missing.
  private func expectPlain(_ path: String) throws(StoreError) -> Int? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .foreign(path: path, status.st_mode & S_IFMT == S_IFDIR ? .folder : .special)
    }
    return Int(status.st_size)
  }

  /// - Parameter isLinkFine: one to a folder of the user's own.
  /// - Returns: its bytes; nil where there is nothing at `path`.
  private func expectOwn(_ path: String, isLinkFine: Bool) throws(StoreError) -> Int? {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw .folder(path: path, errno: errno)
    }
    // In a folder like /tmp another user can make a link as well as a file.
    guard status.st_uid == geteuid() else { throw .foreign(path: path, .owner) }
    if !isLinkFine, status.st_mode & S_IFMT == S_IFDIR { throw .foreign(path: path, .folder) }
    // Reading a pipe would wait for its writer.
    if !isLinkFine, ![S_IFREG, S_IFLNK].contains(status.st_mode & S_IFMT) {
      throw .foreign(path: path, .special)
    }
    guard status.st_mode & S_IFMT == S_IFLNK else { return Int(status.st_size) }
    guard isLinkFine else { throw .foreign(path: path, .link) }
    guard stat(path, &status) == 0 else { throw .folder(path: path, errno: errno) }
    guard status.st_uid == geteuid() else { throw .foreign(path: path, .owner) }
    return Int(status.st_size)
  }
}

extension Paths {
  /// Whether there is a store, which then is the user's own.
  /// - Throws: as `StoreFiles.state`.
  package func hasStore() throws(StoreError) -> Bool {
    try StoreFiles(paths: self).state != .nothing
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
    without(R_OK, [store] + Paths.companions.map { store + $0 }).first
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
    guard let state = try? StoreFiles(paths: self).state else { return true }
    return state == .emptied || unreadable != nil
  }
}

/// The files beside the store as a connection has them open: the log, and the memory in which the programs agree
/// on what is in it. A program that has another one than the others reads nothing of theirs and writes over it;
/// SQLite itself never looks again which file has the name.
struct WALFiles {
  private let store: String
  private let paths: [String]
  private let own: [FileIdentity?]

  /// - Parameter store: the path of a store that a connection of this process has read.
  /// - Returns: nil if they are others each time that one looks, as on some file systems (FUSE without stable
  ///   inodes): then nothing can be told of them.
  init?(of store: String) {
    self.store = store
    paths = [store + "-wal", store + "-shm"]
    let looks = (1...3).map { [paths] _ in
      paths.map { FileIdentity(at: $0, followsLink: false) }
    }
    // One may have been replaced since it was opened.
    guard looks[0] == looks[1] || looks[1] == looks[2] else { return nil }
    own = looks[0]
  }

  /// The first whose name is another file's by now, or that is missing; the store itself if it was emptied.
  var stray: String? {
    var status = stat()
    if lstat(store, &status) == 0, status.st_size == 0 { return store }
    return zip(paths, own).first { $1?.isStill(at: $0) != true }?.0
  }

  /// Whether the log still has its name.
  var isLogOwn: Bool { own[0] != nil && FileIdentity(at: paths[0], followsLink: false) == own[0] }
}
