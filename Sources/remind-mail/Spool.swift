import CLinux
import Glibc
import Reminders
import Scheduler
import System

/// The bytes of mails on the disk: composed once, sent as they are however often.
struct Spool {
  /// Files that are not on the disk for certain, and the names that they get when they are.
  private var pending: [(file: String, path: String)] = []

  /// Composes one that is to be sent later, unless its bytes are there. What goes wrong is found again then.
  mutating func prepare(_ message: MailMessage, at path: String) {
    guard access(path, F_OK) != 0, let bytes = try? message.composed(),
      let new = try? Spool.write(bytes, for: path)
    else { return }
    close(new.file)
    pending.append((new.name, path))
  }

  /// Has all that was prepared get its name, with two syncs whatever its number: a name never stands for a
  /// file that a power cut has left torn, and what is sent is there to be sent again.
  mutating func settle() {
    guard let first = pending.first else { return }
    defer { drop() }
    let disk = open(first.file, O_RDONLY | O_CLOEXEC)
    guard disk >= 0 else { return }
    defer { close(disk) }
    guard linux_sync_disk(disk) == 0 else { return }
    for (file, path) in pending { link(file, path) }
    _ = linux_sync_disk(disk)
  }

  /// Nothing of it will be sent from here.
  mutating func drop() {
    for (file, _) in pending { unlink(file) }
    pending = []
  }

  /// - Parameter path: nil: they are not kept.
  static func bytes(of message: MailMessage, at path: String?) throws(ComposeFailure) -> [UInt8] {
    guard let path else { return try message.composed() }
    if let bytes = read(path) { return bytes }
    let bytes = try message.composed()
    // Another helper, of a daemon that was killed, may have been first: its bytes count.
    return try keep(bytes, at: path) ? bytes : read(path) ?? bytes
  }

  private static func read(_ path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    // A pipe is not waited for, and is no mail.
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return WholeFile.read(file)
  }

  /// Whole, on the disk, and only then under its name.
  /// - Returns: false where there is another by that name.
  private static func keep(_ bytes: [UInt8], at path: String) throws(ComposeFailure) -> Bool {
    let new = try write(bytes, for: path)
    let isKept = fsync(new.file) == 0
    let problem = errno
    close(new.file)
    defer { unlink(new.name) }
    guard isKept else { throw .spool(path, problem) }
    guard link(new.name, path) == 0 else {
      if errno == EEXIST { return false }
      throw .spool(path, errno)
    }
    // The folders may be new, too.
    for place in [path, folder(of: path), folder(of: folder(of: path))] {
      LogFile.syncFolder(of: place)
    }
    return true
  }

  /// - Returns: a file that holds `bytes`, still to be closed, and its passing name.
  private static func write(
    _ bytes: [UInt8], for path: String
  ) throws(ComposeFailure) -> (file: Int32, name: String) {
    for folder in [folder(of: folder(of: path)), folder(of: path)] {
      mkdir(folder, 0o700)
      guard isOwnFolder(folder) else { throw .spool(folder, ENOTDIR) }
    }
    let name = "\(path).\(getpid())"
    let file = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw .spool(path, errno) }
    let unwritten = WholeFile.write(bytes, to: file)
    guard unwritten == 0 else {
      close(file)
      unlink(name)
      throw .spool(path, unwritten)
    }
    return (file, name)
  }

  /// Not somebody else's, nor a link to anywhere.
  private static func isOwnFolder(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      && status.st_uid == geteuid()
  }

  private static func folder(of path: String) -> String {
    String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }
}
