import Configuration
import Glibc
import Reminders
import System

/// The spool: what goes with mails, and their bytes, in files beside the store. A backup has them in its
/// table `spool`, so that it stays one file; a store whose table has some puts them back.
extension Places {
  var spool: String { data + "/mail" }

  /// Whether there is any spool that is the user's own.
  package var hasSpool: Bool { access(spool, F_OK) == 0 && isSpoolOwn }

  /// What has the name of the spool is a folder of the user's own: what would be written elsewhere is
  /// somebody else's to read, and what would be removed there is not ours.
  /// - Throws: `StoreError.foreign` where it is a link, no folder, or somebody else's.
  package func expectSpool() throws(StoreError) {
    var status = stat()
    guard lstat(spool, &status) == 0 else { return }
    guard status.st_uid == geteuid() else { throw .foreign(path: spool, .owner) }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw .foreign(path: spool, .noFolder) }
  }

  var isSpoolOwn: Bool { (try? expectSpool()) != nil }

  /// The folder of what belongs to a reminder's mails: their bytes, and copies of files that go with
  /// them.
  package func mail(of uid: String) -> String { data + "/mail/" + uid }

  /// The bytes of one mail.
  /// - Parameter delivery: its row.
  package func mail(of uid: String, delivery: Int64) -> String {
    mail(of: uid) + "/\(delivery).eml"
  }

  /// Whether one mail's bytes are there.
  package func hasMail(of uid: String, delivery: Int64) -> Bool {
    access(mail(of: uid, delivery: delivery), F_OK) == 0
  }

  /// Has one mail be written anew.
  package func removeMail(of uid: String, delivery: Int64) {
    unlink(mail(of: uid, delivery: delivery))
  }

  /// Makes that folder, and the one above it, 0700.
  /// - Returns: errno; 0 where it is there now.
  package func makeMailFolder(of uid: String) -> Int32 {
    guard isSpoolOwn else { return ENOTDIR }
    for folder in [spool, mail(of: uid)] where !Places.make(folder) { return errno }
    return 0
  }

  /// Removes that folder with all that is in it; what is not there is gone already.
  package func removeMail(of uid: String) {
    let path = mail(of: uid)
    // Nothing else is ever called so.
    guard Places.isUID(uid), isSpoolOwn, let names = FileIO.names(in: path) else { return }
    for name in names { unlink(path + "/" + name) }
    rmdir(path)
    rmdir(spool)
  }

  /// The UUIDs that have a folder there.
  package var spooled: [String] {
    guard isSpoolOwn else { return [] }
    return (FileIO.names(in: spool) ?? []).filter(Places.isUID).sorted()
  }

  /// The names of one reminder's files; what is still being written is left out.
  package func spooled(of uid: String) -> [String] {
    (FileIO.names(in: mail(of: uid)) ?? []).filter(Places.isSpooled).sorted()
  }

  /// The UUIDs that have a folder there in which nothing was made or removed for a while.
  /// - Parameter isOld: is given when something was, in seconds since the epoch.
  package func spooled(where isOld: (Int64) -> Bool) -> [String] {
    spooled.filter { uid in
      var status = stat()
      return stat(mail(of: uid), &status) == 0 && isOld(Int64(status.st_mtim.tv_sec))
    }
  }

  /// Puts a file there that a backup had, as a whole.
  /// - Parameter path: a UUID, a slash and a name; anything else is left out.
  /// - Returns: errno; 0 where it is on the disk now.
  package func spool(_ bytes: [UInt8], at path: String) -> Int32 {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, Places.isUID(parts[0]), Places.isSpooled(parts[1]) else { return 0 }
    let failure = makeMailFolder(of: parts[0])
    guard failure == 0 else { return failure }
    let name = mail(of: parts[0]) + "/" + parts[1]
    do throws(SystemError) {
      let part = try AtomicFile(of: name)
      try part.write(bytes)
      try part.move(to: name, isReplacing: true)
    } catch { return error.code }
    LogFile.syncFolder(of: name)
    return 0
  }

  static func isUID(_ name: String) -> Bool {
    name.utf8.count == 36
      && name.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) || $0 == 45 }
  }

  private static func isSpooled(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2 && ["eml", "file"].contains(parts[1]) && Int64(parts[0]) != nil
  }
}

extension Database {
  /// Puts the files of the reminders that are in this copy into it.
  /// - Returns: how many those are.
  func pack(_ places: Places) throws(BackupError) -> Int {
    var count = 0
    for uid in places.spooled {
      let isKnown = try BackupError.attempt { () throws(SQLiteError) in
        try statement("SELECT 1 FROM reminder WHERE uid = ?").row(.text(uid)) { _ in true } ?? false
      }
      guard isKnown else { continue }
      for name in places.spooled(of: uid) {
        let path = places.mail(of: uid) + "/" + name
        guard let bytes = try Database.bytes(of: path) else { continue }
        try BackupError.attempt { () throws(SQLiteError) in
          try statement("INSERT OR REPLACE INTO spool(path, bytes) VALUES(?, ?)")
            .run(.text(uid + "/" + name), .bytes(bytes))
        }
        count += 1
      }
    }
    return count
  }

  /// - Returns: nil where it has gone meanwhile, or is no file: a pipe is not waited for, and is no mail.
  private static func bytes(of path: String) throws(BackupError) -> [UInt8]? {
    do { return try FileIO.bytes(of: path, isPlain: true) } catch {
      if [.notAFile, .system(ENOENT)].contains(error) { return nil }
      throw .file(path: path, errno: error.code)
    }
  }
}

extension ReminderStore {
  /// Puts the files that are in the store itself, which was a backup, where they belong.
  /// - Returns: how many those were.
  /// - Throws: where one cannot be written; they stay in the store then, for the next time.
  @discardableResult
  package func unpackSpool(into places: Places) throws(BackupError) -> Int {
    let paths = try BackupError.attempt { () throws(SQLiteError) in
      try database.statement("SELECT path FROM spool").rows { $0.text(0) }
    }
    guard !paths.isEmpty else { return 0 }
    for path in paths {
      let bytes = try BackupError.attempt { () throws(SQLiteError) in
        try database.statement("SELECT bytes FROM spool WHERE path = ?")
          .row(.text(path)) { $0.bytes(0) } ?? []
      }
      let failure = places.spool(bytes, at: path)
      guard failure == 0 else { throw .file(path: places.mail(of: path), errno: failure) }
    }
    try BackupError.attempt { () throws(SQLiteError) in
      try database.statement("DELETE FROM spool").run()
    }
    // Many pages are free now; where somebody else writes, they stay free.
    try? database.execute("VACUUM")
    return paths.count
  }

  /// Those of `uids` that are no reminder's.
  package func strangers(among uids: [String]) throws(StoreError) -> [String] {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT value FROM json_each(?) WHERE NOT EXISTS (
          SELECT 1 FROM reminder WHERE uid = value)
        """
      ).rows(.text(JSON.array(uids.map(JSON.string)).text)) { $0.text(0) }
    }
  }

  /// Reminders whose mail is to come, or waits, and that lack a file for it.
  package func mailsWithoutFiles(_ places: Places) throws(StoreError) -> [(id: Int64, path: String)]
  {
    let open = try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT r.id, r.uid, r.options, (SELECT max(d.id) FROM occurrence o
            JOIN delivery d ON d.occurrence = o.id
            WHERE o.reminder = r.id AND d.channel = 'mail' AND d.possible_repeat
              AND d.state NOT IN ('accepted', 'failed')
              AND EXISTS (SELECT 1 FROM attempt a WHERE a.delivery = d.id
                AND coalesce(a.reason, '') <> 'interrupted'))
        FROM reminder r WHERE r.options ->> '$.mail' IS NOT NULL AND (
          EXISTS (SELECT 1 FROM occurrence o WHERE o.reminder = r.id AND o.ended_ms IS NULL
            AND o.state = 'scheduled')
          OR EXISTS (SELECT 1 FROM occurrence o JOIN delivery d ON d.occurrence = o.id
            WHERE o.reminder = r.id AND d.channel = 'mail'
              AND d.state NOT IN ('accepted', 'failed')))
        """
      ).rows {
        (
          id: $0.integer(0), uid: $0.text(1), options: $0.text(2), written: $0.optionalInteger(3)
        )
      }.map { (row) throws(SQLiteError) in (row, try options(row.options)) }
    }
    return open.compactMap { row, options in
      let written = row.written.map { [places.mail(of: row.uid, delivery: $0)] } ?? []
      let files = (options.mail?.attachments ?? []).map(\.path) + written
      return files.first { access($0, R_OK) != 0 }.map { (row.id, $0) }
    }
  }
}
