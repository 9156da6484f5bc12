import Glibc
import Scheduler

/// The bytes of mails on the disk: composed once, sent as they are however often.
enum Spool {
  /// - Parameter path: nil: they are not kept.
  static func bytes(of message: MailMessage, at path: String?) throws(ComposeFailure) -> [UInt8] {
    guard let path else { return try message.composed() }
    if let bytes = read(path) { return bytes }
    let bytes = try message.composed()
    // Another helper, of a daemon that was killed, may have been first: its bytes count.
    return try write(bytes, to: path) ? bytes : read(path) ?? bytes
  }

  private static func read(_ path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { return nil }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(file, &buffer, buffer.count)
      guard count >= 0 else { return nil }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  /// Whole, on the disk, and only then under its name.
  /// - Returns: false where there is another by that name.
  private static func write(_ bytes: [UInt8], to path: String) throws(ComposeFailure) -> Bool {
    let new = "\(path).\(getpid())"
    let file = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw .spool(path, errno) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
    }
    let isKept = rest.isEmpty && fsync(file) == 0
    let problem = errno
    close(file)
    defer { unlink(new) }
    guard isKept else { throw .spool(path, problem) }
    guard link(new, path) == 0 else {
      if errno == EEXIST { return false }
      throw .spool(path, errno)
    }
    LogFile.syncFolder(of: path)
    return true
  }
}
