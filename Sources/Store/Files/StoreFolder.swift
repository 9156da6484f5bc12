import Configuration
import Glibc
import System

/// The folder of the store: how it is made, and what lies in it beside the store.
extension Paths {
  /// Whether this is a file with which the programs work, under any name: nothing else
  /// may be put in its place, nor is it a copy of itself.
  func isOwn(_ file: stat) -> Bool {
    own.contains { FileIdentity(at: $0) == FileIdentity(file) }
  }

  /// Whether a file of this path, which there is not yet, would be one of these, or stand in the place of the
  /// spool.
  func isOwn(new path: String) -> Bool {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let name = slash.map { path[path.utf8.index(after: $0)...] } ?? path[...]
    let folder = slash.map { String(path[...$0]) } ?? "."
    guard let found = FileIdentity(at: folder) else { return false }
    return (own + [spool]).contains { file in
      let end = file.utf8.lastIndex(of: UInt8(ascii: "/"))!
      return file[file.utf8.index(after: end)...] == name
        && FileIdentity(at: String(file[...end])) == found
    }
  }

  private var own: [String] {
    [store, lock, data + "/" + Paths.changedName, check, configuration]
      + Paths.companions.map { store + $0 }
  }

  /// Has the next daemon look at the whole store before it serves it.
  /// - Returns: whether it will, for which a file has to be made.
  package func suspectDamage() -> Bool {
    let file = open(check, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard file >= 0 else { return false }
    close(file)
    return true
  }

  /// Whether a daemon has ended over damage, and nothing has looked at the store since.
  package var isDamageSuspected: Bool { access(check, F_OK) == 0 }

  func endCheck() { unlink(check) }

  /// Makes the data folder and those above it, each 0700 if it is missing. What is made survives
  /// a power cut as what is put into it does.
  /// - Throws: also as `expectOwnHome`.
  package func makeDataFolder() throws(StoreError) {
    try expectOwnHome()
    if Paths.make(data) { return }
    var path = ""
    for part in data.split(separator: "/") {
      path += "/" + String(part)
      guard !Paths.make(path) else { continue }
      let refusal = errno
      if access(path, F_OK) != 0 { throw .folder(path: path, errno: refusal) }
    }
  }

  /// Root in another user's home (`sudo -E`) makes no folder there, which would keep that user out for good.
  /// - Throws: `foreign`, if the data folder is missing, with the folder in which it would be made.
  package func expectOwnHome() throws(StoreError) {
    guard geteuid() == 0, access(data, F_OK) != 0, errno == ENOENT else { return }
    var status = stat()
    var place = data
    while stat(place, &status) != 0, let slash = place.utf8.lastIndex(of: UInt8(ascii: "/")) {
      place = slash == place.startIndex ? "/" : String(place[..<slash])
      if place == "/" { return }
    }
    if status.st_uid != 0 { throw .foreign(path: place, .owner) }
  }

  /// - Returns: whether there is something of that name now; if not, errno says why.
  package static func make(_ folder: String) -> Bool {
    guard mkdir(folder, 0o700) == 0 else { return errno == EEXIST }
    // A file system that cannot be told to sync a folder does so by itself, or never.
    WALTuning.syncFolder(of: folder)
    return true
  }

  /// Removes what killed programs have left beside the store of copies that were not finished.
  /// - Returns: the paths of those that are being written.
  @discardableResult
  package func removeOrphans() -> [String] {
    AtomicFile.removeOrphans(in: data) { $0.hasPrefix(Paths.storeName + ".") }
  }
}
