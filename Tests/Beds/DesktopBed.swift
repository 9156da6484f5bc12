import Foundation

/// A desktop without a screen: a session bus of its own and, where asked for, an X server and one
/// of Debian's notification servers. Everything ends with the bed.
package final class DesktopBed {
  /// Debian's notification servers that the tests know.
  package enum Server: String, CaseIterable, Codable, Sendable {
    /// No buttons.
    case dunst
    /// Buttons.
    case xfce = "xfce4-notifyd"
    /// Buttons, and never more than 20 popups.
    case mate = "mate-notification-daemon"
    /// The same: GNOME's of before its shell.
    case gnome = "notification-daemon"

    var path: String {
      switch self {
      case .dunst: "/usr/bin/dunst"
      case .mate: "/usr/lib/mate-notification-daemon/mate-notification-daemon"
      case .gnome: "/usr/lib/notification-daemon/notification-daemon"
      // Debian puts it where the architecture's libraries are.
      case .xfce:
        (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib"))?
          .map { "/usr/lib/\($0)/xfce4/notifyd/xfce4-notifyd" }
          .first(where: FileManager.default.isExecutableFile) ?? "/usr/lib/xfce4-notifyd"
      }
    }
  }

  /// Whether this machine has the programs (`scripts/dependencies test desktop`).
  package static let isPossible =
    ["dbus-daemon", "Xvfb", "busctl", "xdotool", "import"].allSatisfy {
      FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
    } && Server.allCases.allSatisfy { FileManager.default.isExecutableFile(atPath: $0.path) }

  package let folder: URL
  /// What a program on this desktop finds in its environment.
  package private(set) var environment: [String: String]
  private var bus: Child?
  private var screen: Child?
  private var others: [Child] = []

  /// A folder, and nothing running yet.
  package init() throws {
    // The path of a socket is short: not in a long TMPDIR.
    folder = URL(filePath: "/tmp/remindctl-bed-\(UUID().uuidString.prefix(8))")
    for name in ["services", "home", "runtime"] {
      try FileManager.default.createDirectory(
        at: folder.appending(path: name), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    }
    let path = folder.path(percentEncoded: false)
    environment = [
      "PATH": "/usr/bin:/bin", "HOME": "\(path)/home", "XDG_CONFIG_HOME": "\(path)/home/.config",
      "XDG_RUNTIME_DIR": "\(path)/runtime",
      "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(path)/runtime/bus", "GTK_A11Y": "none",
      "NO_AT_BRIDGE": "1",
    ].merging(Sanitizer.settings) { $1 }
  }

  deinit {
    (others, bus, screen) = ([], nil, nil)
    try? FileManager.default.removeItem(at: folder)
  }

  package var socket: URL { folder.appending(path: "runtime/bus") }
  package var address: String { "unix:path=\(socket.path(percentEncoded: false))" }
  /// What a program elsewhere needs to be on this desktop's bus.
  package var busVariable: [String: String?] { ["DBUS_SESSION_BUS_ADDRESS": address] }

  private func start(_ name: String, _ command: [String]) throws -> Child {
    try Child(
      command, environment: environment, log: folder.appending(path: "\(name).log"))
  }

  /// Starts the session bus, or starts it again where it was killed. It knows no services but those
  /// of `offer`, so that no second notification server takes the name.
  package func startBus() async throws {
    let configuration = folder.appending(path: "bus.conf")
    try """
    <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
      "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig>
      <type>session</type><listen>\(address)</listen><auth>EXTERNAL</auth>
      <servicedir>\(folder.path(percentEncoded: false))/services</servicedir>
      <policy context="default">
        <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>
        <allow own="*"/><allow user="*"/>
      </policy>
    </busconfig>
    """.write(to: configuration, atomically: true, encoding: .utf8)
    bus = try start(
      "bus",
      [
        "dbus-daemon", "--config-file=\(configuration.path(percentEncoded: false))", "--nofork",
        "--nopidfile",
      ])
    try await until("a session bus") { self.connects }
  }

  private var connects: Bool {
    let probe = socketOpen(socket.path(percentEncoded: false))
    guard probe >= 0 else { return false }
    close(probe)
    return true
  }

  /// SIGKILL: its socket stays behind.
  package func killBus() { bus = nil }

  /// Stops the bus, or lets it go on: SIGSTOP, SIGCONT.
  package func signalBus(_ signal: Int32) { bus?.send(signal) }

  /// Makes the bus start `command` for whoever calls `name`. Before `startBus`.
  package func offer(_ name: String, _ command: String) throws {
    try "[D-BUS Service]\nName=\(name)\nExec=\(command)\n".write(
      to: folder.appending(path: "services/\(name).service"), atomically: true, encoding: .utf8)
  }

  /// Starts an X server; before `startBus` where the bus is to start a server on it.
  package func startScreen() async throws {
    guard screen == nil else { return }
    let display = folder.appending(path: "display")
    screen = try start(
      "screen",
      [
        "sh", "-c",
        "exec Xvfb -displayfd 3 -screen 0 1024x768x24 -nolisten tcp -noreset 3>\"$0\"",
        display.path(percentEncoded: false),
      ])
    var number = ""
    try await until("an X server") {
      number = (try? String(contentsOf: display, encoding: .utf8)) ?? ""
      return number.hasSuffix("\n")
    }
    environment["DISPLAY"] = ":" + number.trimmingCharacters(in: .newlines)
  }

  /// Starts one of Debian's servers. Its caller learns from the bus when it is there.
  /// - Parameter configuration: lines for dunst's `[global]` section.
  package func startServer(_ server: Server, configuration: String = "markup = full") async throws
    -> Child
  {
    try await startScreen()
    return try start(server.rawValue, try command(server, configuration: configuration))
  }

  /// How a server is started.
  package func command(_ server: Server, configuration: String = "markup = full") throws -> [String]
  {
    guard server == .dunst else { return [server.path] }
    let file = folder.appending(path: "dunstrc")
    try """
    [global]
    font = DejaVu Sans 10
    width = (0, 360)
    height = 300
    origin = top-right
    idle_threshold = 0
    \(configuration)
    """.write(to: file, atomically: true, encoding: .utf8)
    return [server.path, "-conf", file.path(percentEncoded: false)]
  }

  /// What dunst's configuration needs for `setMenu`.
  package var menuLine: String {
    "markup = full\ndmenu = \(folder.path(percentEncoded: false))/menu"
  }

  /// Has dunst's menu, which stands for buttons, choose this entry whenever it opens.
  package func setMenu(to label: String) throws {
    try install("menu", "grep -F '\(label)'", in: folder)
  }

  /// Makes a shell script a program.
  package func install(_ name: String, _ script: String, in folder: URL) throws {
    try makeProgram(folder.appending(path: name).path(percentEncoded: false), script)
  }

  /// Another program's popup.
  /// - Parameter actions: keys and labels in turn.
  /// - Returns: its id.
  package func notify(_ summary: String, actions: [String]) throws -> Int {
    let command =
      [
        "busctl", "--address=\(address)", "--json=short", "call", "org.freedesktop.Notifications",
        "/org/freedesktop/Notifications", "org.freedesktop.Notifications", "Notify",
        "susssasa{sv}i",
        "other", "0", "", summary, "", "\(actions.count)",
      ] + actions + ["0", "0"]
    let reply = try JSONSerialization.jsonObject(with: data(command)) as? [String: Any]
    return (reply?["data"] as? [Int])?.first ?? 0
  }

  /// Runs a command of this desktop to its end, for its output.
  @discardableResult
  package func output(_ command: String...) throws -> String {
    String(decoding: try data(command), as: UTF8.self)
  }

  /// The same, for bytes.
  func data(_ command: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.environment = environment
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return data
  }

  /// The unique name of whoever is the notification server; empty where nobody is.
  package func owner() throws -> String {
    let answer = try output(
      "busctl", "--address=\(address)", "--json=short", "call", "org.freedesktop.DBus", "/",
      "org.freedesktop.DBus", "GetNameOwner", "s", "org.freedesktop.Notifications")
    let reply = try? JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any]
    return (reply?["data"] as? [String])?.first ?? ""
  }

  /// Records what goes over the bus from now on.
  package func record() async throws -> BusRecord {
    let log = folder.appending(path: "record-\(others.count).log")
    let monitor = try Child(
      ["busctl", "--address=\(address)", "--json=short", "monitor"], environment: environment,
      log: log)
    others.append(monitor)
    let record = BusRecord(log: log)
    // Its own last message as a client says that it listens.
    try await until("a monitor") { record.text.contains("Monitoring bus message stream") }
    return record
  }

  /// Where pictures are kept: REMIND_PICTURES, if that is set.
  private static let pictures = ProcessInfo.processInfo.environment["REMIND_PICTURES"]

  /// A picture of the screen, for people to look at.
  package func photograph(_ name: String) async throws {
    guard let folder = DesktopBed.pictures else { return }
    try await Task.sleep(for: .milliseconds(500))  // servers draw after they have answered
    _ = try output("import", "-window", "root", "\(folder)/\(name).png")
  }
}

/// Writes a shell script. Not with Foundation: its descriptor goes on to whatever another test starts
/// in that moment, and a program that somebody may write to cannot be run (ETXTBSY).
package func makeProgram(_ path: String, _ script: String) throws {
  let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o755)
  guard file >= 0 else { throw BedError("\(path): \(String(cString: strerror(errno)))") }
  defer { close(file) }
  let text = "#!/bin/sh\n\(script)\n"
  guard write(file, text, text.utf8.count) == text.utf8.count else { throw BedError(path) }
}

/// connect(2) to a socket's path; -1 where nobody listens.
private func socketOpen(_ path: String) -> Int32 {
  let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
  let result = withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
  if result < 0 { close(descriptor) }
  return result < 0 ? -1 : descriptor
}
