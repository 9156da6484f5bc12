import CNotify

/// What goes through C as a `void *`: a closure, kept until GLib says that it is done with it.
final class Box<Value> {
  let value: Value
  private init(_ value: Value) { self.value = value }

  static func retained(_ value: Value) -> gpointer {
    Unmanaged.passRetained(Box(value)).toOpaque()
  }
  static func value(_ pointer: gpointer?) -> Value {
    Unmanaged<Box>.fromOpaque(pointer!).takeUnretainedValue().value
  }
  static func taken(_ pointer: gpointer?) -> Value {
    Unmanaged<Box>.fromOpaque(pointer!).takeRetainedValue().value
  }
}

/// Lets go of any `Box`.
func releaseBox(_ pointer: gpointer?) { Unmanaged<AnyObject>.fromOpaque(pointer!).release() }

/// Something that the thread's GLib loop waits for, for as long as it is held.
final class EventSource {
  private let source: UnsafeMutablePointer<GSource>

  private init(_ source: UnsafeMutablePointer<GSource>) { self.source = source }

  /// Calls `body` once, `milliseconds` from now.
  static func after(_ milliseconds: UInt32, _ body: @escaping () -> Void) -> EventSource {
    let source = g_timeout_source_new(milliseconds)!
    g_source_set_callback(
      source,
      { body in
        Box<() -> Void>.value(body)()
        return 0
      }, Box.retained(body), releaseBox)
    g_source_attach(source, g_main_context_get_thread_default())
    return EventSource(source)
  }

  /// Calls `body` whenever `descriptor` can be read.
  static func readable(_ descriptor: Int32, _ body: @escaping () -> Void) -> EventSource {
    let source = g_unix_fd_source_new(descriptor, G_IO_IN)!
    let function: GUnixFDSourceFunc = { _, _, body in
      Box<() -> Void>.value(body)()
      return 1
    }
    g_source_set_callback(
      source, unsafeBitCast(function, to: GSourceFunc.self), Box.retained(body), releaseBox)
    g_source_attach(source, g_main_context_get_thread_default())
    return EventSource(source)
  }

  deinit {
    g_source_destroy(source)
    g_source_unref(source)
  }
}

/// A value of D-Bus, owned.
final class Variant {
  private let variant: OpaquePointer

  /// Takes over the reference.
  init(owning variant: OpaquePointer) { self.variant = variant }

  deinit { g_variant_unref(variant) }

  /// The string at `index` of a tuple.
  func string(_ index: Int) -> String {
    let child = Variant(owning: g_variant_get_child_value(variant, gsize(index)))
    return String(cString: g_variant_get_string(child.variant, nil))
  }

  /// The strings of the array at `index` of a tuple.
  func strings(_ index: Int) -> [String] {
    let array = Variant(owning: g_variant_get_child_value(variant, gsize(index)))
    return (0..<Int(g_variant_n_children(array.variant))).map(array.string)
  }

  /// The number at `index` of a tuple.
  func number(_ index: Int) -> UInt32 {
    let child = Variant(owning: g_variant_get_child_value(variant, gsize(index)))
    return g_variant_get_uint32(child.variant)
  }

  /// Whether it has the type that D-Bus writes so.
  func has(type: String) -> Bool {
    let wanted = g_variant_type_new(type)
    defer { g_variant_type_free(wanted) }
    return g_variant_is_of_type(variant, wanted) != 0
  }
}

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
