import CNotify
import Glibc

/// Whether the user is away, from what a screen's lock and its saver say. Both tell of the same
/// return, some of them twice, in no particular order: it counts once.
struct Absence: Equatable {
  /// What is told of the screen.
  enum Sign: Equatable, Sendable {
    /// The session's LockedHint (org.freedesktop.login1(5)).
    case locked(Bool)
    /// A screen saver's ActiveChanged (Idle Inhibition Service Draft, and GNOME's of the same name).
    case saving(Bool)
  }

  private var isLocked = false
  private var isSaving = false
  /// Nothing was told yet: the user may have been away when the daemon started.
  private var isUnknown = true

  /// - Returns: whether this is the moment at which the user is back.
  mutating func update(_ sign: Sign) -> Bool {
    let wasAway = isLocked || isSaving || isUnknown
    isUnknown = false
    switch sign {
    case .locked(let isLocked):
      self.isLocked = isLocked
      // Unlocking is the user's own act, whatever a screen saver goes on to say.
      if !isLocked { isSaving = false }
    case .saving(let isSaving): self.isSaving = isSaving
    }
    return wasAway && !isLocked && !isSaving
  }
}

/// Listens for the user's return: on the session bus to what blanks the screen, on the system bus to what
/// logind says of the user's sessions. If there is no such bus, or no logind on it, nothing is ever
/// said. It lives on the GLib thread.
final class Presence {
  private static let login = "org.freedesktop.login1"
  private static let session = "org.freedesktop.login1.Session"
  private static let properties = "org.freedesktop.DBus.Properties"

  private var absence = Absence()
  private var signals: BusSignals?
  private let returned: () -> Void

  init(returned: @escaping () -> Void) { self.returned = returned }

  func follow(_ bus: DesktopBus) {
    bus.followScreenSavers { [unowned self] in update(.saving($0)) }
  }

  /// Listens to the user's sessions, if there is a system bus.
  ///
  /// A user's service is of no session, and which of the user's sessions is the one with the
  /// screen changes with every login. So each is listened to, and asked whose it is.
  func follow(systemBus address: BusAddress) {
    // Without a socket there is nothing to be asked, and no thread to be started for it.
    if let socket = address.socketPath, access(socket, F_OK) != 0 { return }
    BusConnection.open(G_BUS_TYPE_SYSTEM) { [self] connection in
      guard let connection else { return }
      signals = BusSignals(
        on: connection, of: Self.login, Self.properties, "PropertiesChanged", about: Self.session
      ) { [unowned self] signal in
        guard signal.values.has(type: "(sa{sv}as)"),
          let isLocked = signal.values.truth(1, of: "LockedHint")
        else { return }
        ifOurs(signal.path, on: connection) { [unowned self] in update(.locked(isLocked)) }
      }
    }
  }

  private func ifOurs(
    _ session: String, on connection: BusConnection, _ body: @escaping () -> Void
  ) {
    connection.call(
      Self.login, session, Self.properties, "Get",
      [g_variant_new_string(Self.session), g_variant_new_string("User")], "(v)"
    ) { reply in
      guard let user = try? reply.get().inside(0), user.has(type: "(uo)"),
        user.number(0) == getuid()
      else { return }
      body()
    }
  }

  private func update(_ sign: Absence.Sign) { if absence.update(sign) { returned() } }
}
