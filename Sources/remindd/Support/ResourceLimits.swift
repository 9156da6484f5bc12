import Glibc

/// What the daemon must have of the kernel before it promises anything: Dispatch and GLib go on without a word
/// if they get no descriptor or no thread, and a daemon that has no timer is deaf.
enum ResourceLimits {
  /// What is not to be had.
  enum Shortage: Error, Equatable {
    /// Only so many files may be open at once.
    case files(Int)
    /// No more threads can be started: errno.
    case threads(Int32)
  }

  /// Enough for the loop, the bus, and the pipes of a helper for each mail account.
  static let files = 128
  /// One for the loop's queue and Dispatch's own, one for GLib, and two that write and wait.
  private static let threads = 5

  /// - Returns: nil if nothing is lacking.
  static func shortage() -> Shortage? { missingFiles() ?? missingThreads() }

  /// Raises the limit (RLIMIT_NOFILE) if it is too low and may be higher.
  private static func missingFiles() -> Shortage? {
    var limit = rlimit()
    let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard getrlimit(kind, &limit) == 0, limit.rlim_cur < files else { return nil }
    limit.rlim_cur = min(rlim_t(files), limit.rlim_max)
    setrlimit(kind, &limit)
    return limit.rlim_cur < files ? .files(Int(limit.rlim_cur)) : nil
  }

  /// Starts as many as will be there at once.
  private static func missingThreads() -> Shortage? {
    let gate = Mutex(())
    let (started, error) = gate.withLock { _ in
      var started: [pthread_t] = []
      var error: Int32 = 0
      while started.count < threads, error == 0 {
        var thread = pthread_t()
        error = pthread_create(
          &thread, nil,
          { gate in
            Unmanaged<Mutex<Void>>.fromOpaque(gate!).takeUnretainedValue().withLock { _ in }
            return nil
          }, Unmanaged.passUnretained(gate).toOpaque())
        if error == 0 { started.append(thread) }
      }
      return (started, error)
    }
    for thread in started { pthread_join(thread, nil) }
    return error == 0 ? nil : .threads(error)
  }
}
