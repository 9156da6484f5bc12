import Dispatch
import Glibc
import Scheduler

/// The channel that always exists: lines on standard output. It has a queue of its own, since a
/// reader that has stopped blocks it for as long as it likes.
final class StandardOutput: Sendable {
  private let queue = DispatchQueue(label: "stdout")
  private let report: @Sendable (Int64, Outcome) -> Void

  /// - Parameter report: called on this channel's queue when a line is written, or cannot be.
  init(report: @escaping @Sendable (Int64, Outcome) -> Void) { self.report = report }

  /// - Parameter line: the line without its end.
  func deliver(_ delivery: Int64, _ line: String) {
    queue.async { [report] in
      let isWritten = StandardOutput.write(line + "\n")
      report(
        delivery, isWritten ? .accepted(server: nil, notification: nil) : .held(.outputClosed))
    }
  }

  /// The line that a program reads.
  static func json(_ alert: Alert) -> String {
    var members: [(name: String, value: JSON)] = [
      ("id", .number(alert.reminder)),
      ("uid", .string(alert.uid)),
      ("text", .string(alert.text ?? Product.defaultTitle)),
      ("due_ms", .number(alert.due.milliseconds)),
      ("fired_ms", .number(alert.fired.milliseconds)),
      ("late_ms", .number(alert.lateness)),
      ("channel", .string(Channel.stdout.rawValue)),
    ]
    if alert.isPossibleRepeat { members.append(("possible_repeat", .boolean(true))) }
    return JSON.object(members).text
  }

  /// Writes all of `text`, however long its reader takes.
  private static func write(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = Glibc.write(STDOUT_FILENO, rest.baseAddress, rest.count)
        if count > 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        } else if errno == EAGAIN {
          // Somebody else made it non-blocking: wait for room.
          var one = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
          poll(&one, 1, -1)
        } else if errno != EINTR {
          return false
        }
      }
      return true
    }
  }
}
