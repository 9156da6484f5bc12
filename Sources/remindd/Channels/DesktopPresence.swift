import Glibc

/// Listens, on both buses, for the user's return. It lives on the GLib thread.
final class DesktopPresence {
  private var absence = Absence()
  private var systemBus: SystemBus?
  private let returned: () -> Void

  init(returned: @escaping () -> Void) { self.returned = returned }

  /// Listens to the user's sessions, if there is a system bus.
  func follow(systemBus address: BusAddress) {
    // Without a socket there is nothing to be asked, and no thread to be started for it.
    if let socket = address.socket, access(socket, F_OK) != 0 { return }
    BusConnection.open(.system) { [self] connection in
      guard let connection else { return }
      systemBus = SystemBus(connection)
      systemBus?.follow { [unowned self] in take(.locked($0)) }
    }
  }

  /// Listens to whatever blanks the screen.
  func follow(_ bus: DesktopBus) {
    bus.followScreenSavers { [unowned self] in take(.saving($0)) }
  }

  private func take(_ sign: Absence.Sign) { if absence.take(sign) { returned() } }
}
