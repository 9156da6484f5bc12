import CNotify

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
  ///   - sender: whose; nil: whoever's.
  ///   - member: its name; nil: all of the interface.
  ///   - argument: its first value, where that is a string; nil: any.
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
