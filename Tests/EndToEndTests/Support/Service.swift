import Foundation

extension Home {
  /// Starts remindd under a supervisor that starts it again as its unit would (`Restart=on-failure`,
  /// `RestartPreventExitStatus=2`, `RestartSec=500ms`), and waits until it is ready. Signals reach the one that
  /// runs.
  func service(_ arguments: String..., changing: [String: String?] = [:]) async throws -> Daemon {
    let service = try Daemon(
      self, ["-c", Self.supervisor, "service"] + arguments, changing: changing, program: "/bin/sh")
    try await service.ready()
    return service
  }

  private static let supervisor = """
    trap 'kill -TERM $one; ends=yes' TERM
    trap 'kill -HUP $one' HUP
    while [ -z "$ends" ]; do
      setpriv --pdeathsig SIGKILL remindd "$@" & one=$!
      wait $one; code=$?
      while kill -0 $one 2>/dev/null; do wait $one; code=$?; done
      case $code in 0 | 2 | 129 | 130 | 141 | 143) exit $code ;; esac
      [ -z "$ends" ] || exit $code
      sleep 0.5
    done
    """
}

extension Daemon {
  /// Waits until the service has ended with `reason` in what it said, and is ready again.
  /// - Parameter number: how many times it has become ready, in all.
  func restarted(because reason: String, ready number: Int = 2) async throws {
    try await error(with: reason)
    try await child.wait(for: "another start") {
      $0.notices.count { $0.hasPrefix("READY=1") } >= number ? 1 : nil
    }
  }
}
