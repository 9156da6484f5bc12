import CNotify
import Scheduler

/// One connection to the session bus, and what is asked over it. Everything here happens on the
/// thread whose GLib context is the default one when it is made; nothing here waits.
final class DesktopBus {
  /// The name that every notification server owns, and its object and interface (Desktop
  /// Notifications Specification 1.2).
  static let name = "org.freedesktop.Notifications"
  static let path = "/org/freedesktop/Notifications"

  private let connection: OpaquePointer
  private var closing: gulong = 0
  private var watching: guint = 0

  /// Connects to the shared session bus, which is the one that libnotify uses. `done` gets nil
  /// where nobody listens, and a bus only once it has let us in, however long that takes.
  static func connect(_ done: @escaping (DesktopBus?) -> Void) {
    g_bus_get(
      G_BUS_TYPE_SESSION, nil,
      { _, result, done in
        let done = Box<(DesktopBus?) -> Void>.taken(done)
        var error: UnsafeMutablePointer<GError>?
        guard let connection = g_bus_get_finish(result, &error) else {
          g_error_free(error)
          return done(nil)
        }
        // Else GDBus ends the process with SIGTERM when the bus goes away.
        g_dbus_connection_set_exit_on_close(connection, 0)
        let bus = DesktopBus(owning: connection)
        // The shared connection is made anew only when the last user of a closed one is gone.
        done(g_dbus_connection_is_closed(connection) != 0 ? nil : bus)
      }, Box.retained(done))
  }

  private init(owning connection: OpaquePointer) { self.connection = connection }

  deinit {
    if watching != 0 { g_bus_unwatch_name(watching) }
    if closing != 0 { g_signal_handler_disconnect(gpointer(connection), closing) }
    g_object_unref(gpointer(connection))
  }

  /// Calls `closed` when the bus goes away, and `owner` with the unique name of whoever has the
  /// server's name: now, and at every change; nil where nobody has it. `answers` gets to see every
  /// message.
  func follow(
    answers: NotifyAnswers, closed: @escaping () -> Void, owner: @escaping (String?) -> Void
  ) {
    answers.follow(connection)
    let isClosed: @convention(c) (OpaquePointer?, gboolean, OpaquePointer?, gpointer?) -> Void = {
      _, _, _, closed in Box<() -> Void>.value(closed)()
    }
    closing = g_signal_connect_data(
      gpointer(connection), "closed", unsafeBitCast(isClosed, to: GCallback.self),
      Box.retained(closed), { box, _ in releaseBox(box) }, GConnectFlags(0))
    watching = g_bus_watch_name_on_connection(
      connection, DesktopBus.name, G_BUS_NAME_WATCHER_FLAGS_NONE,
      { _, _, owner, box in Box<(String?) -> Void>.value(box)(String(cString: owner!)) },
      { connection, _, box in
        // Without a connection it is `closed` that tells.
        if connection != nil { Box<(String?) -> Void>.value(box)(nil) }
      },
      Box.retained(owner), releaseBox)
  }

  /// Asks the server who it is and what it can do. This is the probe too: unlike Peer.Ping, which
  /// GDBus answers from a thread of its own, it is answered by the loop that would show a popup.
  ///
  /// No time-out: a stopped server answers when it continues, and that is the event waited for.
  /// `answered` is not called at all where the server goes away instead.
  func ask(_ owner: String, _ answered: @escaping (Server, _ markup: Bool) -> Void) {
    call(owner, DesktopBus.path, DesktopBus.name, "GetServerInformation", nil, "(ssss)") {
      [self] information in
      guard information.wasAnswered else { return }
      call(owner, DesktopBus.path, DesktopBus.name, "GetCapabilities", nil, "(as)") {
        capabilities in
        guard capabilities.wasAnswered else { return }
        let known = try? capabilities.get().strings(0).map(VisibleText.line)
        let who = try? information.get()
        let server = Server(
          uniqueName: owner, product: VisibleText.line(who?.string(0) ?? ""),
          version: VisibleText.line(who?.string(2) ?? ""), capabilities: known ?? [])
        // Of one that does not tell the worse is assumed: visible entities, not live markup.
        answered(server, known?.contains("body-markup") ?? true)
      }
    }
  }

  /// Asks the bus whether it could start a server.
  func canStart(_ done: @escaping (Bool) -> Void) {
    callBus("ListActivatableNames", nil, "(as)") { names in
      done((try? names.get().strings(0).contains(DesktopBus.name)) ?? false)
    }
  }

  /// Has the bus start a server. `failed` is called where it cannot; a success shows as an owner.
  func start(failed: @escaping () -> Void) {
    var arguments = [g_variant_new_string(DesktopBus.name), g_variant_new_uint32(0)]
    callBus("StartServiceByName", g_variant_new_tuple(&arguments, 2), "(u)") { reply in
      if case .failure = reply { failed() }
    }
  }

  private func callBus(
    _ method: String, _ arguments: OpaquePointer?, _ type: String,
    _ done: @escaping (Result<Variant, CallFailure>) -> Void
  ) {
    call(
      "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", method, arguments,
      type, done)
  }

  private func call(
    _ name: String, _ path: String, _ interface: String, _ method: String,
    _ arguments: OpaquePointer?, _ type: String,
    _ done: @escaping (Result<Variant, CallFailure>) -> Void
  ) {
    let replyType = g_variant_type_new(type)
    defer { g_variant_type_free(replyType) }
    g_dbus_connection_call(
      connection, name, path, interface, method, arguments, replyType,
      G_DBUS_CALL_FLAGS_NO_AUTO_START, .max, nil,
      { connection, result, done in
        let done = Box<(Result<Variant, CallFailure>) -> Void>.taken(done)
        var error: UnsafeMutablePointer<GError>?
        let value = g_dbus_connection_call_finish(OpaquePointer(connection), result, &error)
        done(value.map { .success(Variant(owning: $0)) } ?? .failure(CallFailure(owning: error)))
      }, Box.retained(done))
  }
}

extension Result<Variant, CallFailure> {
  /// Somebody is there and answered, be it with an error.
  fileprivate var wasAnswered: Bool {
    switch self {
    case .success, .failure(.refused): true
    case .failure(.nobody), .failure(.unanswered), .failure(.closed): false
    }
  }
}
