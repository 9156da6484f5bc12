import CLinux
import Glibc

/// A program that is run for what it prints. Nothing of ours reaches it but the environment, what is
/// said on its standard input, and standard error: no shell, no descriptor, no signal mask.
public enum HelperProcess {
  /// Why it did not come to a good end.
  public enum Failure: Error, Sendable, Equatable {
    /// errno.
    case notStarted(Int32)
    case exited(Int32)
    case signalled(Int32)
    /// It was killed, with its process group.
    case tooSlow
  }

  /// Where a program that belongs to this one lies: in `../libexec/remindctl`, seen from this program's
  /// folder, or beside this program.
  /// - Returns: nil where it is not installed.
  public static func path(of name: String) -> String? {
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
  public static func run(
    _ command: [String], input: String, limit: Int64, errors: Int32 = STDERR_FILENO,
    line: (String) -> Bool
  ) throws(Failure) {
    var ends: [Int32] = [-1, -1]
    // Not inherited by what another thread starts meanwhile.
    guard linux_pipe(&ends) == 0 else { throw .notStarted(errno) }
    defer { close(ends[0]) }
    let file = memory(Array(input.utf8))
    guard file >= 0 else { throw .notStarted(errno) }
    let (code, process) = spawn(command, input: file, output: ends[1], errors: errors)
    for end in [file, ends[1]] { close(end) }
    guard code == 0 else { throw .notStarted(code) }
    let isInTime = read(ends[0], of: process, limit: limit, line)
    if !isInTime { kill(-process, SIGKILL) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    guard isInTime else { throw .tooSlow }
    // wait(2): WTERMSIG, WEXITSTATUS.
    if status & 0x7f != 0 { throw .signalled(status & 0x7f) }
    if status != 0 { throw .exited(status >> 8 & 0xff) }
  }

  /// Reads until the process has ended, whoever else it has given the other end to.
  /// - Returns: false where its time was up first.
  private static func read(
    _ file: Int32, of process: pid_t, limit: Int64, _ line: (String) -> Bool
  ) -> Bool {
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
      guard poll(&three, 3, -1) >= 0 || errno == EINTR else { return false }
      if three[0].revents == 0 {
        if three[1].revents != 0 { return false }
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
      guard rest.count < 1 << 20 else { return false }
    }
    if !rest.isEmpty { _ = line(String(decoding: rest, as: UTF8.self)) }
    return true
  }

  /// A file, not a pipe: it takes everything at once, whether the program reads or not.
  private static func memory(_ bytes: [UInt8]) -> Int32 {
    let file = linux_memory_file()
    guard file >= 0 else { return -1 }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      guard count > 0 else {
        close(file)
        return -1
      }
      rest = rest.dropFirst(count)
    }
    lseek(file, 0, SEEK_SET)
    return file
  }

  /// Starts it with these as its first three descriptors, and none else.
  /// - Returns: errno, and the process, which leads a group of its own; to be waited for.
  public static func spawn(
    _ command: [String], input: Int32, output: Int32, errors: Int32
  ) -> (Int32, pid_t) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
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
