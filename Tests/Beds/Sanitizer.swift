import Foundation

/// What a run under AddressSanitizer or ThreadSanitizer is to know (`make sanitize`).
package enum Sanitizer {
  /// Whether this is a sanitizer's build: slower, larger, and with threads of its own.
  package static let isOn = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil

  /// The run's settings, for every program that a test starts: with them a report goes to the run's
  /// folder, where it counts, whatever becomes of the program.
  package static let settings = ProcessInfo.processInfo.environment.filter { name, _ in
    ["ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS", "SWIFT_BACKTRACE"].contains(name)
  }
}
