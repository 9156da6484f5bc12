import Glibc
import System

extension DaemonLock.Holder {
  /// Whether the daemon serves the file that is at `path` now, and not one that was deleted or has another
  /// name by now.
  /// - Returns: nil where that cannot be seen: the process is another user's (proc(5), /proc/PID/fd).
  package func serves(_ path: String) -> Bool? {
    // One that starts has it open in the next moment.
    for _ in 1...20 {
      guard hasOpen(path) == false else { break }
      usleep(5000)
    }
    return hasOpen(path)
  }

  private func hasOpen(_ path: String) -> Bool? {
    let folder = "/proc/\(process)/fd"
    guard process > 0, let files = WholeFile.names(in: folder) else { return nil }
    guard let store = FileIdentity(at: path) else { return errno == ENOENT ? false : nil }
    return files.contains { FileIdentity(at: folder + "/" + $0) == store }
  }
}
