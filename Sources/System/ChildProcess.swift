import CLinux
import Glibc

/// A program that this one has started. Nothing of ours reaches it but the environment and what it is
/// given as its first three descriptors: no shell, no other descriptor, no signal mask.
package struct ChildProcess: Sendable {
  /// Why a program did not come to a good end.
  package enum Failure: Error, Sendable, Equatable {
    /// errno.
    case notStarted(Int32)
    case exited(Int32)
    case signalled(Int32)
    /// It was killed, with its process group.
    case tooSlow
    /// It was killed, too: it printed a line of more than 1 MiB.
    case tooMuch
  }

  /// It has to be waited for: by `end`, once.
  package let id: pid_t
  private let leadsGroup: Bool

  /// Starts a program.
  /// - Parameters:
  ///   - command: its path, and its arguments.
  ///   - environment: `NAME=value`; nil: ours.
  ///   - input: its standard input, as `output` and `errors`; nil: /dev/null.
  ///   - leadsGroup: whether what it starts can be killed with it. Who reads a terminal may not: it
  ///     would be stopped (termios(3), SIGTTIN), and Ctrl-C would miss it.
  package init(
    _ command: [String], environment: [String]? = nil, input: Int32? = nil, output: Int32? = nil,
    errors: Int32? = nil, leadsGroup: Bool = true
  ) throws(Failure) {
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
    guard code == 0 else { throw .notStarted(code) }
    id = process
    self.leadsGroup = leadsGroup
  }

  /// Kills it, with its group.
  package func kill() { Glibc.kill(leadsGroup ? -id : id, SIGKILL) }

  /// Waits for its end.
  /// - Parameter milliseconds: that it has until it is killed; nil, and on a kernel that cannot wait for
  ///   a process otherwise (before Linux 5.3): as long as it takes.
  package func end(within milliseconds: Int32? = nil) throws(Failure) {
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

  /// Calls `body` again and again until it has ended; not at all on a kernel that cannot wait for that
  /// (before Linux 5.3).
  package func whileItRuns(each milliseconds: Int32, _ body: () -> Void) {
    let handle = linux_process(id)
    guard handle >= 0 else { return }
    defer { close(handle) }
    while linux_readable(handle, milliseconds) == 0 { body() }
  }

  /// Where PATH has a program; nil where it has not.
  package static func path(of program: String) -> String? {
    let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return folders.split(separator: ":").lazy.filter { $0.hasPrefix("/") }
      .map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
  }

  /// A file in memory that holds `bytes`, to be a program's standard input: unlike a pipe it takes
  /// everything at once, whether the program reads or not. It is the caller's to close.
  package static func file(of bytes: [UInt8]) throws(Failure) -> Int32 {
    let file = linux_memory_file()
    guard file >= 0 else { throw .notStarted(errno) }
    let unwritten = WholeFile.write(bytes, to: file)
    guard unwritten == 0 else {
      close(file)
      throw .notStarted(unwritten)
    }
    lseek(file, 0, SEEK_SET)
    return file
  }
}
