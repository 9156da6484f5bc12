import CSQLite
import Glibc

/// Where the product's files lie (XDG Base Directory Specification 0.8).
public struct Places: Sendable, Equatable {
  /// The store's folder, `$XDG_DATA_HOME/remindctl`.
  public let data: String
  /// The folder of the configuration, `$XDG_CONFIG_HOME/remindctl`.
  public let configurationFolder: String

  /// - Parameter variable: the value of an environment variable, nil where it is not set.
  ///   Relative values are ignored, as the specification says.
  /// - Returns: nil where neither the XDG variables nor HOME name an absolute folder.
  public init?(variable: (String) -> String?) {
    func folder(_ name: String, orInHome rest: String) -> String? {
      if let path = variable(name), path.hasPrefix("/") { return path }
      guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
      return home + "/" + rest
    }
    guard let data = folder("XDG_DATA_HOME", orInHome: ".local/share"),
      let configuration = folder("XDG_CONFIG_HOME", orInHome: ".config")
    else { return nil }
    self.data = data + "/remindctl"
    configurationFolder = configuration + "/remindctl"
  }

  /// The name of the configuration inside its folder.
  public static let configurationName = "remindctl.conf"

  /// The configuration file.
  public var configuration: String { configurationFolder + "/" + Places.configurationName }

  /// The name of the store's file inside `data`: its closing is what wakes the daemon.
  public static let storeName = "reminders.db"

  /// The name of the daemon's lock inside `data`.
  public static let lockName = "remindd.lock"

  /// The store's file and the daemon's lock, with their folder.
  public var store: String { data + "/" + Places.storeName }
  public var lock: String { data + "/" + Places.lockName }

  /// The name of the file inside `data` that the daemon closes after each tick that wrote anything
  /// (inotify(7): IN_CLOSE_WRITE, and IN_ATTRIB): what it writes itself closes nothing.
  public static let changedName = "changed"

  /// The folder of what belongs to a reminder's mails: their bytes, and copies of files that go with
  /// them.
  public func mail(of uid: String) -> String { data + "/mail/" + uid }

  /// The bytes of one mail.
  /// - Parameter delivery: its row.
  public func mail(of uid: String, delivery: Int64) -> String {
    mail(of: uid) + "/\(delivery).eml"
  }

  /// Whether one mail's bytes are there.
  public func hasMail(of uid: String, delivery: Int64) -> Bool {
    access(mail(of: uid, delivery: delivery), F_OK) == 0
  }

  /// Has one mail be written anew.
  public func removeMail(of uid: String, delivery: Int64) {
    unlink(mail(of: uid, delivery: delivery))
  }

  /// Makes that folder, and the one above it, 0700.
  /// - Returns: errno; 0 where it is there now.
  public func makeMailFolder(of uid: String) -> Int32 {
    guard isSpoolOwn else { return ENOTDIR }
    for folder in [spool, mail(of: uid)] where !Places.make(folder) { return errno }
    return 0
  }

  /// Removes that folder with all that is in it; what is not there is gone already.
  public func removeMail(of uid: String) {
    let path = mail(of: uid)
    // Nothing else is ever called so.
    guard Places.isUID(uid), isSpoolOwn, let names = WholeFile.names(in: path) else { return }
    for name in names { unlink(path + "/" + name) }
    rmdir(path)
    rmdir(spool)
  }

  /// Whether this is a file with which the programs work, by whatever name it was found: nothing else
  /// may be put in its place, nor is it a copy of itself.
  func isOwn(_ file: stat) -> Bool {
    let own =
      [store, lock, data + "/" + Places.changedName, configuration]
      + Places.companions.map { store + $0 }
    return own.contains { path in
      var status = stat()
      return stat(path, &status) == 0 && status.st_dev == file.st_dev
        && status.st_ino == file.st_ino
    }
  }

  /// Whether there is a store, which then is the user's own.
  /// - Throws: `StoreError.foreign` also where something that is no file stands in the place of one of SQLite's
  ///   own (https://www.sqlite.org/tempfiles.html).
  public func hasStore() throws(StoreError) -> Bool {
    try found() != .nothing
  }

  /// What there is of a store.
  enum Found {
    case nothing
    /// A file, without its log or the memory that belongs to it: closed well, or these were taken away.
    case bare
    case whole
    /// A log that is not empty beside a file of no bytes, or beside none that a daemon could still have open:
    /// somebody has emptied it, or taken it away. SQLite would throw the log away.
    case emptied
  }

  /// - Throws: as `hasStore`.
  func found() throws(StoreError) -> Found {
    guard try expectOwn(data, isLinkFine: true) != nil else { return .nothing }
    let (log, memory) = try expectFiles()
    guard let length = try expectOwn(store, isLinkFine: false) else {
      return (log ?? 0) > 0 && daemonOfOthers == nil ? .emptied : .nothing
    }
    if length == 0, (log ?? 0) > 0 { return .emptied }
    return log == nil || memory == nil ? .bare : .whole
  }

  /// The same, once a daemon that serves the store has its files beside it again, for which it needs some
  /// milliseconds where they were deleted. What is written into new ones before, it would not read, and
  /// write over.
  /// - Throws: SQLITE_BUSY where it still has the deleted ones after a second: it was stopped, say.
  func settled() throws(StoreError) -> Found {
    var found = try found()
    var waits = 500
    while found == .bare, let holder = daemonOfOthers {
      guard waits > 0 else {
        guard holder.hasDeleted(Places.logNames, of: store) else { break }
        throw .database(SQLiteError(code: SQLITE_BUSY, message: "", sql: nil))
      }
      waits -= 1
      usleep(2000)
      found = try self.found()
    }
    return found
  }

  /// The daemon that serves the store, where it is not this process.
  private var daemonOfOthers: DaemonLock.Holder? {
    DaemonLock.keeper(lock).daemon.flatMap { $0.process == getpid() ? nil : $0 }
  }

  /// The names inside `data` of the log and of the memory that belongs to it.
  public static let logNames = [storeName + "-wal", storeName + "-shm"]

  /// What SQLite adds to the store's name for the files that it keeps beside it.
  private static let companions = ["-wal", "-shm", "-journal"]

  /// SQLite would wait for whoever writes into a pipe, and does not say which of its files is in the way.
  /// - Returns: the bytes of two of them; nil where there is none.
  private func expectFiles() throws(StoreError) -> (log: Int?, memory: Int?) {
    var lengths: [Int?] = []
    for name in Places.companions {
      var status = stat()
      let path = store + name
      let isThere = lstat(path, &status) == 0
      guard !isThere || status.st_mode & S_IFMT == S_IFREG else {
        throw .foreign(path: path, status.st_mode & S_IFMT == S_IFDIR ? .folder : .special)
      }
      lengths.append(isThere ? Int(status.st_size) : nil)
    }
    return (lengths[0], lengths[1])
  }

  /// - Parameter isLinkFine: one to a folder of the user's own.
  /// - Returns: its bytes; nil where there is nothing at `path`.
  private func expectOwn(_ path: String, isLinkFine: Bool) throws(StoreError) -> Int? {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw .folder(path: path, errno: errno)
    }
    // Where anybody can make files (/tmp), a link is as good as a file.
    guard status.st_uid == geteuid() else { throw .foreign(path: path, .owner) }
    if !isLinkFine, status.st_mode & S_IFMT == S_IFDIR { throw .foreign(path: path, .folder) }
    // A pipe would be waited for until somebody writes into it.
    if !isLinkFine, ![S_IFREG, S_IFLNK].contains(status.st_mode & S_IFMT) {
      throw .foreign(path: path, .special)
    }
    guard status.st_mode & S_IFMT == S_IFLNK else { return Int(status.st_size) }
    guard isLinkFine else { throw .foreign(path: path, .link) }
    guard stat(path, &status) == 0 else { throw .folder(path: path, errno: errno) }
    guard status.st_uid == geteuid() else { throw .foreign(path: path, .owner) }
    return Int(status.st_size)
  }

  /// What cannot be written of the folder and the files in it that a change of the store needs, each with
  /// its errno: EACCES, or EROFS.
  public var unwritable: [(path: String, errno: Int32)] {
    without(W_OK, [data, store, lock, store + "-wal", store + "-shm"])
  }

  /// The first of SQLite's files that cannot be read, with its errno: SQLite itself says only that something
  /// could not be opened.
  public var unreadable: (path: String, errno: Int32)? {
    without(R_OK, [store] + Places.companions.map { store + $0 }).first
  }

  private func without(_ right: Int32, _ paths: [String]) -> [(path: String, errno: Int32)] {
    paths.compactMap { path in
      guard access(path, right) != 0, errno != ENOENT else { return nil }
      return (path, errno)
    }
  }

  /// Makes the data folder and those above it, each 0700 where it is missing. What is made survives
  /// a power cut as what is put into it does.
  public func makeDataFolder() throws(StoreError) {
    if Places.make(data) { return }
    var path = ""
    for part in data.split(separator: "/") {
      path += "/" + String(part)
      guard !Places.make(path) else { continue }
      let refusal = errno
      if access(path, F_OK) != 0 { throw .folder(path: path, errno: refusal) }
    }
  }

  /// - Returns: whether there is something of that name now; where not, errno says why.
  private static func make(_ folder: String) -> Bool {
    guard mkdir(folder, 0o700) == 0 else { return errno == EEXIST }
    // A file system that cannot be told to sync a folder does so by itself, or never.
    LogFile.syncFolder(of: folder)
    return true
  }
}
