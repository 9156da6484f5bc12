import Glibc
import System

extension DaemonLock.Holder {
  /// Whether the daemon serves the file that is at `path` now, and not one that was deleted or has another
  /// name by now.
  /// - Returns: nil where that cannot be seen: the process is another user's (proc(5), /proc/PID/fd).
  package func serves(_ path: String) -> Bool? {
    // One that starts has it open in the next moment.
    for _ in 1...20 {
      guard FileIdentity.hasOpen(process, path) == false else { break }
      usleep(5000)
    }
    return FileIdentity.hasOpen(process, path)
  }
}
