import CLinux
import CSQLite
import Glibc

/// What the daemon does for the write-ahead log, so that each commit, of any program, waits for the disk
/// once and not longer than it must.
///
/// Its name: SQLite syncs the folder with each connection's first commit, for it cannot know who
/// made the log, and when. The daemon can: as long as it has the store open no program removes the log
/// or puts another in its place (SQLite does so only if no other program has the store open). So it
/// syncs the folder once and then locks the log, which SQLite itself never does. The lock is on the
/// file, not on its name, and ends with the daemon: a program that finds the log that it has open locked
/// has nothing left to sync but what it wrote.
///
/// Its length: a commit that makes the file longer waits for the file system's books, too. So the
/// daemon fills it with zeros to the length at which it starts again. SQLite finds the log's end by
/// salts and checksums, which zeros are not (https://www.sqlite.org/walformat.html), and overwrites
/// what follows.
package enum WALTuning {
  /// Syncs the folder of the log at `path`, and says so.
  /// - Parameter path: of a log that a connection of this process has open.
  /// - Returns: the file that holds the lock until it is closed; nil if the folder could not be synced,
  ///   or the file not be locked. Commits are as safe then, but slower.
  static func keep(_ path: String) -> Int32? {
    let log = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard log >= 0 else { return nil }
    guard syncFolder(of: path), linux_lock(log) == 0 else {
      close(log)
      return nil
    }
    return log
  }

  /// Whether a daemon keeps the log at `path`.
  static func isKept(_ path: UnsafePointer<CChar>) -> Bool {
    let log = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard log >= 0 else { return false }
    defer { close(log) }
    var process: Int32 = 0
    return linux_is_locked(log, &process) == 1
  }

  /// The frames after which a log starts again (SQLite's wal_autocheckpoint), and some more.
  static let length = 32 + 1024 * (24 + 4096)

  /// Fills the log up to the length that it will have anyway, if there is room for many such;
  /// syncing it is left to the caller.
  /// - Parameter log: the open log. It is not written now: the caller holds the write lock.
  static func fill(_ log: Int32) {
    var status = stat()
    var system = statvfs()
    guard fstat(log, &status) == 0, status.st_size < length, fstatvfs(log, &system) == 0,
      system.f_bavail > 16 * UInt(length) / max(system.f_frsize, 1)
    else { return }
    let zeros = [UInt8](repeating: 0, count: 1 << 16)
    var end = Int(status.st_size)
    while end < length {
      let count = pwrite(log, zeros, min(zeros.count, length - end), end)
      guard count > 0 else {
        ftruncate(log, status.st_size)
        return
      }
      end += count
    }
  }

  /// Makes the names of files that were made or renamed in a folder safe against a power cut.
  /// - Returns: whether the folder could be synced.
  @discardableResult
  package static func syncFolder(of path: String) -> Bool {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let name = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let folder = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return false }
    defer { close(folder) }
    return fsync(folder) == 0
  }

  private typealias OpenDirectory =
    @convention(c) (UnsafePointer<CChar>?, UnsafeMutablePointer<Int32>?) -> Int32
  private typealias Map =
    @convention(c) (UnsafeMutableRawPointer?, Int, Int32, Int32, Int32, Int) ->
    UnsafeMutableRawPointer?

  // SQLite's own calls (https://www.sqlite.org/c3ref/vfs.html, xGetSystemCall).
  private static let ownOpenDirectory = systemCall("openDirectory")
  private static let ownMap = systemCall("mmap")

  private static func systemCall(_ name: String) -> sqlite3_syscall_ptr? {
    sqlite3_vfs_find(nil).flatMap { $0.pointee.xGetSystemCall?($0, name) }
  }

  /// Lets SQLite ask here first; to be called before the first connection.
  static func replaceSystemCalls() {
    guard let vfs = sqlite3_vfs_find(nil), ownOpenDirectory != nil, ownMap != nil else { return }
    // What it calls to sync the folder of a file: it leaves that out if this fails with SQLITE_CANTOPEN.
    let openDirectory: OpenDirectory = { path, descriptor in
      guard let path, let own = WALTuning.ownOpenDirectory, !WALTuning.isKept(path) else {
        return SQLITE_CANTOPEN
      }
      return unsafeBitCast(own, to: OpenDirectory.self)(path, descriptor)
    }
    // The file beside the store that it maps into memory. It gives it its length by one byte in each page of 4 KiB,
    // so that on a file system with smaller blocks it keeps holes; on a full disk the first look into one is the
    // end of the program (mmap(2), SIGBUS).
    let map: Map = { address, length, protection, flags, file, offset in
      guard let own = WALTuning.ownMap,
        protection & PROT_WRITE == 0 || WALTuning.hasRoom(file, offset, length)
      else { return UnsafeMutableRawPointer(bitPattern: -1) }
      return unsafeBitCast(own, to: Map.self)(address, length, protection, flags, file, offset)
    }
    _ = vfs.pointee.xSetSystemCall?(
      vfs, "openDirectory", unsafeBitCast(openDirectory, to: sqlite3_syscall_ptr.self))
    _ = vfs.pointee.xSetSystemCall?(vfs, "mmap", unsafeBitCast(map, to: sqlite3_syscall_ptr.self))
  }

  /// Whether no hole is left. If the file system has none, or cannot be asked, there is nothing to do.
  private static func hasRoom(_ file: Int32, _ offset: Int, _ length: Int) -> Bool {
    var status = stat()
    guard fstat(file, &status) == 0, status.st_blocks * 512 < status.st_size,
      linux_allocate(file, offset, length) != 0
    else { return true }
    return errno != ENOSPC && errno != EDQUOT
  }
}

/// The write-ahead log of a connection.
extension Database {
  /// Makes the file keep a write-ahead log, for good. If another program does the same at this
  /// moment SQLite says BUSY at once, its time-out notwithstanding (both hold a lock that the other
  /// one waits for), so the waiting is done here.
  func keepLog() throws(StoreError) {
    var waited: Int32 = 0
    while true {
      do { return try execute("PRAGMA journal_mode = WAL") } catch {
        guard error.primaryCode == SQLITE_BUSY, waited < patience else { throw error }
      }
      usleep(5000)
      waited += 5
    }
  }

  /// From now on commits leave checkpointing to the caller, who sees `logPages`.
  func takeOverCheckpoints() {
    sqlite3_wal_hook(
      handle,
      { context, _, _, pages in
        let me = Unmanaged<Database>.fromOpaque(context!).takeUnretainedValue()
        me.logPages = pages
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Spares the programs that write the store while this connection is open some waits for the disk:
  /// see `WALTuning`. Something must have been read: only then the log is open.
  func prepareLog() throws(StoreError) {
    if logLock == nil, let name = sqlite3_db_filename(handle, "main"),
      let path = sqlite3_filename_wal(name)
    {
      logLock = WALTuning.keep(String(cString: path))
    }
    guard let logLock else { return }
    try run("BEGIN IMMEDIATE")
    WALTuning.fill(logLock)
    try run("COMMIT")
    fdatasync(logLock)
  }

  /// Whether the file system refuses locks, as NFS does without its lock service (fcntl(2), ENOLCK). One
  /// system call, of the log that is kept open.
  var hasNoLocks: Bool {
    var process: Int32 = 0
    return logLock.map { linux_is_locked($0, &process) < 0 } ?? false
  }

  /// SQLite's own file layer for one of its files.
  private func file(_ which: Int32) -> UnsafeMutablePointer<sqlite3_file>? {
    var file: UnsafeMutablePointer<sqlite3_file>?
    let found = withUnsafeMutablePointer(to: &file) {
      sqlite3_file_control(handle, "main", which, $0)
    }
    return found == SQLITE_OK && file?.pointee.pMethods != nil ? file : nil
  }

  /// Syncs the write-ahead log to the disk (fdatasync(2)).
  func syncLog() throws(StoreError) {
    guard let log = file(SQLITE_FCNTL_JOURNAL_POINTER) else { return }
    let result = log.pointee.pMethods.pointee.xSync(log, SQLITE_SYNC_NORMAL | SQLITE_SYNC_DATAONLY)
    guard result == SQLITE_OK else { throw .sqlite(result) }
  }

  /// Whether the disk answers at all: SQLite calls a file damaged also if reading it fails with EIO
  /// (SQLITE_IOERR_CORRUPTFS).
  var canRead: Bool {
    guard let file = file(SQLITE_FCNTL_FILE_POINTER) else { return false }
    var head: (UInt64, UInt64) = (0, 0)
    let result = file.pointee.pMethods.pointee.xRead(file, &head, 16, 0)
    return result == SQLITE_OK || result == SQLITE_IOERR | 2 << 8  // SQLITE_IOERR_SHORT_READ
  }

  /// Copies what no reader needs any more from the log into the database, without waiting.
  func checkpoint() {
    // A reader or a full disk that stops it leaves the log as it was: the next one will do.
    _ = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
  }

  /// Copies everything from the log into the database and empties it.
  /// - Returns: false if a reader or writer stood in the way.
  func truncateLog() -> Bool {
    sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil) == SQLITE_OK
  }
}
