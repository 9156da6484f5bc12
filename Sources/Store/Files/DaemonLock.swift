import CLinux
import CivilTime
import Configuration
import Glibc
import System

/// The daemon's mark that a store is served: an open-file-description lock on a file beside it
/// (fcntl(2), F_OFD_SETLK), which the kernel drops with the process, however it ends.
package enum DaemonLock {
  package typealias Holder = LockHolder

  /// Takes the lock for as long as this process lives.
  /// - Parameters:
  ///   - now: read when the lock is taken.
  ///   - waits: asked if another daemon holds it: whether to wait for its end (fcntl(2), F_OFD_SETLKW).
  /// - Returns: the file that holds it; closing that would drop the lock.
  /// - Throws: `taken`, `lock`.
  @discardableResult
  package static func take(
    _ path: String, at now: @autoclosure () -> Instant, waits: (Holder?) -> Bool = { _ in false }
  ) throws(StoreError) -> Int32 {
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard file >= 0 else {
      // So a socket is refused (open(2)).
      throw .lock(path: path, errno: errno == ENXIO ? nil : errno)
    }
    guard isRegular(file) else {
      close(file)
      throw .lock(path: path, errno: nil)
    }
    if linux_lock(file) != 0 {
      let error = errno
      let isTaken = error == EAGAIN || error == EACCES
      guard isTaken, waits(read(file)), linux_await_lock(file) == 0 else {
        defer { close(file) }
        throw isTaken ? .taken(by: read(file)) : .lock(path: path, errno: error)
      }
      // It may have been deleted meanwhile, and another one be locked.
      guard isHeld(path, by: file) else {
        close(file)
        return try take(path, at: now(), waits: waits)
      }
    }
    let since = now().milliseconds
    let line = "\(getpid()) \(since) \(Product.version)\n"
    // Who we are is only told to those who ask: a full disk is no reason not to serve.
    let written = pwrite(file, line, line.utf8.count, 0)
    _ = ftruncate(file, written == line.utf8.count ? written : 0)
    return file
  }

  /// Whether the lock at `path` is the one that `file` holds, and was not deleted or replaced: then no
  /// program would see it. A folder that cannot be searched any more does not tell.
  package static func isHeld(_ path: String, by file: Int32) -> Bool {
    var mine = stat()
    return fstat(file, &mine) == 0 && FileIdentity(mine).isStill(at: path)
  }

  /// Who serves the store now.
  package enum Keeper: Sendable, Equatable {
    case nobody
    /// A daemon; with no process and version if it could not write who it is.
    case daemon(Holder)
    /// Another program holds the lock, so that no daemon can serve; its process, if that is known.
    case other(process: Int32?)

    /// The daemon that serves the store; nil if none does.
    package var daemon: Holder? {
      if case .daemon(let holder) = self { holder } else { nil }
    }
  }

  /// Who serves the store now: the daemon is known by its kind of lock, and by the process that it wrote
  /// down, which lives.
  package static func keeper(_ path: String) -> Keeper {
    // One that starts writes its line in the next moment.
    for _ in 1...20 {
      let keeper = keeperNow(path)
      // No `==`, which builds a type at each start.
      guard case .other(process: nil) = keeper else { return keeper }
      usleep(5000)
    }
    return keeperNow(path)
  }

  /// Only asks (F_OFD_GETLK): a client that took the lock to probe it would make a daemon that
  /// starts in this moment fail.
  private static func keeperNow(_ path: String) -> Keeper {
    // Asking takes no right to write, as taking does: the file system may be read-only by now.
    // A pipe is not waited for.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return .nobody }
    defer { close(file) }
    guard isRegular(file) else { return .nobody }
    var process: Int32 = 0
    guard linux_is_locked(file, &process) == 1 else { return .nobody }
    guard process <= 0 else { return .other(process: process) }
    if let holder = read(file) {
      let lives = kill(holder.process, 0) == 0 || errno == EPERM
      return lives ? .daemon(holder) : .other(process: nil)
    }
    // If the disk is full, a daemon leaves nothing.
    var status = stat()
    guard fstat(file, &status) == 0, status.st_size == 0 else { return .other(process: nil) }
    return .daemon(Holder(process: 0, since: Instant(milliseconds: 0), version: ""))
  }

  private static func isRegular(_ file: Int32) -> Bool {
    var status = stat()
    return fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private static func read(_ file: Int32) -> Holder? {
    let text = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 128) {
      String(decoding: $0.prefix(max(0, pread(file, $0.baseAddress, 128, 0))), as: UTF8.self)
    }
    var rest = text.utf8[...]
    func word() -> String? {
      let word = rest.prefix { $0 != 32 && $0 != 10 }
      rest = rest.dropFirst(word.count + 1)
      return word.isEmpty ? nil : String(Substring(word))
    }
    guard let process = word().flatMap({ Int32($0) }), let since = word().flatMap({ Int64($0) }),
      let version = word(), rest.isEmpty
    else { return nil }
    return Holder(process: process, since: Instant(milliseconds: since), version: version)
  }
}

extension DaemonLock.Holder {
  /// Whether the daemon serves the file that is at `path` now, and not one that was deleted or has another
  /// name by now.
  /// - Returns: nil if that cannot be seen: the process is another user's (proc(5), /proc/PID/fd).
  package func serves(_ path: String) -> Bool? {
    // One that starts has it open in the next moment.
    for _ in 1...20 {
      guard FileIdentity.hasOpen(process, path) == false else { break }
      usleep(5000)
    }
    return FileIdentity.hasOpen(process, path)
  }
}
