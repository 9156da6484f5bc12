import CivilTime
import Configuration
import Glibc

/// Puts a readable store into the place of a damaged one.
package enum Repair {
  /// Looks closely at a store that SQLite has called damaged. If it is, whatever can be read goes into
  /// a new one, the damaged files are kept aside (`reminders.db.damaged-20260617T120000Z`), and nothing
  /// of them is changed. Others who want to repair it wait, and those who write in this moment are
  /// refused (`StoreError.Cause.moved`).
  /// - Parameter error: what SQLite has said.
  /// - Returns: nil where the store is well: somebody else was faster.
  /// - Throws: `error` itself for a file that never was a store; otherwise what the disk said.
  package static func run(
    _ places: Places, after error: StoreError, at now: Instant
  ) throws(StoreError) -> RecoveryReport? {
    guard error != Schema.foreign else { throw error }
    let folder = open(places.data, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw .folder(path: places.data, errno: errno) }
    // Closing it ends the lock, too.
    defer { close(folder) }
    while flock(folder, LOCK_EX) != 0 {
      guard errno == EINTR else { throw .folder(path: places.data, errno: errno) }
    }
    let found = try StoreFiles(places: places).state
    guard found != .nothing else { return nil }
    // To open an emptied one would throw its log away.
    let open =
      found == .emptied ? nil : try? Database(path: places.store, access: .writer, busy: 5000)
    if let open, isSound(open) {
      places.endCheck()
      return nil
    }
    // Nobody writes from here on, where the damage still lets SQLite keep others out.
    try? open?.execute("BEGIN IMMEDIATE")
    let recovered = try recover(places, after: error, at: now)
    places.endCheck()
    fsync(folder)
    return recovered
  }

  private static func isSound(_ database: Database) -> Bool {
    guard let found = try? Schema.found(in: database), found <= Schema.version else {
      // A later version's is not ours to judge.
      return (try? Schema.found(in: database)) != nil
    }
    do throws(StoreError) {
      return try ReminderStore(database).issue() == nil
    } catch {
      return false
    }
  }

  private static func recover(
    _ places: Places, after error: StoreError, at now: Instant
  ) throws(StoreError) -> RecoveryReport {
    let new = places.store + ".new"
    for tail in ["", "-wal", "-shm", "-journal"] { unlink(new + tail) }
    defer { for tail in ["", "-wal", "-shm"] { unlink(new + tail) } }
    // Its log may be all that is left of it.
    close(open(places.store, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600))
    let old = try DamagedFile(places.store)
    let aside = quarantineName(.damaged, in: places, at: now)
    let recovered: RecoveryReport
    do {
      let recovery = try Recovery(into: new)
      recovered = try recovery.copy(from: old, aside: aside, at: now)
      try recovery.finish()
    }
    let isEmpty = recovered.reminders + recovered.withoutText + recovered.withoutTime == 0
    if isEmpty, error.cause == .notADatabase, !old.isZeros { throw error }
    try moveToQuarantine(places.store, to: aside)
    guard rename(new, places.store) == 0 else {
      throw .folder(path: places.store, errno: errno)
    }
    return recovered
  }

  /// Why a store is kept under another name.
  package enum Reason: String, CaseIterable { case damaged, replaced }

  /// A free name for a store that is kept aside.
  static func quarantineName(_ reason: Reason, in places: Places, at now: Instant) -> String {
    names(reason, in: places, at: now).free
  }

  /// The name that was given last to a store that was kept aside then; nil where there is none.
  package static func lastName(_ reason: Reason, in places: Places, at then: Instant) -> String? {
    names(reason, in: places, at: then).last
  }

  private static func names(
    _ reason: Reason, in places: Places, at now: Instant
  ) -> (last: String?, free: String) {
    let date = Zone.utc.wall(at: now).description.filter { $0 != "-" && $0 != ":" }
    let name = "\(places.store).\(reason.rawValue)-\(date)Z"
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
  static func quarantine(_ places: Places, at now: Instant) throws(StoreError) -> String {
    let aside = quarantineName(.damaged, in: places, at: now)
    try moveToQuarantine(places.store, to: aside)
    unlink(places.store)
    return aside
  }

  /// The log goes first: it would be taken for the new file's. The name itself is never without a
  /// file, where the file system knows second names.
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
