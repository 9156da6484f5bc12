import Glibc

/// systemd's journal, as services print to it.
enum JournalSocket {
  private static let path = "/run/systemd/journal/stdout"

  /// Whether standard output was made to lead there (systemd.exec(5), JOURNAL_STREAM).
  static var isOutput: Bool {
    var status = stat()
    guard let stream = getenv("JOURNAL_STREAM"), fstat(STDOUT_FILENO, &status) == 0 else {
      return false
    }
    return String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
  }

  /// Whether it was not there when systemd started us, which gave us /dev/null in its place: what is printed
  /// there is lost.
  static let isMissing: Bool = {
    var (output, null) = (stat(), stat())
    guard getenv("SYSTEMD_EXEC_PID").map({ String(cString: $0) }) == String(getpid()),
      getenv("JOURNAL_STREAM") == nil, fstat(STDOUT_FILENO, &output) == 0,
      stat("/dev/null", &null) == 0, output.st_rdev == null.st_rdev
    else { return false }
    return !listens
  }()

  /// Whether it takes what a new program prints.
  static var listens: Bool {
    let socket = Glibc.socket(
      AF_UNIX,
      Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        | Int32(SOCK_NONBLOCK.rawValue), 0)
    guard socket >= 0 else { return false }
    defer { close(socket) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
  }
}
