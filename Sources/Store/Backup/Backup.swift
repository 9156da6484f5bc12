import CSQLite
import Configuration
import Glibc
import System

/// The name of a new file.
package enum NewName {
  /// The name itself, or that of the file to which a link of this name leads: that one is replaced,
  /// as a copy written through the link would do, and the link stays.
  /// - Parameters:
  ///   - isReplacing: whether a file of that name may be replaced; nothing but a file ever is, and none
  ///     with which the programs work.
  /// - Throws: `StoreError.copy`.
  package static func resolved(
    _ path: String, isReplacing: Bool, apartFrom paths: Paths
  ) throws(StoreError) -> String {
    var found = stat()
    guard lstat(path, &found) == 0 else {
      if paths.isOwn(new: path) { throw .copy(.own(path: path)) }
      return path
    }
    let isLink = found.st_mode & S_IFMT == S_IFLNK
    guard !isLink || stat(path, &found) == 0 else { throw .copyFailure(path, errno) }
    guard found.st_mode & S_IFMT == S_IFREG else { throw .copy(.notAFile(path: path)) }
    guard !paths.isOwn(found) else { throw .copy(.own(path: path)) }
    guard isReplacing else { throw .copy(.exists(path: path)) }
    guard isLink else { return path }
    guard let target = realpath(path, nil) else { throw .copyFailure(path, errno) }
    defer { free(target) }
    return String(cString: target)
  }
}

extension StoreError {
  static func copyFailure(_ path: String, _ errno: Int32) -> StoreError {
    .copy(.file(path: path, errno: errno))
  }
}

/// A store, and its copy in one file.
package struct Backup {
  private let database: Database

  /// - Parameter store: that is copied, or was a copy.
  package init(_ store: ReminderStore) { database = store.database }

  /// Copies the store, as it is at this moment, into one file of its owner's alone (mode 0600). Other
  /// programs may write meanwhile, and the daemon may fire. The file has its name only when it is whole and on
  /// the disk.
  /// - Parameters:
  ///   - paths: where the store lies; the files of its mails are in the copy, too.
  ///   - isReplacing: whether a file of that name may be replaced.
  /// - Returns: how many files of mails are in it.
  @discardableResult
  package func write(
    to path: String, from paths: Paths, isReplacing: Bool
  ) throws(StoreError) -> Int {
    let path = try NewName.resolved(path, isReplacing: isReplacing, apartFrom: paths)
    try paths.expectSpool()
    // Made here, since SQLite's error would not say why it cannot be.
    let part: AtomicFile
    do { part = try AtomicFile(of: path) } catch { throw .copyFailure(path, error.code) }
    let files: Int
    do { files = try fill(part.path, from: paths) } catch {
      // The disk of the copy is full, whose name the user knows.
      throw error.primaryCode == SQLITE_FULL ? .copyFailure(path, ENOSPC) : error
    }
    guard fsync(part.descriptor) == 0 else { throw .copyFailure(path, errno) }
    do { try part.move(to: path, isReplacing: isReplacing) } catch {
      throw error.code == EEXIST ? .copy(.exists(path: path)) : .copyFailure(path, error.code)
    }
    WALTuning.syncFolder(of: path)
    return files
  }

  /// - Returns: how many files of mails are in it.
  private func fill(_ path: String, from paths: Paths) throws(StoreError) -> Int {
    let copy = try Database(copying: database, to: path)
    let files = try copy.pack(paths)
    // Pages are copied as they are: what is damaged here would be damaged there, and found too late.
    guard try copy.row("PRAGMA quick_check(1)", read: { $0.text(0) }) == "ok",
      try IntegrityCheck.issue(of: copy) == nil
    else { throw .invalidContent }
    return files
  }

  /// Moves the files that are in the store itself, which was a backup, into the spool.
  /// - Returns: how many those were.
  /// - Throws: if one cannot be written; they stay in the store then, for the next time.
  @discardableResult
  package func unpackSpool(into paths: Paths) throws(StoreError) -> Int {
    let files = try database.rows("SELECT path FROM spool") { $0.text(0) }
    guard !files.isEmpty else { return 0 }
    for path in files {
      let bytes = try database.row("SELECT bytes FROM spool WHERE path = ?", .text(path)) {
        $0.bytes(0)
      }
      let failure = paths.spool(bytes ?? [], at: path)
      guard failure == 0 else { throw .copyFailure(paths.mail(of: path), failure) }
    }
    try database.run("DELETE FROM spool")
    // Many pages are free now; if another program writes, they stay free.
    try? database.execute("VACUUM")
    return files.count
  }
}

extension Database {
  /// Puts the files of the reminders that are in this copy into it.
  /// - Returns: how many those are.
  fileprivate func pack(_ paths: Paths) throws(StoreError) -> Int {
    var count = 0
    for uid in paths.spooled {
      guard try hasRow("SELECT 1 FROM reminder WHERE uid = ?", .text(uid)) else { continue }
      for name in paths.spooled(of: uid) {
        let path = paths.mail(of: uid) + "/" + name
        guard let bytes = try Database.bytes(of: path) else { continue }
        try run(
          "INSERT OR REPLACE INTO spool(path, bytes) VALUES(?, ?)", .text(uid + "/" + name),
          .bytes(bytes))
        count += 1
      }
    }
    return count
  }

  /// - Returns: nil if it has gone meanwhile, or is no file.
  private static func bytes(of path: String) throws(StoreError) -> [UInt8]? {
    do { return try FileIO.bytes(of: path, isPlain: true) } catch {
      if [.notAFile, .system(ENOENT)].contains(error) { return nil }
      throw .copyFailure(path, error.code)
    }
  }
}
