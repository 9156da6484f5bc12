import CivilTime
import Configuration
import Glibc
import Localization
import Store
import System

@testable import remindctl

/// A whole command line of remindctl, its words with NUL between them; the first byte chooses the
/// user's language. Whatever it is: no crash, an answer that says nothing a terminal would obey, and
/// what was not understood has changed nothing.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: data, count: size)
  guard let first = bytes.first else { return 0 }
  let line = bytes.dropFirst().split(separator: 0, omittingEmptySubsequences: false)
  guard !isElsewhere(line) else { return 0 }
  home.language = ["C.UTF-8", "it_IT.UTF-8", "pl_PL.UTF-8"][Int(first) % 3]
  home.reset()
  let before = home.lastEvent

  let words = line.map { word in strdup(String(decoding: word, as: UTF8.self)) }
  defer { for word in words { free(word) } }
  let (code, output, error) = home.capture {
    Remindctl { home.variable($0) }.run(words) { home.moment }
  }
  check(output, mayHaveTabs: true)
  check(error, mayHaveTabs: false)
  switch code {
  case .usage, .time, .noSuchReminder:
    precondition(home.lastEvent == before, "it failed, and changed something")
    precondition(!error.isEmpty, "it failed without a word")
  case .done, .failed, .store, .noDaemon: break
  }
  return 0
}

/// Whether it goes on for ever, writes files wherever it is told to, or has other programs work.
private func isElsewhere(_ line: [Slice<UnsafeBufferPointer<UInt8>>]) -> Bool {
  let words = line.map { String(decoding: $0, as: UTF8.self) }
  guard let arguments = try? Arguments(words) else { return false }
  return ["watch", "backup", "restore", "import", "export", "mail", "doctor"]
    .contains(arguments.verb.name)
}

private func check(_ text: [UInt8], mayHaveTabs: Bool) {
  precondition(String(validating: text, as: UTF8.self) != nil, "it is not UTF-8")
  for byte in text {
    precondition(
      byte >= 32 && byte != 127 || byte == 10 || mayHaveTabs && byte == 9,
      "a control character is printed")
  }
}

private let home = FuzzHome()

/// A user's folders, with a few reminders in them. libFuzzer has one thread.
private final class FuzzHome: @unchecked Sendable {
  var language = ""
  let moment = ClockReading(
    now: Instant(milliseconds: 1_781_697_600_000), boot: 1_000_000, bootID: "this boot")
  private let folder: String
  private let paths: Paths
  /// The store as it is at the beginning of each run.
  private var template: [UInt8] = []
  private let captured: [Int32]
  private let streams: [Int32]

  init() {
    let folder = "/dev/shm/remind-fuzz-\(getpid())"
    self.folder = folder
    paths = Paths { ["XDG_DATA_HOME": folder, "XDG_CONFIG_HOME": folder][$0] }!
    mkdir(folder, 0o700)
    captured = ["output", "error"].map { open(folder + "/" + $0, O_RDWR | O_CREAT, 0o600) }
    // No program that is looked for is found, and no service manager.
    for name in ["PATH", "XDG_RUNTIME_DIR", "HOME"] { setenv(name, folder, 1) }
    unsetenv("DBUS_SESSION_BUS_ADDRESS")
    streams = [dup(STDOUT_FILENO), dup(STDERR_FILENO)]
    let nothing = open("/dev/null", O_RDONLY)
    dup2(nothing, STDIN_FILENO)
    close(nothing)
    language = "C.UTF-8"
    for line in [
      "in 20m tea", "every day 9:00 pills --nag 5m", "at 17:30 <b>call</b> --tag home",
      "in 5m \u{1b}[31mred", "cancel 1",
    ] {
      let words = line.split(separator: " ").map { strdup(String($0)) }
      _ = capture { Remindctl { self.variable($0) }.run(words) { self.moment } }
      for word in words { free(word) }
    }
    template = read(open(paths.store, O_RDONLY))
    precondition(lastEvent >= 5, "the store is not what it should be")
  }

  func variable(_ name: String) -> String? {
    switch name {
    case "HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR": folder
    case "LC_ALL": language
    case "TZ": "Europe/Rome"
    default: nil
    }
  }

  func reset() {
    for end in ["-wal", "-shm"] { unlink(paths.store + end) }
    let file = open(paths.store, O_WRONLY | O_TRUNC)
    precondition(write(file, template, template.count) == template.count)
    close(file)
  }

  var lastEvent: Int64 {
    let store = try? ReminderStore(reading: paths, patience: 0)
    return (try? store?.lastEvent()) ?? -1
  }

  /// What is written to both streams meanwhile.
  func capture(_ body: () -> ExitCode) -> (code: ExitCode, output: [UInt8], error: [UInt8]) {
    for file in captured {
      ftruncate(file, 0)
      lseek(file, 0, SEEK_SET)
    }
    dup2(captured[0], STDOUT_FILENO)
    dup2(captured[1], STDERR_FILENO)
    let code = body()
    dup2(streams[0], STDOUT_FILENO)
    dup2(streams[1], STDERR_FILENO)
    return (code, contents(captured[0]), contents(captured[1]))
  }

  private func contents(_ file: Int32) -> [UInt8] {
    lseek(file, 0, SEEK_SET)
    return read(dup(file))
  }

  private func read(_ file: Int32) -> [UInt8] {
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while case let count = Glibc.read(file, &chunk, chunk.count), count > 0 {
      bytes += chunk[..<count]
    }
    return bytes
  }
}
