import Beds
import Foundation

@testable import Store

/// A user's home that is thrown away, with both real programs. It ends whatever was started in it.
final class Home: Sendable {
  let folder: String
  /// What every program gets that is started here, and nothing else.
  let environment: [String: String]
  private let children = Locked<[Child]>([])

  /// The programs: those that are shipped where `make test` has built them, otherwise those that
  /// were built with this test.
  static let programs = ProcessInfo.processInfo.environment["REMIND_BIN"] ?? dynamicPrograms

  /// Those that were built with this test: libraries can be put into them.
  static let dynamicPrograms =
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path()

  /// A command that runs the rest of its arguments as a command: all are started through it.
  private let prefix = Locked<[String]>([])

  /// In memory where there is room: a busy disk takes long over the hundreds of syncs.
  private static let parent: String = {
    var memory = statvfs()
    let isRoomy =
      statvfs("/dev/shm", &memory) == 0 && access("/dev/shm", W_OK) == 0
      && memory.f_bavail * memory.f_frsize > 1 << 29
    return isRoomy ? "/dev/shm" : "/tmp"
  }()

  init() async throws {
    var template = Array((Self.parent + "/remind-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw Spawned.Failure(program: "mkdtemp", error: errno) }
    folder = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    for name in ["home", "data", "config", "run"] { mkdir(folder + "/" + name, 0o700) }
    let environment = [
      "PATH": Self.programs + ":/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
      "HOME": folder + "/home", "XDG_DATA_HOME": folder + "/data",
      "XDG_CONFIG_HOME": folder + "/config", "XDG_RUNTIME_DIR": folder + "/run",
      "LC_ALL": "C.UTF-8",
    ]
    self.environment = environment.merging(Sanitizer.settings) { $1 }
  }

  deinit {
    for child in children.withLock({ $0 }) { child.send(SIGKILL) }
    // Programs that are being killed may still make a file.
    for _ in 0..<100 where (try? FileManager.default.removeItem(atPath: folder)) == nil {
      guard FileManager.default.fileExists(atPath: folder) else { break }
      usleep(10_000)
    }
  }

  var data: String { folder + "/data/remindctl" }
  var store: String { data + "/reminders.db" }

  /// From now on everything that is started here lives in a private mount namespace.
  /// - Parameter mounting: the lines of shell that make it another one than the machine's.
  func enterNamespace(mounting lines: String) async throws { try await enter(["-m"], lines) }

  /// The same with a network of its own.
  func enterNetwork(with lines: String) async throws { try await enter(["-n"], lines) }

  /// The same with users, and their limits, of its own (user_namespaces(7)).
  func enterUsers(with lines: String) async throws {
    try await enter(["-U", "-r"], lines, by: ["-U", "--preserve-credentials"])
  }

  private func enter(_ kind: [String], _ lines: String, by way: [String]? = nil) async throws {
    let holder = try start(
      ["unshare"] + kind + ["sh", "-c", "set -e\n\(lines)\necho entered; exec sleep 1200"])
    try await holder.wait(for: "the namespace") { $0.lines.first }
    prefix.withLock { $0 = ["nsenter"] + (way ?? kind) + ["-t", String(holder.process)] }
  }

  /// Makes the data folder a disk of its own.
  func mountDisk(size: String) async throws {
    try await enterNamespace(mounting: "mount -t tmpfs -o size=\(size) none \(folder)/data")
  }

  /// From now on the system's zone is UTC for everything that is started here.
  func enterUTC() async throws {
    guard TimeZone.current.secondsFromGMT() != 0 else { return }
    try await enterNamespace(
      mounting: "mount --bind /usr/share/zoneinfo/Etc/UTC $(readlink -f /etc/localtime)")
  }

  /// Whether `enterUTC` works here.
  static let canBeUTC = TimeZone.current.secondsFromGMT() == 0 || canMount

  /// Whether such a namespace can be had here: it takes root, and the right to mount.
  static let canMount = canRun("unshare -m mount -t tmpfs none /mnt")

  /// The same for a disk in a file.
  static let canLoop = canRun(
    """
    unshare -m sh -c 'set -e; mount -t tmpfs none /mnt; dd if=/dev/zero of=/mnt/disk bs=1M count=1
    mkfs.ext4 -q /mnt/disk; mkdir /mnt/place; mount -o loop /mnt/disk /mnt/place; umount /mnt/place'
    """)

  /// Whether users of one's own can be had here, and fewer files to be watched for them.
  static let canLimitWatches = canRun(
    "unshare -U -r sh -c 'echo 0 >/proc/sys/user/max_inotify_watches'")

  /// Whether a network of one's own can be had here.
  static let canHaveNetwork = canRun("unshare -n ip link set lo up")

  /// Whether programs can be given another time since the start of the machine as well.
  static let canShiftClock = canMount && canRun("unshare -T --boottime 60 --fork true")

  /// Whether this is a sanitizer's build: slower, larger, and with threads of its own.
  static let isSanitized = Sanitizer.isOn

  /// Whether programs can be watched with strace(1). A sanitizer has a thread, and its leak check is
  /// itself a tracer.
  static let canTrace = !isSanitized && canRun("strace -f -o /dev/null true")

  /// Whether a line of shell succeeds here.
  static func canRun(_ line: String) -> Bool { system("{ \(line); } >/dev/null 2>&1") == 0 }

  /// A program's whole answer.
  struct Answer: Sendable {
    var output: String
    var error: String
    var exit: Child.Exit
    /// In seconds.
    var processorTime = 0.0
    /// The exit code; -1 where a signal ended it.
    var code: Int32 { if case .code(let code) = exit { code } else { -1 } }
    /// Whether `text` is on standard error; nothing always is.
    func complains(of text: String) -> Bool { text.isEmpty || error.contains(text) }
  }

  /// Starts a command; a name alone is looked for beside the programs and in the system's folders.
  /// - Parameter changing: variables of the environment; nil takes one out.
  func start(
    _ command: [String], changing: [String: String?] = [:], input: String = "/dev/null",
    output: Child.Output = .said, notices: NoticeSocket? = nil
  ) throws -> Child {
    var environment = environment
    for (name, value) in changing { environment[name] = value }
    let program = command[0].contains("/") ? command[0] : located(command[0])
    let child = try Child(
      prefix.withLock { $0 } + [program] + command.dropFirst(), environment: environment,
      input: input,
      output: output, notices: notices)
    children.withLock { $0.append(child) }
    return child
  }

  private func located(_ name: String) -> String {
    name.hasPrefix("remind") ? Self.programs + "/" + name : name
  }

  /// Runs a command to its end.
  @discardableResult
  func run(
    _ command: [String], changing: [String: String?] = [:], input: String = "/dev/null",
    output: Child.Output = .said
  ) async throws -> Answer {
    let child = try start(command, changing: changing, input: input, output: output)
    let exit = try await child.end()
    children.withLock { $0.removeAll { $0 === child } }
    let said = child.said
    return Answer(
      output: said.output, error: said.error, exit: exit, processorTime: said.processorTime)
  }

  @discardableResult
  func remindctl(
    _ arguments: String..., changing: [String: String?] = [:], input: String = "/dev/null"
  ) async throws -> Answer {
    try await run(["remindctl"] + arguments, changing: changing, input: input)
  }

  /// Runs lines of shell; both programs are in its PATH.
  @discardableResult
  func shell(_ lines: String, changing: [String: String?] = [:]) async throws -> Answer {
    try await run(["/bin/sh", "-c", lines], changing: changing)
  }

  /// Stores `count` reminders, `1` to `count` by text, one after the other.
  func create(_ count: Int, in time: String) async throws {
    let answer = try await shell(
      "for i in $(seq \(count)); do remindctl in \(time) -- $i >/dev/null 2>&1 || exit; done")
    guard answer.code == 0 else { throw Failed(answer: answer) }
  }

  struct Failed: Error { var answer: Answer }

  /// Starts remindd and waits until it is ready.
  func remindd(
    _ arguments: String..., changing: [String: String?] = [:], output: Child.Output = .said
  ) async throws -> Daemon {
    let daemon = try Daemon(self, arguments, changing: changing, output: output)
    try await daemon.ready()
    return daemon
  }
}
