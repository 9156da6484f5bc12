import CNotify

/// Where a bus is, found without asking anybody to start one.
///
/// GLib by itself would start a private dbus-daemon if DISPLAY is set and no address is known;
/// with an explicit address it never does.
struct BusAddress: Sendable, Equatable {
  /// As D-Bus writes it (D-Bus Specification, "Server Addresses"), never empty, never `autolaunch:`.
  var text: String
  /// The socket's path, for watching; nil if the address is no path (abstract sockets, TCP).
  var socketPath: String?

  /// The session's.
  /// - Parameters:
  ///   - session: DBUS_SESSION_BUS_ADDRESS.
  ///   - runtimeFolder: XDG_RUNTIME_DIR; a relative one is not used (XDG Base Directory
  ///     Specification). Without it systemd's place is taken: a daemon that cron or a bare service
  ///     started has neither variable.
  ///   - user: whose /run/user folder.
  init(session: String?, runtimeFolder: String?, user: UInt32) {
    let isUsable = runtimeFolder?.hasPrefix("/") == true
    self.init(session, else: (isUsable ? runtimeFolder! : "/run/user/\(user)") + "/bus")
  }

  /// - Parameter system: DBUS_SYSTEM_BUS_ADDRESS.
  init(system: String?) { self.init(system, else: "/run/dbus/system_bus_socket") }

  private init(_ variable: String?, else path: String) {
    let entries = (variable ?? "").split(separator: ";").filter { !$0.hasPrefix("autolaunch:") }
    if entries.isEmpty {
      let escaped = g_dbus_address_escape_value(path)!
      defer { g_free(escaped) }
      text = "unix:path=" + String(cString: escaped)
      socketPath = path
    } else {
      text = entries.joined(separator: ";")
      socketPath = entries.lazy.compactMap(BusAddress.path).first
    }
  }

  private static func path(_ entry: Substring) -> String? {
    guard entry.hasPrefix("unix:") else { return nil }
    let value = entry.dropFirst(5).split(separator: ",").first { $0.hasPrefix("path=") }
    return value.flatMap { unescaped($0.dropFirst(5)) }
  }

  private static func unescaped(_ text: Substring) -> String? {
    guard let path = g_uri_unescape_string(String(text), nil) else { return nil }
    defer { g_free(path) }
    return String(validatingCString: path)
  }
}
