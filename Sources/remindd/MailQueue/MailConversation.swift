import CLinux
import Glibc
import Mail
import Reminders
import Scheduler
import System

/// The helper `remind-mail` while it runs: one request and its answer after another. It ends when it is
/// let go; what it has in hand then comes to its end, but nothing new begins.
final class MailConversation {
  private let process: ChildProcess
  private let requests: Int32
  private let answers: Int32
  private let lines: LineReader
  /// The helper itself: if the service manager has started it, `process` only looks after it.
  private var helper: Int32 = -1

  /// Milliseconds within which it must have spoken.
  private static let startLimit: Int64 = 10_000

  /// Starts the helper: by the service manager if this daemon is its service, so that it is outside of the
  /// service's fences; otherwise as a child.
  /// - Returns: nil if it cannot be started.
  static func begin(with path: String) -> MailConversation? {
    SystemdRun.command(running: path).flatMap { MailConversation(command: $0) }
      ?? MailConversation(command: [path])
  }

  init?(command: [String]) {
    var (input, output) = ([Int32](repeating: -1, count: 2), [Int32](repeating: -1, count: 2))
    guard linux_pipe(&input) == 0, linux_pipe(&output) == 0 else {
      for end in input + output where end >= 0 { close(end) }
      return nil
    }
    defer {
      close(input[0])
      close(output[1])
    }
    guard
      let process = try? ChildProcess(
        command, input: input[0], output: output[1], errors: STDERR_FILENO)
    else {
      close(input[1])
      close(output[0])
      return nil
    }
    (requests, answers, self.process) = (input[1], output[0], process)
    lines = LineReader(answers)
    _ = fcntl(requests, F_SETFL, O_NONBLOCK)
    let timer = Countdown(Self.startLimit)
    guard write([.hello], timer), let line = nextLine(timer),
      case .hello(let id)? = MailAnswer(line: line)
    else {
      kill()
      return nil
    }
    helper = linux_process(id)
  }

  deinit {
    close(requests)
    close(answers)
    // It may still say its farewell to a server; nobody waits for that but this thread.
    do throws(SystemError) { try process.end(within: 5000) } catch { kill() }
    if helper >= 0 { close(helper) }
  }

  /// Asks for one mail and waits for its answer.
  /// - Parameters:
  ///   - id: of the request that is answered.
  ///   - patience: milliseconds after which the helper is killed.
  ///   - begins: called when the mail's bytes are about to go: whether they may.
  /// - Returns: what became of it, and whether the helper can be asked again.
  func ask(
    _ requests: [MailRequest], id: String, patience: Int64, begins: () -> Bool
  ) -> (MailResult, isAlive: Bool) {
    var isSending = false
    let timer = Countdown(patience)
    var isHeard = write(requests, timer)
    while isHeard, let line = nextLine(timer), let answer = MailAnswer(line: line) {
      switch answer {
      case .sending(id):
        isSending = begins()
        isHeard = write([.answer(go: isSending)], timer)
      case .done(id, let result): return (result, true)
      case .sending, .done, .hello: break
      }
    }
    // It hangs, or has died: without a word that it was sending, nothing was taken.
    kill()
    let result =
      isSending
      ? MailResult(.unknown, .outcomeUnknown)
      : MailResult(.retry, .helperFailed)
    return (result, false)
  }

  private func kill() {
    if helper >= 0 { linux_kill_process(helper) }
    process.kill()
  }

  private func write(_ requests: [MailRequest], _ timer: Countdown) -> Bool {
    var rest = Array(MailRequest.text(requests).utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(self.requests, $0.baseAddress, $0.count) }
      if count < 0 {
        guard errno == EINTR || errno == EAGAIN, timer.waits(for: self.requests, POLLOUT) else {
          return false
        }
      }
      rest = rest.dropFirst(max(0, count))
    }
    return true
  }

  /// - Returns: nil if its time is up, or the helper is gone.
  private func nextLine(_ timer: Countdown) -> String? { (try? lines.next(timer)) ?? nil }
}
