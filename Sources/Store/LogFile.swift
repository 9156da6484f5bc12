import CLinux
import CSQLite
import Glibc

/// What the daemon does for the write-ahead log, so that those who write wait for the disk once and
/// not longer than they must.
///
/// Its name: SQLite syncs the folder with each connection's first commit, for it cannot know who
/// made the log, and when. The daemon can: as long as it has the store open nobody removes the log
/// or puts another in its place (SQLite does so only where nobody else has the store open). So it
/// syncs the folder once and then locks the log, which SQLite itself never does. The lock is on the
/// file, not on its name, and ends with the daemon: whoever finds the log that it has open locked
/// has nothing left to sync but what it wrote.
///
/// Its length: a commit that makes the file longer waits for the file system's books, too. So the
/// daemon fills it with zeros to the length at which it begins anew. SQLite finds the log's end by
/// salts and checksums, which zeros are not (https://www.sqlite.org/walformat.html), and overwrites
/// what lies behind it.
package enum LogFile {
  /// Syncs the folder of the log at `path`, and says so.
  /// - Parameter path: of a log that a connection of this process has open.
  /// - Returns: what holds the lock until it is closed; nil where the folder could not be synced,
  ///   or the file not be locked. Commits are as safe then, but slower.
  package static func keep(_ path: String) -> Int32? {
    let log = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard log >= 0 else { return nil }
    guard syncFolder(of: path), linux_lock(log) == 0 else {
      close(log)
      return nil
    }
    return log
  }

  /// Whether somebody keeps the log at `path`.
  static func isKept(_ path: UnsafePointer<CChar>) -> Bool {
    let log = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard log >= 0 else { return false }
    defer { close(log) }
    var process: Int32 = 0
    return linux_is_locked(log, &process) == 1
  }

  /// The frames after which a log begins anew (SQLite's wal_autocheckpoint), and some more.
  package static let length = 32 + 1024 * (24 + 4096)

  /// Fills the log up to the length that it will have anyway, where there is room for many such;
  /// syncing it is left to the caller.
  /// - Parameter log: the open log. Nobody writes it now: the caller holds the write lock.
  package static func fill(_ log: Int32) {
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

  /// Makes a file's name safe against a power cut: what is made or renamed in a folder.
  /// - Returns: whether the folder could be told to.
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

  /// What SQLite calls to sync the folder of a file: it leaves that out where this fails with
  /// SQLITE_CANTOPEN (https://www.sqlite.org/c3ref/vfs.html, xSetSystemCall).
  private static let ownOpenDirectory = sqlite3_vfs_find(nil).flatMap {
    $0.pointee.xGetSystemCall?($0, "openDirectory")
  }

  /// Lets SQLite ask here first; to be called before the first connection.
  static func spareSyncs() {
    guard let vfs = sqlite3_vfs_find(nil), ownOpenDirectory != nil else { return }
    let openDirectory: OpenDirectory = { path, descriptor in
      guard let path, let own = LogFile.ownOpenDirectory, !LogFile.isKept(path) else {
        return SQLITE_CANTOPEN
      }
      return unsafeBitCast(own, to: OpenDirectory.self)(path, descriptor)
    }
    _ = vfs.pointee.xSetSystemCall?(
      vfs, "openDirectory", unsafeBitCast(openDirectory, to: sqlite3_syscall_ptr.self))
  }
}
