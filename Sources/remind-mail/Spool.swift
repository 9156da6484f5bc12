import Glibc
import Reminders
import Store
import System

/// The bytes of mails on the disk: composed once, sent as they are however often.
enum Spool {
  /// A mail's bytes: those at `path`, or new ones, which are put there and are on the disk by then.
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
    // A pipe is not a mail, and is not waited for.
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return WholeFile.read(file)
  }

  /// Whole, on the disk, and only then under its name.
  /// - Returns: false if there is another by that name.
  private static func keep(_ bytes: [UInt8], at path: String) throws(ComposeFailure) -> Bool {
    for folder in [folder(of: folder(of: path)), folder(of: path)] {
      mkdir(folder, 0o700)
      guard isOwnFolder(folder) else { throw .spool(folder, ENOTDIR) }
    }
    let name = "\(path).\(getpid())"
    let file = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw .spool(path, errno) }
    defer {
      close(file)
      unlink(name)
    }
    let unwritten = WholeFile.write(bytes, to: file)
    guard unwritten == 0 else { throw .spool(path, unwritten) }
    guard fsync(file) == 0 else { throw .spool(path, errno) }
    guard link(name, path) == 0 else {
      if errno == EEXIST { return false }
      throw .spool(path, errno)
    }
    // The folders may be new, too.
    for place in [path, folder(of: path), folder(of: folder(of: path))] {
      WALTuning.syncFolder(of: place)
    }
    return true
  }

  /// Not another user's, nor a link to anywhere.
  private static func isOwnFolder(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      && status.st_uid == geteuid()
  }

  private static func folder(of path: String) -> String {
    String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }
}
