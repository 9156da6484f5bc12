import Glibc
import System

extension DaemonLock.Holder {
  /// Whether the daemon serves the file that is at `path` now, and not one that was deleted or has another
  /// name by now.
  /// - Returns: nil where that cannot be seen: the process is another user's (proc(5), /proc/PID/fd).
  package func serves(_ path: String) -> Bool? {
    // One that starts, or goes over to another file, has it open in the next moment.
    for _ in 1...20 {
      guard hasOpen(path) == false else { break }
      usleep(5000)
    }
    return hasOpen(path)
  }

  /// Whether the daemon serves that file with others beside it that had these names and were deleted.
  func hasDeleted(_ names: [String], of path: String) -> Bool {
    let folder = "/proc/\(process)/fd"
    guard hasOpen(path) == true else { return false }
    return (WholeFile.names(in: folder) ?? []).contains { file in
      let target = WholeFile.target(of: folder + "/" + file) ?? ""
      return names.contains { target.hasSuffix("/\($0) (deleted)") }
    }
  }

  private func hasOpen(_ path: String) -> Bool? {
    let folder = "/proc/\(process)/fd"
    guard process > 0, let files = WholeFile.names(in: folder) else { return nil }
    guard let store = FileIdentity(at: path) else { return errno == ENOENT ? false : nil }
    return files.contains { FileIdentity(at: folder + "/" + $0) == store }
  }
}
