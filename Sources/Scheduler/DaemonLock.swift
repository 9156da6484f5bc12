import CLinux
import Glibc

/// The daemon's mark that a store is served: an open-file-description lock on a file beside it
/// (fcntl(2), F_OFD_SETLK), which the kernel drops with the process, however it ends.
public enum DaemonLock {
  /// Why the lock could not be taken.
  public enum Failure: Error, Equatable {
    /// Another daemon serves this store; what it wrote of itself.
    case taken(Holder?)
    /// The file could not be opened or locked: errno.
    case file(errno: Int32)
  }

  /// Who holds the lock, as it wrote into the file.
  public struct Holder: Sendable, Equatable {
    public var process: Int32
    public var since: Instant
    public var version: String
  }

  /// Takes the lock for as long as this process lives.
  /// - Returns: the file that holds it; closing that would drop the lock.
  @discardableResult
  public static func take(_ path: String, at now: Instant) throws(Failure) -> Int32 {
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw .file(errno: errno) }
    guard linux_lock(file) == 0 else {
      let error = errno
      defer { close(file) }
      guard error == EAGAIN || error == EACCES else { throw .file(errno: error) }
      throw .taken(read(file))
    }
    let line = "\(getpid()) \(now.milliseconds) \(Product.version)\n"
    // Who we are is only told to those who ask: a full disk is no reason not to serve.
    let written = pwrite(file, line, line.utf8.count, 0)
    _ = ftruncate(file, written == line.utf8.count ? written : 0)
    return file
  }

  /// Takes the lock anew where its file was deleted or replaced: nobody would see the old one.
  /// - Parameter held: as `take` returned it.
  /// - Returns: what holds the lock now.
  public static func renew(_ path: String, held: Int32, at now: Instant) throws(Failure) -> Int32 {
    var (mine, there) = (stat(), stat())
    if fstat(held, &mine) == 0, lstat(path, &there) == 0, mine.st_ino == there.st_ino,
      mine.st_dev == there.st_dev
    {
      return held
    }
    let file = try take(path, at: now)
    close(held)
    return file
  }

  /// The daemon that serves the store now; nil where none does.
  public static func holder(_ path: String) -> Holder? {
    // A holder that has not written its line yet is one all the same.
    locked(path) { read($0) ?? Holder(process: 0, since: Instant(milliseconds: 0), version: "") }
  }

  /// Whether a daemon serves the store now.
  public static func isHeld(_ path: String) -> Bool { locked(path) { _ in true } ?? false }

  /// What `body` makes of the file at `path` where it is locked.
  ///
  /// Only asks (F_OFD_GETLK): a client that took the lock to probe it would make a daemon that
  /// starts in this moment fail.
  private static func locked<Result>(_ path: String, _ body: (Int32) -> Result) -> Result? {
    // Asking takes no right to write, as taking does: the file system may be read-only by now.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return linux_is_locked(file) == 1 ? body(file) : nil
  }

  private static func read(_ file: Int32) -> Holder? {
    let text = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 128) {
      String(decoding: $0.prefix(max(0, pread(file, $0.baseAddress, 128, 0))), as: UTF8.self)
    }
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count == 3, let process = Int32(words[0]), let since = Int64(words[1])
    else { return nil }
    return Holder(
      process: process, since: Instant(milliseconds: since), version: String(words[2]))
  }
}
