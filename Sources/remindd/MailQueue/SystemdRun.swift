import Glibc
import Scheduler
import System

/// How the mail helper is started outside of the daemon's fences. remindd.service forbids what a password
/// command may need (a setuid program, a namespace, code that is made at run time), and
/// the daemon's children inherit that. The user's service manager starts the helper free of it, in a
/// unit of its own, which goes on when the daemon is killed.
enum SystemdRun {
  /// systemd-run(1) with what runs `path`, its standard streams those of systemd-run itself.
  /// - Returns: nil if this daemon is not a service of the user's manager, or systemd-run is missing.
  static func command(running path: String) -> [String]? {
    guard isService, let program = ChildProcess.path(of: "systemd-run") else { return nil }
    return [program, "--user", "--quiet", "--collect", "--pipe", "--wait", "--service-type=exec"]
      + ["--description=Mails of remindd", "--property=SyslogIdentifier=remind-mail"]
      + variables.map { "--setenv=\($0)" } + ["--", path]
  }

  /// Whether a service manager has started this very process (systemd.exec(5), SYSTEMD_EXEC_PID), and it is
  /// the user's, who can be asked.
  private static var isService: Bool {
    guard let process = getenv("SYSTEMD_EXEC_PID"), let folder = getenv("XDG_RUNTIME_DIR") else {
      return false
    }
    return String(cString: process) == String(getpid())
      && access(String(cString: folder) + "/systemd/private", F_OK) == 0
  }

  /// The names of what is in this process's environment, but what is about this process alone. Their
  /// values are on no command line: anybody can read those.
  private static var variables: [String] {
    ChildProcess.environment.map { $0.prefix { $0 != "=" } }
      .filter { isName($0) && !isOfService($0) }.map(String.init)
  }

  /// Shells put other names there, too (functions), which systemd does not take.
  private static func isName(_ name: Substring) -> Bool {
    guard let first = name.utf8.first, !(0x30...0x39).contains(first) else { return false }
    return name.utf8.allSatisfy { $0.isNameByte && $0 != UInt8(ascii: "-") }
  }

  private static func isOfService(_ name: Substring) -> Bool {
    ["INVOCATION_ID", "JOURNAL_STREAM", "MAINPID", "MANAGERPID", "SYSTEMD_EXEC_PID"].contains(name)
      || ["LISTEN_", "MEMORY_PRESSURE_", "NOTIFY_", "WATCHDOG_"].contains { name.hasPrefix($0) }
  }
}
