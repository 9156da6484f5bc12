import CLinux
import Glibc

/// Another program, run for its answer: no shell, no terminal, no input, and a deadline.
struct Tool {
  /// What became of it.
  enum Answer: Equatable {
    /// Its standard output, and the code that it ended with; -1 where a signal ended it.
    case ended(String, code: Int32)
    /// It is not installed, or cannot be run.
    case missing
    /// It was killed with all that it had started.
    case tooSlow

    /// What it said, where all went well.
    var output: String? {
      if case .ended(let text, 0) = self { text } else { nil }
    }
  }

  /// Variables that its environment has beside ours, or instead; nil: not at all.
  var environment: [(name: String, value: String?)] = []

  /// - Parameters:
  ///   - command: a program's name, which is looked for in PATH, and its arguments.
  ///   - milliseconds: until it is killed; it is waited for however long it takes on a kernel that
  ///     cannot wait for a process otherwise (before Linux 5.3).
  func run(_ command: [String], within milliseconds: Int32 = 3000) -> Answer {
    // A file, not a pipe: it takes all of it at once, and whoever keeps it open is not waited for.
    let file = linux_memory_file()
    guard file >= 0 else { return .missing }
    defer { close(file) }
    guard let process = start(command, output: file) else { return .missing }
    let end = linux_process(process)
    let isInTime = end < 0 || linux_readable(end, milliseconds) != 0
    if !isInTime { kill(-process, SIGKILL) }
    if end >= 0 { close(end) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    guard isInTime else { return .tooSlow }
    // wait(2): WTERMSIG, WEXITSTATUS. A shell's 127 is what posix_spawn itself says otherwise.
    let code = status & 0x7f == 0 ? status >> 8 & 0xff : -1
    return .ended(Tool.content(of: file), code: code)
  }

  /// Where PATH has the program; nil where it has not.
  static func path(of program: String) -> String? {
    let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return folders.split(separator: ":").lazy.filter { $0.hasPrefix("/") }
      .map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
  }

  private func start(_ command: [String], output: Int32) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    linux_spawn_close_from(&actions, STDERR_FILENO + 1)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))

    var arguments = command.map { strdup($0) } + [nil]
    // What it says is read by us.
    let changes = environment + [("LC_ALL", "C")]
    var variables = Tool.environment(changing: changes).map { strdup($0) } + [nil]
    defer { for string in arguments + variables { free(string) } }
    var process = pid_t()
    guard posix_spawnp(&process, command[0], &actions, &attributes, &arguments, &variables) == 0
    else { return nil }
    return process
  }

  private static func environment(changing changes: [(name: String, value: String?)]) -> [String] {
    var variables: [String] = []
    var next = linux_environment()
    while let entry = next?.pointee {
      let text = String(cString: entry)
      if !changes.contains(where: { text.hasPrefix($0.name + "=") }) { variables.append(text) }
      next = next?.successor()
    }
    for (name, value) in changes { if let value { variables.append("\(name)=\(value)") } }
    return variables
  }

  /// Far more than any answer has that is worth reading.
  private static let limit = 1 << 20

  private static func content(of file: Int32) -> String {
    let size = min(max(0, Int(lseek(file, 0, SEEK_END))), limit)
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: size + 1) { buffer in
      let count = pread(file, buffer.baseAddress, size, 0)
      return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }
  }
}
