import Glibc

/// `remindd`: waits until reminders are due and shows them. This process, as all rooms know it.
///
/// `Startup` finds the store and starts the event loop. The loop turns what happens into the engine's events
/// and carries out its actions: through `Desktop`, `Output` and `MailQueue`, each with a thread of its
/// own, and `Programs`. All sentences are in `Messages`.
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
