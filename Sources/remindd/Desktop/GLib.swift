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

  private init(
    _ source: UnsafeMutablePointer<GSource>, _ function: GSourceFunc, _ body: @escaping () -> Void
  ) {
    self.source = source
    g_source_set_callback(source, function, Box.retained(body), releaseBox)
    g_source_attach(source, g_main_context_get_thread_default())
  }

  private static let once: GSourceFunc = { body in
    Box<() -> Void>.value(body)()
    return 0
  }

  /// Calls `body` once, `milliseconds` from now.
  static func after(_ milliseconds: UInt32, _ body: @escaping () -> Void) -> EventSource {
    EventSource(g_timeout_source_new(milliseconds), once, body)
  }

  /// Calls `body` whenever `descriptor` can be read.
  static func readable(_ descriptor: Int32, _ body: @escaping () -> Void) -> EventSource {
    let function: GUnixFDSourceFunc = { _, _, body in
      Box<() -> Void>.value(body)()
      return 1
    }
    return EventSource(
      g_unix_fd_source_new(descriptor, G_IO_IN), unsafeBitCast(function, to: GSourceFunc.self), body
    )
  }

  /// Has the loop of a context call `body` once, never at once.
  static func wake(_ context: OpaquePointer, _ body: @escaping () -> Void) {
    let source = g_idle_source_new()!
    g_source_set_priority(source, G_PRIORITY_DEFAULT)
    g_source_set_callback(source, once, Box.retained(body), releaseBox)
    g_source_attach(source, context)
    g_source_unref(source)
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

  /// What `read` makes of the value at `index` of a tuple.
  private func at<Result>(_ index: Int, _ read: (OpaquePointer) -> Result) -> Result {
    let child = g_variant_get_child_value(variant, gsize(index))!
    defer { g_variant_unref(child) }
    return read(child)
  }

  func string(_ index: Int) -> String {
    at(index) { String(cString: g_variant_get_string($0, nil)) }
  }

  func strings(_ index: Int) -> [String] {
    at(index) { array in
      let array = Variant(owning: g_variant_ref(array))
      return (0..<Int(g_variant_n_children(array.variant))).map(array.string)
    }
  }

  func number(_ index: Int) -> UInt32 { at(index) { g_variant_get_uint32($0) } }

  func truth(_ index: Int) -> Bool { at(index) { g_variant_get_boolean($0) != 0 } }

  /// The truth value of `key` in the dictionary at `index` of a tuple; nil if it has none.
  func truth(_ index: Int, of key: String) -> Bool? {
    let type = g_variant_type_new("b")
    defer { g_variant_type_free(type) }
    return at(index) { dictionary in
      guard let found = g_variant_lookup_value(dictionary, key, type) else { return nil }
      defer { g_variant_unref(found) }
      return g_variant_get_boolean(found) != 0
    }
  }

  /// What is inside the variant at `index` of a tuple.
  func inside(_ index: Int) -> Variant { at(index) { Variant(owning: g_variant_get_variant($0)) } }

  /// Whether it has the type that D-Bus writes so.
  func has(type: String) -> Bool {
    let wanted = g_variant_type_new(type)
    defer { g_variant_type_free(wanted) }
    return g_variant_is_of_type(variant, wanted) != 0
  }
}
