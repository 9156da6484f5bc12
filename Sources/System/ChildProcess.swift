import CLinux
import Glibc

/// A program that this one has started. Nothing of ours reaches it but the environment and what it is
/// given as its first three descriptors: no shell, no other descriptor, no signal mask.
package struct ChildProcess: Sendable {
  /// It has to be waited for: by `end`, once.
  package let id: pid_t
  private let leadsGroup: Bool

  /// Starts a program.
  /// - Parameters:
  ///   - command: its path, and its arguments.
  ///   - environment: `NAME=value`; nil: ours.
  ///   - input: its standard input, as `output` and `errors`; nil: /dev/null.
  ///   - leadsGroup: whether what it starts can be killed with it. A program that reads a terminal may not: it
  ///     would be stopped (termios(3), SIGTTIN), and Ctrl-C would miss it.
  package init(
    _ command: [String], environment: [String]? = nil, input: Int32? = nil, output: Int32? = nil,
    errors: Int32? = nil, leadsGroup: Bool = true
  ) throws(SystemError) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, file) in zip(STDIN_FILENO...STDERR_FILENO, [input, output, errors]) {
      if let file {
        posix_spawn_file_actions_adddup2(&actions, file, number)
      } else {
        posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
      }
    }
    linux_spawn_close_from(&actions, STDERR_FILENO + 1)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    let group = leadsGroup ? POSIX_SPAWN_SETPGROUP : 0
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | group))

    var arguments = command.map { strdup($0) } + [nil]
    var variables = environment.map { $0.map { strdup($0) } + [nil] }
    defer { for string in arguments + (variables ?? []) { free(string) } }
    var process = pid_t()
    let code =
      if variables != nil {
        posix_spawn(&process, command[0], &actions, &attributes, &arguments, &variables!)
      } else {
        posix_spawn(&process, command[0], &actions, &attributes, &arguments, linux_environment())
      }
    guard code == 0 else { throw .system(code) }
    id = process
    self.leadsGroup = leadsGroup
  }

  /// Kills it, with its group.
  package func kill() { Glibc.kill(leadsGroup ? -id : id, SIGKILL) }

  /// Waits for its end.
  /// - Parameter milliseconds: that it has until it is killed; nil, and on a kernel that cannot wait for
  ///   a process otherwise (before Linux 5.3): as long as it takes.
  package func end(within milliseconds: Int32? = nil) throws(SystemError) {
    var isInTime = true
    if let milliseconds {
      let handle = linux_process(id)
      isInTime = handle < 0 || linux_readable(handle, milliseconds) != 0
      if handle >= 0 { close(handle) }
    }
    if !isInTime { kill() }
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    guard isInTime else { throw .tooSlow }
    // wait(2): WTERMSIG, WEXITSTATUS.
    if status & 0x7f != 0 { throw .signalled(status & 0x7f) }
    if status != 0 { throw .exited(status >> 8 & 0xff) }
  }
}

extension ChildProcess {
  /// Where PATH has a program; nil if it has not.
  package static func path(of program: String) -> String? {
    let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return folders.split(separator: ":").lazy.filter { $0.hasPrefix("/") }
      .map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
  }

  /// Where a program that belongs to this one lies: in `../libexec/remindctl`, seen from this program's
  /// folder, or beside this program.
  /// - Returns: nil if it is not installed.
  package static func path(ofHelper name: String) -> String? {
    guard let own = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(own) }
    let folder = String(cString: own).split(separator: "/").dropLast()
      .reduce(into: "") { $0 += "/" + $1 }
    return ["\(folder)/../libexec/remindctl/\(name)", "\(folder)/\(name)"]
      .first { access($0, X_OK) == 0 }
  }

  /// This process's environment, `NAME=value` each.
  package static var environment: [String] {
    var variables: [String] = []
    var next = linux_environment()!
    while let entry = next.pointee {
      variables.append(String(cString: entry))
      next += 1
    }
    return variables
  }

  /// Runs a program to its end, and throws away what it prints.
  /// - Parameter milliseconds: that it has until it is killed.
  package static func run(
    _ command: [String], input: [UInt8], within milliseconds: Int32
  ) throws(SystemError) {
    let file = try FileIO.memory(input)
    defer { close(file) }
    try ChildProcess(command, input: file).end(within: milliseconds)
  }

  /// Runs a program for what it prints, line by line; waits for its end.
  /// - Parameters:
  ///   - command: the program's path, and its arguments.
  ///   - limit: milliseconds that it has, and has anew after each line that `visit` says so of.
  ///   - errors: what is its standard error.
  ///   - visit: is given each line of its standard output when it comes, without its end.
  package static func eachLine(
    of command: [String], input: String, limit: Int64, errors: Int32 = STDERR_FILENO,
    _ visit: (String) -> Bool
  ) throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    // Not inherited by what another thread starts meanwhile.
    guard linux_pipe(&ends) == 0 else { throw .system(errno) }
    defer { close(ends[0]) }
    let process = try start(command, input, output: ends[1], errors: errors)
    let ending = linux_process(process.id)
    defer { close(ending) }
    let timer = Countdown(limit)
    let reader = LineReader(ends[0], ending: ending)
    var failure: SystemError?
    do {
      while let line = try reader.next(timer) { if visit(line) { timer.rewind() } }
    } catch {
      failure = error
      process.kill()
    }
    // It may have ended well in the moment in which it was killed.
    do throws(SystemError) { try process.end() } catch { throw failure ?? error }
    if let failure { throw failure }
  }

  /// - Parameter output: closed here: its other end is to see the program's end.
  private static func start(
    _ command: [String], _ input: String, output: Int32, errors: Int32
  ) throws(SystemError) -> ChildProcess {
    defer { close(output) }
    let file = try FileIO.memory(Array(input.utf8))
    defer { close(file) }
    return try ChildProcess(command, input: file, output: output, errors: errors)
  }
}

/// Lines that come through a pipe.
package final class LineReader {
  private let file: Int32
  private let ending: Int32
  private var rest: [UInt8] = []

  /// - Parameter ending: of the process that writes them (pidfd_open(2)), when it may have given the pipe's other
  ///   end to programs that live longer; -1: none.
  package init(_ file: Int32, ending: Int32 = -1) {
    self.file = file
    self.ending = ending
  }

  /// Waits for the next line.
  /// - Returns: it without its end; nil at the end of all.
  package func next(_ timer: Countdown) throws(SystemError) -> String? {
    while true {
      if let end = rest.firstIndex(of: 10) {
        defer { rest.removeSubrange(...end) }
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      // No answer is as long as that.
      guard rest.count < 1 << 20 else { throw .tooMuch }
      var buffer = [UInt8](repeating: 0, count: 4096)
      let isReadable = timer.waits(for: file, POLLIN, orFor: ending)
      guard isReadable || timer.isRunning else { throw .tooSlow }
      let count = isReadable ? read(file, &buffer, buffer.count) : 0
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        defer { rest = [] }
        return rest.isEmpty ? nil : String(decoding: rest, as: UTF8.self)
      }
      rest += buffer[..<count]
    }
  }
}

/// A limit of waiting that counts the time in which the machine sleeps, too.
package final class Countdown {
  private let descriptor = timerfd_create(CLOCK_BOOTTIME, Int32(TFD_CLOEXEC))
  private let limit: Int64

  /// Starts it.
  package init(_ milliseconds: Int64) {
    limit = milliseconds
    rewind()
  }

  deinit { close(descriptor) }

  /// Gives the whole time again.
  func rewind() {
    var time = itimerspec()
    time.it_value.tv_sec = Int(limit / 1000)
    time.it_value.tv_nsec = Int(limit % 1000) * 1_000_000 + 1
    timerfd_settime(descriptor, 0, &time, nil)
  }

  /// Whether there is time left.
  var isRunning: Bool { linux_readable(descriptor, 0) == 0 }

  /// Waits for a descriptor.
  /// - Parameters:
  ///   - events: of poll(2).
  ///   - other: ends the wait, too, when it can be read; -1: none.
  /// - Returns: whether `file` is ready.
  package func waits(for file: Int32, _ events: Int32, orFor other: Int32 = -1) -> Bool {
    var all = [
      pollfd(fd: file, events: Int16(events), revents: 0),
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: other, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&all, 3, -1) < 0 { guard errno == EINTR else { return false } }
    return all[0].revents != 0
  }
}
