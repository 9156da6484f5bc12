import Glibc

/// A value that several threads use, one at a time. It locks with pthread, whose locks
/// ThreadSanitizer knows; it does not see through those of the standard library's `Mutex` (Swift 6.3 on
/// Linux) and reports races where two threads meet.
final class Mutex<Value>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var value: Value

  init(_ value: sending Value) {
    self.value = value
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs `work`, which must be short and call nothing that could come back here.
  func withLock<Result>(_ work: (inout sending Value) -> sending Result) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return work(&value)
  }
}
