import Configuration
import Dispatch
import Glibc
import Reminders
import Scheduler

/// The channel that always exists: lines on standard output.
///
/// A reader that has stopped would block a writer for as long as it likes. So a line is first
/// written without waiting; only what finds no room goes to a thread of its own, which waits.
/// Handing every line to that thread would cost a burst more than the store does.
final class StandardOutput: @unchecked Sendable {
  private let queue = DispatchQueue(label: "stdout")
  private let report: @Sendable (Int64, Outcome) -> Void
  /// Whether the last line has no end.
  private let isCutOff = Mutex(false)
  private let writeNow: (UnsafeRawBufferPointer) -> Int

  /// - Parameter report: called when a line is written, or cannot be: on the caller's thread from
  ///   within `deliver`, or on the waiting thread.
  init(report: @escaping @Sendable (Int64, Outcome) -> Void) {
    self.report = report
    writeNow = StandardOutput.withoutWaiting(STDOUT_FILENO)
  }

  /// - Parameter line: the line without its end. One at a time: the report of the line before
  ///   has come.
  func deliver(_ delivery: Int64, _ line: String) {
    // A line that a full disk has cut off is ended first.
    var bytes = Array(((isCutOff.withLock { $0 } ? "\n" : "") + line + "\n").utf8)
    let count = bytes.withUnsafeBytes(writeNow)
    if count < 0, errno != EAGAIN, errno != EINTR {
      report(delivery, .held(StandardOutput.holdReason(errno)))
      return
    }
    isCutOff.withLock { $0 = false }
    bytes.removeFirst(max(0, count))
    if bytes.isEmpty {
      report(delivery, .accepted(server: nil, notification: nil))
      return
    }
    queue.async { [bytes, report, isCutOff] in
      guard let refusal = bytes.withUnsafeBytes(StandardOutput.writeAll) else {
        report(delivery, .accepted(server: nil, notification: nil))
        return
      }
      isCutOff.withLock { $0 = true }
      report(delivery, .held(StandardOutput.holdReason(refusal)))
    }
  }

  /// Whether systemd gave us /dev/null since its journal does not run (systemd.exec(5), JOURNAL_STREAM): what is
  /// printed there is lost.
  private static var isLost: Bool {
    var (output, null) = (stat(), stat())
    return getenv("SYSTEMD_EXEC_PID").map { String(cString: $0) } == String(getpid())
      && getenv("JOURNAL_STREAM") == nil && fstat(STDOUT_FILENO, &output) == 0
      && stat("/dev/null", &null) == 0 && output.st_rdev == null.st_rdev
  }

  /// A disk that is full may have room again; a reader that has gone does not come back.
  private static func holdReason(_ error: Int32) -> HoldReason {
    error == ENOSPC || error == EDQUOT ? .outputFull : .outputClosed
  }

  /// A way to write to `descriptor` that never waits, like write(2) with EAGAIN. Setting
  /// O_NONBLOCK would set it for everybody who shares the descriptor (the user's shell), so a
  /// pipe or terminal is opened once more; a socket has a flag for it; a file never waits.
  private static func withoutWaiting(
    _ descriptor: Int32
  ) -> (UnsafeRawBufferPointer) -> Int {
    guard !isLost else {
      return { _ in
        errno = EPIPE
        return -1
      }
    }
    // Opened once more, what may only be read (the place of a closed one) could be written.
    guard fcntl(descriptor, F_GETFL) & O_ACCMODE != O_RDONLY else {
      return { write(descriptor, $0.baseAddress, $0.count) }
    }
    var status = stat()
    fstat(descriptor, &status)
    switch status.st_mode & S_IFMT {
    case S_IFREG: return { write(descriptor, $0.baseAddress, $0.count) }
    case S_IFSOCK:
      return { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT)) }
    default:
      let own = open(
        "/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
      return { bytes in
        // Not ours to open (another user's terminal): the thread does it.
        guard own >= 0 else {
          errno = EAGAIN
          return -1
        }
        return write(own, bytes.baseAddress, bytes.count)
      }
    }
  }

  /// Writes all of `bytes`, however long their reader takes.
  /// - Returns: errno if it cannot be written; nil if it was.
  private static func writeAll(_ bytes: UnsafeRawBufferPointer) -> Int32? {
    var rest = bytes
    while !rest.isEmpty {
      let count = write(STDOUT_FILENO, rest.baseAddress, rest.count)
      if count > 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      } else if errno == EAGAIN {
        // Another program made it non-blocking: wait for room.
        var one = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        poll(&one, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }
}

extension Alert {
  /// The line that a program reads on standard output.
  var json: String {
    var members: [(name: String, value: JSON)] = [
      ("id", .number(reminder)),
      ("uid", .string(uid)),
      ("text", .string(text ?? Product.defaultTitle)),
      ("due_ms", .number(due.milliseconds)),
      ("fired_ms", .number(fired.milliseconds)),
      ("late_ms", .number(lateness)),
    ]
    if purpose != .due { members.append(("purpose", .string(purpose.text))) }
    if missed > 0 { members.append(("missed", .number(Int64(missed)))) }
    if isPossibleRepeat { members.append(("possible_repeat", .boolean(true))) }
    members.append(("channel", .string(Channel.stdout.rawValue)))
    return JSON.object(members).text
  }
}
