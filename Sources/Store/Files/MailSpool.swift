import Configuration
import Glibc
import System

/// The spool: what goes with mails, and their bytes, in files beside the store. A backup has them in its
/// table `spool`, so that it stays one file; a store whose table has some puts them back.
extension Paths {
  var spool: String { data + "/mail" }

  /// Whether there is a spool that is the user's own.
  package var hasSpool: Bool { access(spool, F_OK) == 0 && isSpoolOwn }

  /// Checks that the spool is a folder of the user's own: another user could read what would be written
  /// elsewhere, and what would be removed there is not ours.
  /// - Throws: `StoreError.foreign` if it is a link, no folder, or another user's.
  package func expectSpool() throws(StoreError) {
    var status = stat()
    guard lstat(spool, &status) == 0 else { return }
    guard status.st_uid == geteuid() else { throw .foreign(path: spool, .owner) }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw .foreign(path: spool, .noFolder) }
  }

  var isSpoolOwn: Bool { (try? expectSpool()) != nil }

  /// The folder of what belongs to a reminder's mails: their bytes, and copies of files that go with
  /// them.
  package func mail(of uid: String) -> String { spool + "/" + uid }

  /// The bytes of one mail.
  /// - Parameter delivery: its row.
  package func mail(of uid: String, delivery: Int64) -> String {
    mail(of: uid) + "/\(delivery).eml"
  }

  /// Whether one mail's bytes are there.
  package func hasMail(of uid: String, delivery: Int64) -> Bool {
    access(mail(of: uid, delivery: delivery), F_OK) == 0
  }

  /// Has one mail be written again.
  package func removeMail(of uid: String, delivery: Int64) {
    unlink(mail(of: uid, delivery: delivery))
  }

  /// Makes that folder, and the one above it, 0700.
  /// - Returns: errno; 0 if it is there now.
  package func makeMailFolder(of uid: String) -> Int32 {
    guard isSpoolOwn else { return ENOTDIR }
    for folder in [spool, mail(of: uid)] where !Paths.make(folder) { return errno }
    return 0
  }

  /// Removes that folder with all that is in it; what is not there is gone already.
  package func removeMail(of uid: String) {
    let path = mail(of: uid)
    // Nothing else is ever called so.
    guard Paths.isUID(uid), isSpoolOwn, let names = FileIO.names(in: path) else { return }
    for name in names { unlink(path + "/" + name) }
    rmdir(path)
    rmdir(spool)
  }

  /// The UUIDs that have a folder there.
  var spooled: [String] {
    guard isSpoolOwn else { return [] }
    return (FileIO.names(in: spool) ?? []).filter(Paths.isUID).sorted()
  }

  /// The names of one reminder's files; what is still being written is left out.
  func spooled(of uid: String) -> [String] {
    (FileIO.names(in: mail(of: uid)) ?? []).filter(Paths.isSpooled).sorted()
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
  /// - Returns: errno; 0 if it is on the disk now.
  func spool(_ bytes: [UInt8], at path: String) -> Int32 {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, Paths.isUID(parts[0]), Paths.isSpooled(parts[1]) else { return 0 }
    let failure = makeMailFolder(of: parts[0])
    guard failure == 0 else { return failure }
    let name = mail(of: parts[0]) + "/" + parts[1]
    do throws(SystemError) {
      let part = try AtomicFile(of: name)
      try part.write(bytes)
      try part.move(to: name, isReplacing: true)
    } catch { return error.code }
    WALTuning.syncFolder(of: name)
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
