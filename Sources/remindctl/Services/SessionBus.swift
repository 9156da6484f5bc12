import Glibc
import System

/// The bus of the user's session, asked through busctl(1), or gdbus(1) where there is no systemd. Nobody
/// is started by asking.
struct SessionBus {
  /// The name of the desktop's notification server (Desktop Notifications Specification).
  static let server = "org.freedesktop.Notifications"

  private let tool: Tool
  private let isSystemd: Bool

  /// Nil if there is no bus, or no program to ask it with.
  /// - Parameter variable: the environment of the program that is to use the bus.
  init?(_ variable: (String) -> String?) {
    guard SessionBus.isThere(variable) else { return nil }
    isSystemd = ChildProcess.path(of: "busctl") != nil
    guard isSystemd || ChildProcess.path(of: "gdbus") != nil else { return nil }
    tool = Tool(environment: [
      ("DBUS_SESSION_BUS_ADDRESS", variable("DBUS_SESSION_BUS_ADDRESS")),
      ("XDG_RUNTIME_DIR", Context.runtimeFolder(variable)),
    ])
  }

  /// Whether there is an address at all: programs of GLib's would start a bus of their own otherwise.
  static func isThere(_ variable: (String) -> String?) -> Bool {
    if let address = variable("DBUS_SESSION_BUS_ADDRESS"), !address.isEmpty,
      !address.hasPrefix("autolaunch:")
    {
      return true
    }
    return access(Context.runtimeFolder(variable) + "/bus", F_OK) == 0
  }

  /// Whether a program has a name; nil if the bus does not answer.
  func hasOwner(_ name: String) -> Bool? {
    ask("NameHasOwner", name).map { $0.contains("true") }
  }

  /// Whether the bus can start a program for a name.
  func canStart(_ name: String) -> Bool {
    ask("ListActivatableNames").map { SessionBus.strings($0).contains(name) } ?? false
  }

  /// The process that has a name.
  func process(of name: String) -> Int32? {
    ask("GetConnectionUnixProcessID", name).flatMap { answer in
      Int32(answer.split { !("0"..."9").contains($0) }.last ?? "")
    }
  }

  /// The server's name, vendor, version and version of the specification; nil if it does not answer.
  func serverInformation() -> [String]? { server("GetServerInformation") }

  /// What it can do; nil if it does not answer.
  func capabilities() -> [String]? { server("GetCapabilities") }

  private func server(_ method: String) -> [String]? {
    call(SessionBus.server, method).map(SessionBus.strings)
  }

  /// Shows a popup.
  /// - Parameter milliseconds: until it closes by itself; 0: never.
  /// - Returns: whether a notification server has taken it.
  @discardableResult
  func notify(summary: String, body: String, milliseconds: Int = 0) -> Bool {
    let arguments =
      isSystemd
      ? ["susssasa{sv}i", "remindctl", "0", "appointment-soon", summary, body, "0", "0"]
      : ["'remindctl'", "0", "'appointment-soon'", quoted(summary), quoted(body), "[]", "{}"]
    return call(
      SessionBus.server, "Notify", arguments + ["\(milliseconds)"], isStarting: true) != nil
  }

  /// As a string in GVariant's text format.
  private func quoted(_ text: String) -> String {
    text.reduce(into: "'") { $0 += $1 == "'" || $1 == "\\" ? "\\\($1)" : "\($1)" } + "'"
  }

  private func ask(_ method: String, _ name: String? = nil) -> String? {
    let arguments = name.map { isSystemd ? ["s", $0] : [quoted($0)] } ?? []
    return call("org.freedesktop.DBus", method, arguments)
  }

  /// - Parameters:
  ///   - destination: its name, which its object and its interface have, too.
  ///   - isStarting: whether the bus may start who is called.
  /// - Returns: what the program prints; nil for an error, and for no answer within two seconds.
  private func call(
    _ destination: String, _ method: String, _ arguments: [String] = [], isStarting: Bool = false
  ) -> String? {
    let path = "/" + destination.split(separator: ".").joined(separator: "/")
    let words =
      isSystemd
      ? ["busctl", "--user", "--timeout=2", "--auto-start=\(isStarting ? "yes" : "no")", "call"]
        + [destination, path, destination, method]
      : ["gdbus", "call", "--session", "--timeout=2", "--dest", destination, "--object-path"]
        + [path, "--method", "\(destination).\(method)"]
    return tool.answer(to: words + arguments, within: 4000)
  }

  /// The strings in an answer: busctl has them in double quotes, gdbus mostly in single ones.
  static func strings(_ answer: String) -> [String] {
    var strings: [String] = []
    var quote: Character?
    var isEscaped = false
    for character in answer {
      if isEscaped || quote != nil && character != quote && character != "\\" {
        strings[strings.count - 1].append(character)
        isEscaped = false
      } else if quote != nil {
        if character == quote { quote = nil } else { isEscaped = true }
      } else if character == "\"" || character == "'" {
        quote = character
        strings.append("")
      }
    }
    return strings
  }
}
