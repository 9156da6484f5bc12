import Foundation

/// A process with its pipes, for the one thread that reads them and waits for its end.
struct Spawned {
  let process: pid_t
  private let output: Int32?
  private let error: Int32

  struct Failure: Error, CustomStringConvertible {
    var program: String
    var error: Int32
    var description: String { "\(program): \(String(cString: strerror(error)))" }
  }

  init(
    _ command: [String], environment: [String: String], input: String, output: Child.Output
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0)
    var toClose: [Int32] = []
    defer { for descriptor in toClose { close(descriptor) } }
    func pipe(to descriptor: Int32) -> Int32 {
      var ends: [Int32] = [0, 0]
      Glibc.pipe(&ends)
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      posix_spawn_file_actions_adddup2(&actions, ends[1], descriptor)
      toClose.append(ends[1])
      return ends[0]
    }
    switch output {
    case .said: self.output = pipe(to: STDOUT_FILENO)
    case .file(let path):
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, path, O_WRONLY, 0)
      self.output = nil
    case .closed:
      posix_spawn_file_actions_addclose(&actions, STDOUT_FILENO)
      self.output = nil
    }
    error = pipe(to: STDERR_FILENO)
    // Other tests' pipes: their ends must not stay open in here. One that is not open is no error.
    for descriptor: Int32 in 3..<512 { posix_spawn_file_actions_addclose(&actions, descriptor) }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))

    var arguments = command.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for string in arguments + variables { free(string) } }
    var started: pid_t = 0
    let result = posix_spawnp(
      &started, command[0], &actions, &attributes, &arguments, &variables)
    guard result == 0 else {
      toClose += [self.output, error].compactMap { $0 }
      throw Failure(program: command[0], error: result)
    }
    process = started
  }

  /// Reads until both pipes have ended, and waits for the process.
  /// - Parameter notices: kept until then: its descriptor's number must not become another's.
  func read(notices socket: NoticeSocket?, _ report: ((inout Child.Said) -> Void) -> Void) {
    defer { withExtendedLifetime(socket) {} }
    let notices = socket?.descriptor
    var open = [output, error].compactMap { $0 }
    var errorBytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while !open.isEmpty {
      var waited = (open + [notices].compactMap { $0 })
        .map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      poll(&waited, nfds_t(waited.count), -1)
      for ready in waited where ready.revents != 0 {
        if ready.fd == notices {
          takeNotice(ready.fd, &buffer, report)
          continue
        }
        let count = Glibc.read(ready.fd, &buffer, buffer.count)
        if count <= 0 {
          open.removeAll { $0 == ready.fd }
          close(ready.fd)
        } else if ready.fd == error {
          errorBytes += buffer[..<count]
          report { $0.error = String(decoding: errorBytes, as: UTF8.self) }
        } else {
          report { $0.take(Array(buffer[..<count])) }
        }
      }
    }
    // Not reaped before the owner knows that it may not send signals any more.
    var information = siginfo_t()
    waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT)
    while let notices, takeNotice(notices, &buffer, report) {}
    var status: Int32 = 0
    var usage = rusage()
    report { said in
      wait4(process, &status, 0, &usage)
      said.processorTime = [usage.ru_utime, usage.ru_stime].reduce(0) {
        $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1_000_000
      }
      let signal = status & 0x7f
      said.exit = signal == 0 ? .code(status >> 8 & 0xff) : .signal(signal)
    }
  }

  @discardableResult
  private func takeNotice(
    _ socket: Int32, _ buffer: inout [UInt8], _ report: ((inout Child.Said) -> Void) -> Void
  ) -> Bool {
    let count = recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    guard count > 0 else { return false }
    let text = String(decoding: buffer[..<count], as: UTF8.self)
    report { $0.notices.append(text) }
    return true
  }
}
