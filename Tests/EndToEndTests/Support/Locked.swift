import Foundation

@testable import Store

/// A value that several threads use, one at a time. NSLock, for ThreadSanitizer does not see
/// through Swift's Mutex (6.3 on Linux).
final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
