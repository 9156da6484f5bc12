import CivilTime
import Configuration
import Glibc
import System

/// Replaces a damaged store with a readable one.
package enum Repair {
  /// Looks closely at a store that SQLite has called damaged. If it is, whatever can be read goes into
  /// a new one, the damaged files are kept aside (`reminders.db.damaged-20260617T120000Z`), and nothing
  /// of them is changed. Others who want to repair it wait, and those who write in this moment are
  /// refused (`StoreError.Cause.moved`).
  /// - Parameter error: what SQLite has said.
  /// - Returns: nil if the store is well: another program was faster.
  /// - Throws: `error` itself for a file that never was a store; otherwise what the disk said.
  package static func run(
    _ paths: Paths, after error: StoreError, at now: Instant
  ) throws(StoreError) -> RecoveryReport? {
    guard error != Schema.foreign else { throw error }
    let folder = open(paths.data, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw .folder(path: paths.data, errno: errno) }
    // Closing it ends the lock, too.
    defer { close(folder) }
    while flock(folder, LOCK_EX) != 0 {
      guard errno == EINTR else { throw .folder(path: paths.data, errno: errno) }
    }
    let found = try StoreFiles(paths: paths).state
    guard found != .nothing else { return nil }
    // To open an emptied one would throw its log away.
    let open =
      found == .emptied ? nil : try? Database(path: paths.store, access: .writer, busy: 5000)
    if let open, isSound(open) {
      paths.endCheck()
      return nil
    }
    // No program writes from here on, if the damage still lets SQLite keep others out.
    try? open?.execute("BEGIN IMMEDIATE")
    let recovered = try recover(paths, after: error, at: now)
    paths.endCheck()
    fsync(folder)
    return recovered
  }

  private static func isSound(_ database: Database) -> Bool {
    guard let found = try? Schema.found(in: database) else { return false }
    // A later version's is not ours to judge.
    if found > Schema.version { return true }
    do { return try IntegrityCheck.fileIssue(of: database) == nil } catch { return false }
  }

  private static func recover(
    _ paths: Paths, after error: StoreError, at now: Instant
  ) throws(StoreError) -> RecoveryReport {
    let new = paths.store + ".new"
    for tail in ["", "-wal", "-shm", "-journal"] { unlink(new + tail) }
    defer { for tail in ["", "-wal", "-shm"] { unlink(new + tail) } }
    // Its log may be all that is left of it.
    close(open(paths.store, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600))
    let old = try DamagedFile(paths.store)
    let aside = names(.damaged, in: paths, at: now).free
    var recovery = try Recovery(into: new, aside: aside)
    let recovered = try recovery.copy(from: old, at: now)
    if recovered.isEmpty, error.cause == .notADatabase, !old.isZeros { throw error }
    try moveToQuarantine(paths.store, to: aside)
    guard rename(new, paths.store) == 0 else {
      throw .folder(path: paths.store, errno: errno)
    }
    return recovered
  }

  /// Why a store is kept under another name.
  enum Reason: String, CaseIterable {
    case damaged, replaced
  }

  /// The name that was given last to a store that was kept aside then, nil if there is none; and a free one.
  static func names(
    _ reason: Reason, in paths: Paths, at now: Instant
  ) -> (last: String?, free: String) {
    let date = Zone.utc.wall(at: now).description.filter { $0 != "-" && $0 != ":" }
    let name = "\(paths.store).\(reason.rawValue)-\(date)Z"
    var (last, free) = (String?.none, name)
    var number = 1
    while access(free, F_OK) == 0 {
      number += 1
      (last, free) = (free, "\(name)-\(number)")
    }
    return (last, free)
  }

  /// Takes a store that cannot be read out of the way.
  /// - Returns: where it is then.
  static func quarantine(_ paths: Paths, at now: Instant) throws(StoreError) -> String {
    let aside = names(.damaged, in: paths, at: now).free
    try moveToQuarantine(paths.store, to: aside)
    unlink(paths.store)
    return aside
  }

  /// The log goes first: it would be taken for the new file's. The name itself is never without a
  /// file, if the file system has hard links.
  private static func moveToQuarantine(_ store: String, to aside: String) throws(StoreError) {
    if rename(store + "-wal", aside + "-wal") != 0, errno != ENOENT {
      throw .folder(path: store + "-wal", errno: errno)
    }
    unlink(store + "-shm")
    if link(store, aside) != 0, rename(store, aside) != 0 {
      throw .folder(path: aside, errno: errno)
    }
  }
}

/// A damaged store that was kept aside.
package struct DamagedStore: Equatable {
  /// The path under which it was kept.
  package let path: String
  /// What is left of it: its file, and those of SQLite's that belong to it and hold some of its texts.
  package let files: [String]
  /// Whether its own file is among them.
  package var isWhole: Bool { files.contains(path) }
}

extension Paths {
  /// How the names of stores begin that were kept aside.
  private static func prefix(_ reason: Repair.Reason) -> String {
    "\(storeName).\(reason.rawValue)-"
  }

  /// The damaged stores that were kept aside, oldest first.
  package var damagedStores: [DamagedStore] {
    let files = (FileIO.names(in: data) ?? []).filter { $0.hasPrefix(Paths.prefix(.damaged)) }
      .map { data + "/" + $0 }
    return Dictionary(grouping: files) { file in
      let tail = Paths.companions.first(where: file.hasSuffix) ?? ""
      return String(file.dropLast(tail.count))
    }
    .map { DamagedStore(path: $0, files: $1.sorted()) }.sorted { $0.path < $1.path }
  }

  /// Stores that were kept aside, damaged or replaced, with their logs, and that may hold what was made
  /// at `instant`: they were written later.
  package func keptStores(holding instant: Instant) -> [String] {
    (FileIO.names(in: data) ?? []).filter { name in
      var status = stat()
      return Repair.Reason.allCases.contains { name.hasPrefix(Paths.prefix($0)) }
        && !name.hasSuffix(".part") && lstat(data + "/" + name, &status) == 0
        && Int64(status.st_mtim.tv_sec) >= instant.milliseconds / 1000
    }.map { data + "/" + $0 }.sorted()
  }
}
