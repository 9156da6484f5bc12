import Foundation

/// Signals to a daemon whose effect takes a moment.
extension Home {
  /// Kills a daemon, and waits until it is gone. Its helper may live on, and holds standard error: so the
  /// daemon's end alone is waited for, which is that of its last thread. Until then the store is locked.
  func kill(_ daemon: Daemon) async throws {
    let process = "/proc/\(daemon.child.process)"
    daemon.child.send(SIGKILL)
    try await shell(
      """
      while [ -d \(process) ] && ! { grep -q '^State:.Z' \(process)/status &&
        [ "$(ls \(process)/task | wc -l)" -le 1 ]; }; do sleep 0.02; done
      """)
  }

  /// Stops all of a daemon, and waits until it stands still.
  func stop(_ daemon: Daemon) async throws {
    daemon.child.send(SIGSTOP)
    try await shell(
      """
      while grep -L '^State:.T' /proc/\(daemon.child.process)/task/*/status | grep -q .
      do sleep 0.01; done
      """)
  }
}
