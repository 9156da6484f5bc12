import Beds
import Foundation

@testable import Store
@testable import System

/// A container with a real systemd, and in it the user manager of an ordinary user
/// (Tests/Beds/systemd-bed). It lives until it is closed, or until this process ends.
final class SystemdBed {
  private static let script = URL(filePath: Project.file("Tests/Beds/systemd-bed"))

  /// The shipped programs: `make test` says where they are. A debug build would need the Swift
  /// toolchain in the container.
  static let programs = ProcessInfo.processInfo.environment["REMIND_BIN"]

  /// Debian's package: `scripts/deb test` says where it is.
  static let package = ProcessInfo.processInfo.environment["REMIND_DEB"]

  /// The one with the helper for mail, which is built with it.
  static let mailPackage: String? = {
    guard let folder = package.map({ URL(filePath: $0).deletingLastPathComponent().path() }) else {
      return nil
    }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.first { $0.hasPrefix("remindctl-mail_") && $0.hasSuffix(".deb") }.map {
      folder + $0
    }
  }()

  /// Whether a container can be had here: it takes root, its tools and the right to mount.
  static let isPossible: Bool = {
    guard geteuid() == 0, programs != nil else { return false }
    return (try? output(of: script.path, ["check"]).status == 0) ?? false
  }()

  /// The container's /bed.
  let share: URL
  private let folder: String
  private let container: Child
  /// The container ends when this does.
  private let input: Int32

  init() throws {
    let pipe = NSTemporaryDirectory() + "remind-bed-\(UUID().uuidString)"
    guard mkfifo(pipe, 0o600) == 0 else { throw Spawned.Failure(program: "mkfifo", error: errno) }
    defer { unlink(pipe) }
    // The container gets an end of its own to read, and this one alone can be written to.
    input = open(pipe, O_RDWR | O_CLOEXEC)
    do {
      container = try Child([Self.script.path], environment: Self.environment, input: pipe)
    } catch {
      close(input)
      throw error
    }
    while container.said.lines.isEmpty, container.said.exit == nil { usleep(20_000) }
    folder = container.said.lines.first ?? ""
    share = URL(filePath: folder).appending(path: "share")
    guard !folder.isEmpty else {
      close(input)
      throw Child.Missed(what: "a container", said: container.said)
    }
    let files = FileManager.default
    for name in ["Makefile", "scripts", "systemd", "man", "completions", "desktop", "po"] {
      try files.copyItem(at: URL(filePath: Project.file(name)), to: share.appending(path: name))
    }
    let helpers = ["remind-mail"].filter { access(Self.programs! + "/" + $0, X_OK) == 0 }
    for program in ["remindctl", "remindd"] + helpers {
      try files.copyItem(
        at: URL(filePath: Self.programs!).appending(path: program),
        to: share.appending(path: program))
    }
  }

  deinit {
    close(input)
    while container.said.exit == nil { usleep(20_000) }
  }

  /// What a command said and how it ended.
  struct Answer {
    var status: Int32
    var text: String
  }

  /// Runs a line of shell as the ordinary user, in its home, with the installed programs in PATH.
  @discardableResult func run(_ line: String, within seconds: Int = 180) throws -> Answer {
    try Self.output(
      of: Self.script.path,
      [
        "run", folder, "timeout", String(seconds), "sh", "-c",
        "exec 2>&1; PATH=$HOME/.local/bin:$PATH; REMIND_BIN=/bed; export REMIND_BIN; " + line,
      ])
  }

  /// The same as root.
  @discardableResult func runAsRoot(_ line: String) throws -> Answer {
    try Self.output(
      of: Self.script.path, ["root", folder, "timeout", "180", "sh", "-c", "exec 2>&1; " + line])
  }

  /// Asks again until the line succeeds, or so many seconds have passed.
  func waitUntil(_ line: String, within seconds: Int = 180) throws -> Bool {
    try run(
      "timeout \(seconds) sh -c 'until \(line); do sleep 0.05; done' >/dev/null",
      within: seconds + 10
    ).status == 0
  }

  /// Installs as the user would.
  func install() throws -> Answer { try run("make --no-print-directory -C /bed install") }

  /// A property of the unit as systemd knows it.
  func property(_ name: String) throws -> String {
    try run("systemctl --user show -P \(name) remindd").text
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Puts a file of the tests into /bed, as a program.
  func add(_ path: String) throws {
    let file = share.appending(path: URL(filePath: path).lastPathComponent)
    try FileManager.default.copyItem(at: URL(filePath: Project.file(path)), to: file)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: file.path(percentEncoded: false))
  }

  private static let environment = ProcessInfo.processInfo.environment

  private static func output(of program: String, _ arguments: [String]) throws -> Answer {
    let child = try Spawned(
      [program] + arguments, environment: environment, input: "/dev/null", output: .said)
    var said = Child.Said()
    child.read(notices: nil) { $0(&said) }
    let status: Int32 = if case .code(let code) = said.exit { code } else { -1 }
    return Answer(status: status, text: said.output)
  }
}
