import Beds
import CNotify

@testable import remindd

/// A notification server that does what real ones do on a bad day. The ordinary is tested with real
/// ones. It needs no loop: a filter answers on GDBus's own thread.
final class MoodyServer: Sendable {
  enum Mood: Sendable {
    case kind
    /// Answers Notify with the error of a server that shows no more than 20.
    case full
    /// Takes Notify and says nothing; answers all else.
    case mute
    /// Says nothing at all. What it was asked is answered when it is `kind` again.
    case stopped
    /// Dies of a Notify.
    case fragile
  }

  /// A GDBusMessage, which any thread may read.
  private struct Message: @unchecked Sendable { var pointer: OpaquePointer }

  private struct State {
    var mood: Mood
    var notifications: UInt32 = 0
    var unanswered: [Message] = []
  }
  private let state: Guarded<State>
  private nonisolated(unsafe) let connection: OpaquePointer
  private let capabilities: [String]

  init(
    _ mood: Mood, on address: String, named name: String = DesktopBus.name,
    capabilities: [String] = ["body", "body-markup"]
  ) throws {
    self.capabilities = capabilities
    state = Guarded(State(mood: mood))
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
      { _, message, isIncoming, server in
        guard isIncoming != 0,
          g_dbus_message_get_message_type(message) == G_DBUS_MESSAGE_TYPE_METHOD_CALL
        else { return message }
        Box<MoodyServer>.value(server).take(Message(pointer: message!))
        return nil
      }, Box.retained(self), releaseBox)
    var arguments = [g_variant_new_string(name), g_variant_new_uint32(0)]
    let reply = g_dbus_connection_call_sync(
      connection, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
      "RequestName", g_variant_new_tuple(&arguments, 2), nil, G_DBUS_CALL_FLAGS_NONE, 2000, nil,
      nil)
    guard let reply else { throw BedError("no name on \(address)") }
    g_variant_unref(reply)
  }

  /// How many Notify it has taken.
  var notifications: UInt32 { state.withLock { $0.notifications } }

  func become(_ mood: Mood) {
    let waiting: [Message] = state.withLock { state in
      state.mood = mood
      guard mood == .kind else { return [] }
      defer { state.unanswered = [] }
      return state.unanswered
    }
    for message in waiting { answer(message.pointer) }
  }

  func leave() { g_dbus_connection_close_sync(connection, nil, nil) }

  private func take(_ taken: Message) {
    let message = taken.pointer
    let isNotify = g_strcmp0(g_dbus_message_get_member(message), "Notify") == 0
    let mood = state.withLock {
      if isNotify { $0.notifications += 1 }
      if $0.mood == .stopped || $0.mood == .mute && isNotify { $0.unanswered.append(taken) }
      return $0.mood
    }
    switch mood {
    case .stopped: break
    case .mute where isNotify: break
    case .fragile where isNotify: g_dbus_connection_close(connection, nil, nil, nil)
    case .full where isNotify:
      send(
        g_dbus_message_new_method_error_literal(
          message, "org.freedesktop.Notifications.MaxNotificationsExceeded",
          "Exceeded maximum number of notifications"))
    default: answer(message)
    }
  }

  private func answer(_ message: OpaquePointer) {
    let reply = g_dbus_message_new_method_reply(message)!
    let member = String(cString: g_dbus_message_get_member(message))
    var values: [OpaquePointer?]
    switch member {
    case "Notify": values = [g_variant_new_uint32(notifications)]
    case "GetServerInformation":
      values = ["moody", "remindctl", "1", "1.2"].map { (text: String) in g_variant_new_string(text)
      }
    case "GetCapabilities":
      var strings = capabilities.map { g_variant_new_string($0) }
      let type = g_variant_type_new("s")
      values = [g_variant_new_array(type, &strings, gsize(strings.count))]
      g_variant_type_free(type)
    default: values = []
    }
    g_dbus_message_set_body(reply, g_variant_new_tuple(&values, gsize(values.count)))
    send(reply)
    g_object_unref(gpointer(message))
  }

  private func send(_ reply: OpaquePointer?) {
    g_dbus_connection_send_message(connection, reply, G_DBUS_SEND_MESSAGE_FLAGS_NONE, nil, nil)
    g_object_unref(gpointer(reply))
  }
}
