import CNotify

/// Why a call over the bus brought no value.
enum CallFailure: Error {
  /// Nobody has the name, and nobody could be started: the call reached no one.
  case nobody
  /// It was sent, and its receiver went away or did not answer in time.
  case unanswered
  /// The connection to the bus is closed.
  case closed
  /// The receiver answered with an error.
  case refused

  /// Takes over the error.
  init(owning error: UnsafeMutablePointer<GError>?) {
    defer { g_error_free(error) }
    self = error.map { CallFailure($0.pointee) } ?? .refused
  }

  private init(_ error: GError) {
    let code = UInt32(bitPattern: error.code)
    if error.domain == g_io_error_quark() {
      switch GIOErrorEnum(code) {
      case G_IO_ERROR_TIMED_OUT: self = .unanswered
      case G_IO_ERROR_CLOSED, G_IO_ERROR_CONNECTION_CLOSED, G_IO_ERROR_NOT_CONNECTED:
        self = .closed
      default: self = .refused  // G_IO_ERROR_DBUS_ERROR: an error with a name of the server's own
      }
    } else if error.domain == g_dbus_error_quark() {
      switch GDBusError(code) {
      case G_DBUS_ERROR_NO_REPLY, G_DBUS_ERROR_TIMEOUT, G_DBUS_ERROR_TIMED_OUT: self = .unanswered
      case G_DBUS_ERROR_DISCONNECTED: self = .closed
      case G_DBUS_ERROR_SERVICE_UNKNOWN, G_DBUS_ERROR_NAME_HAS_NO_OWNER: self = .nobody
      case let error where error.isOfStarting: self = .nobody
      default: self = .refused
      }
    } else {
      self = .refused
    }
  }
}

extension GDBusError {
  /// The bus tried to start a service for us and could not (org.freedesktop.DBus.Error.Spawn.*).
  fileprivate var isOfStarting: Bool {
    (G_DBUS_ERROR_SPAWN_EXEC_FAILED.rawValue...G_DBUS_ERROR_SPAWN_NO_MEMORY.rawValue)
      .contains(rawValue)
  }
}
