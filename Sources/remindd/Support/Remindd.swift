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

  /// The value of an environment variable.
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

/// The file that tells other programs that the daemon has written the store (`Paths.changedName`).
/// It stays empty; closing it is the message.
struct ChangedFile {
  let path: String

  init(_ paths: Paths) { path = paths.data + "/" + Paths.changedName }

  func touch() {
    let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard file >= 0 else { return }
    futimens(file, nil)
    close(file)
  }
}
