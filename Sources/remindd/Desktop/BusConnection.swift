import CNotify

/// A connection to a bus, shared with whoever else in the process uses that bus. Everything here
/// happens on the thread whose GLib context is the default one when it is made; nothing here waits.
final class BusConnection {
  let pointer: OpaquePointer

  /// Connects. `done` gets nil if no bus listens, and a connection only once the bus has let us
  /// in, however long that takes.
  static func open(_ bus: GBusType, _ done: @escaping (BusConnection?) -> Void) {
    g_bus_get(
      bus, nil,
      { _, result, done in
        let done = Box<(BusConnection?) -> Void>.taken(done)
        var error: UnsafeMutablePointer<GError>?
        guard let pointer = g_bus_get_finish(result, &error) else {
          g_error_free(error)
          return done(nil)
        }
        // Else GDBus ends the process with SIGTERM when the bus goes away.
        g_dbus_connection_set_exit_on_close(pointer, 0)
        let connection = BusConnection(owning: pointer)
        // The shared connection is made again only when the last user of a closed one is gone.
        done(g_dbus_connection_is_closed(pointer) != 0 ? nil : connection)
      }, Box.retained(done))
  }

  private init(owning pointer: OpaquePointer) { self.pointer = pointer }

  deinit { g_object_unref(gpointer(pointer)) }

  /// The bus's own name for itself: of no other one, at any time (D-Bus Specification, "UUIDs").
  var guid: String { String(cString: g_dbus_connection_get_guid(pointer)) }

  /// Calls a method. Nothing is started for it, and it has no time-out.
  /// - Parameter type: what the answer must be.
  func call(
    _ name: String, _ path: String, _ interface: String, _ method: String,
    _ arguments: [OpaquePointer?], _ type: String,
    _ done: @escaping (Result<Variant, CallFailure>) -> Void
  ) {
    let replyType = g_variant_type_new(type)
    defer { g_variant_type_free(replyType) }
    var arguments = arguments
    g_dbus_connection_call(
      pointer, name, path, interface, method,
      g_variant_new_tuple(&arguments, gsize(arguments.count)), replyType,
      G_DBUS_CALL_FLAGS_NO_AUTO_START, .max, nil,
      { connection, result, done in
        let done = Box<(Result<Variant, CallFailure>) -> Void>.taken(done)
        var error: UnsafeMutablePointer<GError>?
        let value = g_dbus_connection_call_finish(OpaquePointer(connection), result, &error)
        done(value.map { .success(Variant(owning: $0)) } ?? .failure(CallFailure(owning: error)))
      }, Box.retained(done))
  }
}

/// Why a call over the bus brought no value.
enum CallFailure: Error {
  /// No program has the name, and none could be started: the call reached no one.
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
    let code = UInt32(bitPattern: error?.pointee.code ?? 0)
    let (io, bus) = (GIOErrorEnum(code), GDBusError(code))
    switch error?.pointee.domain {
    case g_io_error_quark() where io == G_IO_ERROR_TIMED_OUT: self = .unanswered
    case g_io_error_quark()
    where [G_IO_ERROR_CLOSED, G_IO_ERROR_CONNECTION_CLOSED, G_IO_ERROR_NOT_CONNECTED].contains(io):
      self = .closed
    case g_dbus_error_quark()
    where [G_DBUS_ERROR_NO_REPLY, G_DBUS_ERROR_TIMEOUT, G_DBUS_ERROR_TIMED_OUT].contains(bus):
      self = .unanswered
    case g_dbus_error_quark() where bus == G_DBUS_ERROR_DISCONNECTED: self = .closed
    // The last: the bus tried to start a service for us and could not (org.freedesktop.DBus.Error.Spawn.*).
    case g_dbus_error_quark()
    where [G_DBUS_ERROR_SERVICE_UNKNOWN, G_DBUS_ERROR_NAME_HAS_NO_OWNER].contains(bus)
      || (G_DBUS_ERROR_SPAWN_EXEC_FAILED.rawValue...G_DBUS_ERROR_SPAWN_NO_MEMORY.rawValue)
        .contains(code):
      self = .nobody
    // Among them G_IO_ERROR_DBUS_ERROR: an error with a name of the server's own.
    default: self = .refused
    }
  }
}

/// Signals of one kind that come over a bus, received for as long as it is held.
final class BusSignals {
  /// One that has come.
  struct Signal {
    var path: String
    var member: String
    var values: Variant
  }

  private let connection: BusConnection
  private let subscription: guint

  /// - Parameters:
  ///   - sender: whose; nil: anyone's.
  ///   - member: its name; nil: all of the interface.
  ///   - argument: its first value, if that is a string; nil: any.
  init(
    on connection: BusConnection, of sender: String?, _ interface: String,
    _ member: String? = nil, about argument: String? = nil, _ body: @escaping (Signal) -> Void
  ) {
    self.connection = connection
    subscription = g_dbus_connection_signal_subscribe(
      connection.pointer, sender, interface, member, nil, argument, G_DBUS_SIGNAL_FLAGS_NONE,
      { _, _, path, _, member, values, body in
        Box<(Signal) -> Void>.value(body)(
          Signal(
            path: String(cString: path!), member: String(cString: member!),
            values: Variant(owning: g_variant_ref(values!))))
      }, Box.retained(body), releaseBox)
  }

  deinit { g_dbus_connection_signal_unsubscribe(connection.pointer, subscription) }
}
