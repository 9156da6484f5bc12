import CLinux
import Glibc

/// A program that is run for what it prints, line by line.
package enum HelperProcess {
  /// Where a program that belongs to this one lies: in `../libexec/remindctl`, seen from this program's
  /// folder, or beside this program.
  /// - Returns: nil where it is not installed.
  package static func path(of name: String) -> String? {
    guard let own = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(own) }
    let folder = String(cString: own).split(separator: "/").dropLast()
      .reduce(into: "") { $0 += "/" + $1 }
    return ["\(folder)/../libexec/remindctl/\(name)", "\(folder)/\(name)"]
      .first { access($0, X_OK) == 0 }
  }

  /// Runs it to its end; waits for that.
  /// - Parameters:
  ///   - command: the program's path, and its arguments.
  ///   - limit: milliseconds that it has, and has anew after each line that `line` says so of.
  ///   - errors: what is its standard error.
  ///   - line: is given each line of its standard output when it comes, without its end.
  package static func run(
    _ command: [String], input: String, limit: Int64, errors: Int32 = STDERR_FILENO,
    line: (String) -> Bool
  ) throws(ChildProcess.Failure) {
    var ends: [Int32] = [-1, -1]
    // Not inherited by what another thread starts meanwhile.
    guard linux_pipe(&ends) == 0 else { throw .notStarted(errno) }
    defer { close(ends[0]) }
    let process = try start(command, input, output: ends[1], errors: errors)
    let failure = read(ends[0], of: process.id, limit: limit, line)
    if failure != nil { process.kill() }
    // It may have ended well in the moment in which it was killed.
    do throws(ChildProcess.Failure) { try process.end() } catch { throw failure ?? error }
    if let failure { throw failure }
  }

  /// - Parameter output: closed here: its other end is to see the program's end.
  private static func start(
    _ command: [String], _ input: String, output: Int32, errors: Int32
  ) throws(ChildProcess.Failure) -> ChildProcess {
    defer { close(output) }
    let file = try ChildProcess.file(of: Array(input.utf8))
    defer { close(file) }
    return try ChildProcess(command, input: file, output: output, errors: errors)
  }

  /// Reads until the process has ended, whoever else it has given the other end to.
  /// - Returns: why it has to be killed first; nil where it has not.
  private static func read(
    _ file: Int32, of process: pid_t, limit: Int64, _ line: (String) -> Bool
  ) -> ChildProcess.Failure? {
    let timer = timerfd_create(CLOCK_BOOTTIME, Int32(TFD_CLOEXEC))
    let ending = linux_process(process)
    defer { for descriptor in [timer, ending] { close(descriptor) } }
    func rewind() {
      var time = itimerspec()
      time.it_value.tv_sec = Int(limit / 1000)
      time.it_value.tv_nsec = Int(limit % 1000) * 1_000_000
      timerfd_settime(timer, 0, &time, nil)
    }
    rewind()
    var rest: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      var three = [file, timer, ending].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&three, 3, -1) >= 0 || errno == EINTR else { return .tooSlow }
      if three[0].revents == 0 {
        if three[1].revents != 0 { return .tooSlow }
        if three[2].revents != 0 { break }
        continue
      }
      let count = Glibc.read(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      rest += buffer[..<count]
      while let end = rest.firstIndex(of: 10) {
        if line(String(decoding: rest[..<end], as: UTF8.self)) { rewind() }
        rest.removeSubrange(...end)
      }
      // No answer is as long as that.
      guard rest.count < 1 << 20 else { return .tooMuch }
    }
    if !rest.isEmpty { _ = line(String(decoding: rest, as: UTF8.self)) }
    return nil
  }
}
