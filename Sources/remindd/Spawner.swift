import CLinux
@preconcurrency import Dispatch
import Glibc

/// Runs programs, one after another, on a thread that exists only meanwhile. Nothing of ours reaches
/// them but the environment and what is said on standard input: no shell, no descriptor, no signal
/// mask; what they print is thrown away.
final class Spawner: Sendable {
  /// Why a program did not do its work.
  enum Failure: Sendable, Equatable {
    /// errno.
    case notStarted(Int32)
    case exited(Int32)
    case signalled(Int32)
    /// It was killed, with its process group.
    case tooSlow
    /// So many wait already that it was not run.
    case tooMany
  }

  /// Milliseconds that a program may run.
  static let limit: Int32 = 10_000

  private let limit: Int32
  private let queue: DispatchQueue
  private let waiting = Guarded(0)
  private let most: Int
  private let failed: @Sendable (Failure) -> Void

  /// - Parameters:
  ///   - most: how many may wait or run at once.
  ///   - limit: milliseconds that each may run.
  ///   - failed: called on any thread.
  init(
    _ name: String, most: Int, limit: Int32 = Spawner.limit,
    failed: @escaping @Sendable (Failure) -> Void = { _ in }
  ) {
    self.limit = limit
    queue = DispatchQueue(label: name)
    self.most = most
    self.failed = failed
  }

  /// Runs a program when those before it are through; returns at once.
  /// - Parameters:
  ///   - command: the program's path, and its arguments.
  ///   - input: what it finds on standard input.
  func run(_ command: [String], input: String = "") {
    let isAccepted = waiting.withLock { waiting in
      guard waiting < most else { return false }
      waiting += 1
      return true
    }
    guard isAccepted else { return failed(.tooMany) }
    queue.async { [self] in
      if let failure = work(command, Array(input.utf8)) { failed(failure) }
      waiting.withLock { $0 -= 1 }
    }
  }

  /// Where PATH has the program; nil where it has not.
  static func path(of program: String) -> String? {
    let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return folders.split(separator: ":").lazy.filter { $0.hasPrefix("/") }
      .map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
  }

  /// Runs a program to its end.
  private func work(_ command: [String], _ input: [UInt8]) -> Failure? {
    let (code, process) = Spawner.start(command, input)
    guard code == 0 else { return .notStarted(code) }
    let end = linux_process(process)
    // Without one (an old kernel) its end is waited for, however long that takes.
    let isInTime = end < 0 || linux_readable(end, limit) != 0
    if !isInTime { kill(-process, SIGKILL) }
    if end >= 0 { close(end) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    guard isInTime else { return .tooSlow }
    // wait(2): WTERMSIG, WEXITSTATUS.
    if status & 0x7f != 0 { return .signalled(status & 0x7f) }
    return status == 0 ? nil : .exited(status >> 8 & 0xff)
  }

  /// - Returns: errno, and the process that leads a group of its own.
  private static func start(_ command: [String], _ input: [UInt8]) -> (Int32, pid_t) {
    // A file, not a pipe: it takes everything at once, whether the program reads or not.
    let file = linux_memory_file()
    guard file >= 0 else { return (errno, 0) }
    defer { close(file) }
    var rest = input[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { return (errno, 0) }
      rest = rest.dropFirst(count)
    }
    lseek(file, 0, SEEK_SET)

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, file, STDIN_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
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
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))

    var arguments = command.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    let code = posix_spawn(
      &process, command[0], &actions, &attributes, &arguments, linux_environment())
    return (code, process)
  }
}
