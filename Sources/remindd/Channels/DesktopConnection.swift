import CNotify

/// A connection to a bus, shared with whoever else in the process uses that bus. Everything here
/// happens on the thread whose GLib context is the default one when it is made; nothing here waits.
final class BusConnection {
  enum Bus {
    case session
    case system
  }

  let pointer: OpaquePointer

  /// Connects. `done` gets nil where nobody listens, and a connection only once the bus has let us
  /// in, however long that takes.
  static func open(_ bus: Bus, _ done: @escaping (BusConnection?) -> Void) {
    g_bus_get(
      bus == .session ? G_BUS_TYPE_SESSION : G_BUS_TYPE_SYSTEM, nil,
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
        // The shared connection is made anew only when the last user of a closed one is gone.
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

  /// Calls a method and asks for no answer.
  func send(
    _ name: String, _ path: String, _ interface: String, _ method: String,
    _ arguments: [OpaquePointer?]
  ) {
    var arguments = arguments
    g_dbus_connection_call(
      pointer, name, path, interface, method,
      g_variant_new_tuple(&arguments, gsize(arguments.count)), nil,
      G_DBUS_CALL_FLAGS_NO_AUTO_START, -1, nil, nil, nil)
  }
}
