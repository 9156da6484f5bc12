import Beds
import CNotify

@testable import remindd

/// Somebody on a private bus, with a name, who answers calls and emits signals. It needs no loop: a
/// filter takes the calls on GDBus's own thread.
final class BusPeer: Sendable {
  /// A GDBusMessage, which any thread may read.
  struct Message: @unchecked Sendable {
    let pointer: OpaquePointer
    var member: String { String(cString: g_dbus_message_get_member(pointer)) }
  }

  private nonisolated(unsafe) let connection: OpaquePointer

  /// - Parameter take: gets every call, on another thread; it owns the message.
  init(
    _ name: String, on address: String,
    take: @escaping @Sendable (BusPeer, Message) -> Void
  ) throws {
    let flags =
      G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
      | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue
    guard
      let connection = g_dbus_connection_new_for_address_sync(
        address, GDBusConnectionFlags(flags), nil, nil, nil)
    else { throw BedError("no connection to \(address)") }
    self.connection = connection
    g_dbus_connection_add_filter(
      connection,
      { _, message, isIncoming, take in
        guard isIncoming != 0,
          g_dbus_message_get_message_type(message) == G_DBUS_MESSAGE_TYPE_METHOD_CALL
        else { return message }
        Box<(Message) -> Void>.value(take)(Message(pointer: message!))
        return nil
      }, Box<(Message) -> Void>.retained { [unowned self] in take(self, $0) }, releaseBox)
    var arguments = [g_variant_new_string(name), g_variant_new_uint32(0)]
    let reply = g_dbus_connection_call_sync(
      connection, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
      "RequestName", g_variant_new_tuple(&arguments, 2), nil, G_DBUS_CALL_FLAGS_NONE, 2000, nil,
      nil)
    guard let reply else { throw BedError("no name on \(address)") }
    g_variant_unref(reply)
  }

  var uniqueName: String { String(cString: g_dbus_connection_get_unique_name(connection)) }

  /// Answers a call, and lets go of it.
  func answer(_ call: Message, _ values: [OpaquePointer?]) {
    var values = values
    let reply = g_dbus_message_new_method_reply(call.pointer)!
    g_dbus_message_set_body(reply, g_variant_new_tuple(&values, gsize(values.count)))
    send(reply)
    g_object_unref(gpointer(call.pointer))
  }

  func refuse(_ call: Message, _ name: String, _ sentence: String) {
    send(g_dbus_message_new_method_error_literal(call.pointer, name, sentence))
    g_object_unref(gpointer(call.pointer))
  }

  private func send(_ message: OpaquePointer?) {
    g_dbus_connection_send_message(connection, message, G_DBUS_SEND_MESSAGE_FLAGS_NONE, nil, nil)
    g_object_unref(gpointer(message))
  }

  func emit(_ path: String, _ interface: String, _ member: String, _ values: [OpaquePointer?]) {
    var values = values
    g_dbus_connection_emit_signal(
      connection, nil, path, interface, member, g_variant_new_tuple(&values, gsize(values.count)),
      nil)
  }

  /// Goes without a word.
  func fall() { g_dbus_connection_close(connection, nil, nil, nil) }
  func truncateMovedLog() { g_dbus_connection_close_sync(connection, nil, nil) }
}
