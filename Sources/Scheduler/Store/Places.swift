import Glibc

/// Where the product's files lie (XDG Base Directory Specification 0.8).
package struct Places: Sendable, Equatable {
  /// The store's folder, `$XDG_DATA_HOME/remindctl`.
  package let data: String
  /// The folder of the configuration, `$XDG_CONFIG_HOME/remindctl`.
  package let configurationFolder: String

  /// - Parameter variable: the value of an environment variable, nil where it is not set.
  ///   Relative values are ignored, as the specification says.
  /// - Returns: nil where neither the XDG variables nor HOME name an absolute folder.
  package init?(variable: (String) -> String?) {
    func folder(_ name: String, orInHome rest: String) -> String? {
      if let path = variable(name), path.hasPrefix("/") { return Places.plain(path) }
      guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
      return Places.plain(home) + "/" + rest
    }
    guard let data = folder("XDG_DATA_HOME", orInHome: ".local/share"),
      let configuration = folder("XDG_CONFIG_HOME", orInHome: ".config")
    else { return nil }
    self.data = data + "/remindctl"
    configurationFolder = configuration + "/remindctl"
  }

  /// The path with one slash in the place of several, and none at its end.
  private static func plain(_ path: String) -> String {
    path.utf8.split(separator: UInt8(ascii: "/")).reduce("") { $0 + "/" + String(Substring($1)) }
  }

  /// The name of the configuration inside its folder.
  package static let configurationName = "remindctl.conf"

  /// The configuration file.
  package var configuration: String { configurationFolder + "/" + Places.configurationName }

  /// The name of the store's file inside `data`: its closing is what wakes the daemon.
  package static let storeName = "reminders.db"

  /// The name of the daemon's lock inside `data`.
  package static let lockName = "remindd.lock"

  /// The store's file and the daemon's lock, with their folder.
  package var store: String { data + "/" + Places.storeName }
  package var lock: String { data + "/" + Places.lockName }

  /// The name of the file inside `data` that the daemon closes after each tick that wrote anything
  /// (inotify(7): IN_CLOSE_WRITE, and IN_ATTRIB): what it writes itself closes nothing.
  package static let changedName = "changed"

  /// The name of the file inside `data` by which a daemon that ends over damage has the next one look closely.
  private static let checkName = "check"

  private var check: String { data + "/" + Places.checkName }

  /// Has the next daemon look at the whole store before it serves it.
  /// - Returns: whether it will, for which a file has to be made.
  func suspectDamage() -> Bool {
    let file = open(check, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard file >= 0 else { return false }
    close(file)
    return true
  }

  /// Whether a daemon has ended over damage, and nothing has looked at the store since.
  package var isDamageSuspected: Bool { access(check, F_OK) == 0 }

  func endCheck() { unlink(check) }

  /// Whether this is a file with which the programs work, by whatever name it was found: nothing else
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
    [store, lock, data + "/" + Places.changedName, check, configuration]
      + Places.companions.map { store + $0 }
  }

  /// The names inside `data` of the log and of the memory that belongs to it.
  package static let logNames = [storeName + "-wal", storeName + "-shm"]

  /// What SQLite adds to the store's name for the files that it keeps beside it.
  static let companions = ["-wal", "-shm", journalTail]
  static let journalTail = "-journal"

  /// Their names inside `data`.
  package static let companionNames = companions.map { storeName + $0 }

  /// Makes the data folder and those above it, each 0700 where it is missing. What is made survives
  /// a power cut as what is put into it does.
  /// - Throws: also as `expectOwnHome`.
  package func makeDataFolder() throws(StoreError) {
    try expectOwnHome()
    if Places.make(data) { return }
    var path = ""
    for part in data.split(separator: "/") {
      path += "/" + String(part)
      guard !Places.make(path) else { continue }
      let refusal = errno
      if access(path, F_OK) != 0 { throw .folder(path: path, errno: refusal) }
    }
  }

  /// Root in another user's home (`sudo -E`) makes no folder there, which would keep that user out for good.
  /// - Throws: `foreign`, where the data folder is missing, with the folder in which it would be made.
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

  /// - Returns: whether there is something of that name now; where not, errno says why.
  static func make(_ folder: String) -> Bool {
    guard mkdir(folder, 0o700) == 0 else { return errno == EEXIST }
    // A file system that cannot be told to sync a folder does so by itself, or never.
    LogFile.syncFolder(of: folder)
    return true
  }
}
