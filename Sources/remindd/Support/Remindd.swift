import Configuration
import Glibc
import Store

/// This process, as all rooms know it.
enum Remindd {
  /// How the daemon ends (sysexits.h for 75, EX_TEMPFAIL: systemd's unit starts it again).
  enum ExitCode: Int32, CaseIterable {
    case done = 0
    case failed = 1
    case usage = 2
    case store = 5
    case restart = 75
  }

  /// Seconds until a service that cannot begin, or can show nothing any more, ends for its manager to start another.
  static let pause = 5

  /// Says a sentence on standard error.
  static func say(_ sentence: String) {
    let line = "remindd: \(sentence)\n"
    _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  }

  static func exit(_ code: ExitCode) -> Never { Glibc.exit(code.rawValue) }

  static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}

/// How the store was found at the start.
struct Opened {
  var store: ReminderStore
  /// Why it could not be opened to write.
  var failure: StoreError?
  /// What could be saved, if it was damaged.
  var recovered: RecoveryReport?
  /// What holds its lock.
  var lock: Int32
}

extension Paths {
  /// Tells other programs that the daemon has written the store: a file that stays empty is closed.
  func tellChange() {
    let path = data + "/" + Paths.changedName
    let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard file >= 0 else { return }
    futimens(file, nil)
    close(file)
  }
}

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
