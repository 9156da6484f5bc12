import Glibc

extension DaemonLock.Holder {
  /// Whether the daemon serves the file that is at `path` now, and not one that was deleted or has another
  /// name by now.
  /// - Returns: nil where that cannot be seen: the process is another user's (proc(5), /proc/PID/fd).
  public func serves(_ path: String) -> Bool? {
    // One that starts, or goes over to another file, has it open in the next moment.
    for _ in 1...20 {
      guard hasOpen(path) == false else { break }
      usleep(5000)
    }
    return hasOpen(path)
  }

  private func hasOpen(_ path: String) -> Bool? {
    let folder = "/proc/\(process)/fd"
    guard process > 0, let files = opendir(folder) else { return nil }
    defer { closedir(files) }
    var (store, open) = (stat(), stat())
    guard stat(path, &store) == 0 else { return errno == ENOENT ? false : nil }
    while let entry = readdir(files) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard stat(folder + "/" + name, &open) == 0 else { continue }
      if open.st_ino == store.st_ino, open.st_dev == store.st_dev { return true }
    }
    return false
  }
}
