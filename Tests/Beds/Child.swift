import Foundation

/// A process of a test, which ends with it: its keeper, a shell, kills it when the pipe to the test
/// closes, also when the test crashes or is killed itself.
package final class Child: @unchecked Sendable {
  package let pid: pid_t
  private let keeper: pid_t
  private var leash: Int32

  /// Starts a program found in PATH.
  /// - Parameter log: the file that gets its output.
  package init(_ command: [String], environment: [String: String], log: URL) throws {
    let script = """
      log=$1; shift
      "$@" </dev/null >>"$log" 2>&1 &
      echo $!
      read -r _
      kill -9 $! 2>/dev/null; wait
      """
    var input: [Int32] = [0, 0]
    var output: [Int32] = [0, 0]
    guard pipe(&input) == 0, pipe(&output) == 0 else { throw BedError("no pipe") }
    for end in input + output { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer {
      close(input[0])
      close(output[0])
    }
    keeper = try Child.spawn(
      ["/bin/sh", "-c", script, "keeper", log.path(percentEncoded: false)] + command,
      environment: environment, input: input[0], output: output[1])
    close(output[1])
    leash = input[1]
    var digits = [UInt8](repeating: 0, count: 16)
    let count = read(output[0], &digits, digits.count)
    let line = String(decoding: digits.prefix(max(0, count)), as: UTF8.self)
    guard let pid = pid_t(line.trimmingCharacters(in: .newlines))
    else { throw BedError("\(command) did not start") }
    self.pid = pid
  }

  /// Threads of Swift's pool block signals; a bus that inherits that never learns of the end of what
  /// it starts. Foundation's Process passes the mask on.
  private static func spawn(
    _ command: [String], environment: [String: String], input: Int32, output: Int32
  ) throws -> pid_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    var arguments = command.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for string in arguments + variables { free(string) } }
    var pid = pid_t()
    let code = posix_spawn(&pid, command[0], &actions, &attributes, &arguments, &variables)
    guard code == 0 else { throw BedError("\(command[0]): \(String(cString: strerror(code)))") }
    return pid
  }

  /// SIGKILL, and the wait for its end.
  package func kill() {
    guard leash >= 0 else { return }
    close(leash)
    leash = -1
    waitpid(keeper, nil, 0)
  }

  /// Whether it has not ended by itself.
  package var runs: Bool { isRunning(pid) }

  package func send(_ signal: Int32) { Foundation.kill(pid, signal) }

  deinit { kill() }
}

/// Whether there is such a process; one that has ended and that nobody asks after is none. Its first
/// thread says nothing of the others: Dispatch's main ends it.
package func isRunning(_ process: pid_t) -> Bool {
  let threads = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")
  return (threads ?? []).contains { thread in
    let stat = try? String(
      contentsOfFile: "/proc/\(process)/task/\(thread)/stat", encoding: .utf8)
    return stat?.split(separator: ")").last?.hasPrefix(" Z") == false
  }
}

/// The bed could not be made.
package struct BedError: Error, CustomStringConvertible {
  package var description: String
  package init(_ description: String) { self.description = description }
}

/// Seconds until a wait is given up: far more than anything needs, also on a busy machine.
package let patience = 280.0

/// Waits for what comes by itself.
/// - Parameter seconds: less than `patience` only if the program has promised to be quicker.
package func until(
  _ what: String, within seconds: Double = patience, _ isThere: () async throws -> Bool
) async throws {
  let end = ContinuousClock.now + .seconds(seconds)
  while try await !isThere() {
    guard ContinuousClock.now < end else { throw BedError("not within \(seconds) s: \(what)") }
    try await Task.sleep(for: .milliseconds(5))
  }
}
