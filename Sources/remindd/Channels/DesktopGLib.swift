import CNotify
import Store

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

  /// The truth value at `index` of a tuple.
  func truth(_ index: Int) -> Bool {
    let child = Variant(owning: g_variant_get_child_value(variant, gsize(index)))
    return g_variant_get_boolean(child.variant) != 0
  }

  /// The truth value of `key` in the dictionary at `index` of a tuple; nil where it has none.
  func truth(_ index: Int, of key: String) -> Bool? {
    let dictionary = Variant(owning: g_variant_get_child_value(variant, gsize(index)))
    let type = g_variant_type_new("b")
    defer { g_variant_type_free(type) }
    guard let found = g_variant_lookup_value(dictionary.variant, key, type) else { return nil }
    return g_variant_get_boolean(Variant(owning: found).variant) != 0
  }

  /// What is inside the variant at `index` of a tuple.
  func inside(_ index: Int) -> Variant {
    let child = Variant(owning: g_variant_get_child_value(variant, gsize(index)))
    return Variant(owning: g_variant_get_variant(child.variant))
  }

  /// Whether it has the type that D-Bus writes so.
  func has(type: String) -> Bool {
    let wanted = g_variant_type_new(type)
    defer { g_variant_type_free(wanted) }
    return g_variant_is_of_type(variant, wanted) != 0
  }
}
