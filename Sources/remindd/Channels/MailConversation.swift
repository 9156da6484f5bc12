import CLinux
import Glibc
import Scheduler

/// The helper `remind-mail` while it runs: one request, and its answer, after another. It ends when it is
/// let go; what it has in hand then comes to its end, but nothing new begins.
final class MailConversation {
  private let process: ChildProcess
  private let requests: Int32
  private let answers: Int32
  private let reader: JSONReader
  private var rest: [UInt8] = []

  /// - Returns: nil where it cannot be started.
  init?(_ path: String) {
    guard let reader = try? JSONReader() else { return nil }
    self.reader = reader
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
        [path], input: input[0], output: output[1], errors: STDERR_FILENO)
    else {
      close(input[1])
      close(output[0])
      return nil
    }
    (requests, answers, self.process) = (input[1], output[0], process)
  }

  deinit {
    close(requests)
    close(answers)
    // It may still say its farewell to a server; nobody waits for that but this thread.
    try? process.end(within: 5000)
  }

  /// Asks for one mail and waits for its answer.
  /// - Parameters:
  ///   - id: of the request that is answered.
  ///   - patience: milliseconds after which the helper is killed.
  /// - Returns: what became of it, and whether the helper can be asked again.
  func ask(_ requests: [MailRequest], id: String, patience: Int64) -> (MailResult, isAlive: Bool) {
    var isSending = false
    let isWritten = write(MailRequest.text(requests))
    let timer = timerfd_create(CLOCK_BOOTTIME, Int32(TFD_CLOEXEC))
    defer { close(timer) }
    var time = itimerspec()
    time.it_value.tv_sec = Int(patience / 1000)
    time.it_value.tv_nsec = Int(patience % 1000) * 1_000_000 + 1
    timerfd_settime(timer, 0, &time, nil)
    while isWritten, let line = nextLine(timer) {
      guard let members = try? reader.members(of: line), let answer = MailAnswer(members) else {
        break
      }
      switch answer {
      case .sending(id): isSending = true
      case .done(id, let result): return (result, true)
      case .sending, .done: break
      }
    }
    // It hangs, or has died: without a word that it was sending, nothing was taken.
    process.kill()
    let result =
      isSending
      ? MailResult(.unknown, .outcomeUnknown, text: "")
      : MailResult(.retry, .helperFailed, text: "")
    return (result, false)
  }

  private func write(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(requests, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else { return false }
      rest = rest.dropFirst(max(0, count))
    }
    return true
  }

  /// - Returns: nil where its time is up, or nobody is there any more.
  private func nextLine(_ timer: Int32) -> String? {
    while true {
      if let end = rest.firstIndex(of: 10) {
        defer { rest.removeSubrange(...end) }
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      var both = [answers, timer].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&both, 2, -1) >= 0 || errno == EINTR, both[0].revents != 0 || both[1].revents == 0
      else { return nil }
      guard both[0].revents != 0 else { continue }
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = read(answers, &buffer, buffer.count)
      guard count > 0, rest.count < 1 << 20 else { return nil }
      rest += buffer[..<count]
    }
  }
}
