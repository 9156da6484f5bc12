import CNotify
import Glibc

/// The system bus, for what logind says of the user's sessions. Where there is none, or no logind
/// on it, nothing is ever said.
final class SystemBus {
  private static let login = "org.freedesktop.login1"
  private static let session = "org.freedesktop.login1.Session"
  private static let properties = "org.freedesktop.DBus.Properties"

  private let connection: BusConnection
  private var signals: BusSignals?

  init(_ connection: BusConnection) { self.connection = connection }

  /// Tells `locked` whenever a session of this user is locked or unlocked.
  ///
  /// A user's service is of no session, and which of the user's sessions is the one with the
  /// screen changes with every login. So each is listened to, and asked whose it is.
  func follow(locked: @escaping (Bool) -> Void) {
    signals = BusSignals(
      on: connection, of: SystemBus.login, SystemBus.properties, "PropertiesChanged",
      about: SystemBus.session
    ) { [unowned self] signal in
      guard signal.values.has(type: "(sa{sv}as)"),
        let isLocked = signal.values.truth(1, of: "LockedHint")
      else { return }
      ifOurs(signal.path) { locked(isLocked) }
    }
  }

  private func ifOurs(_ session: String, _ body: @escaping () -> Void) {
    connection.call(
      SystemBus.login, session, SystemBus.properties, "Get",
      [g_variant_new_string(SystemBus.session), g_variant_new_string("User")], "(v)"
    ) { reply in
      guard let user = try? reply.get().inside(0), user.has(type: "(uo)"),
        user.number(0) == getuid()
      else { return }
      body()
    }
  }
}
