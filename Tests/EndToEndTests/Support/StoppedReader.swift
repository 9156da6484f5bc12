import Foundation

/// A pipe that holds a page, and that nobody reads until `read`. Whoever makes it closes it.
struct StoppedReader {
  let path: String
  private let descriptor: Int32

  init(_ home: Home) throws {
    path = home.folder + "/pipe"
    guard mkfifo(path, 0o600) == 0 else { throw Spawned.Failure(program: "mkfifo", error: errno) }
    descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    let setPipeSize: Int32 = 1031  // F_SETPIPE_SZ, fcntl(2)
    _ = fcntl(descriptor, setPipeSize, 4096)
  }

  /// What the pipe holds.
  func read() -> String {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = max(0, Glibc.read(descriptor, &bytes, bytes.count))
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  /// Gives `process` time to fill it, until it waits for room. Not every kernel tells.
  func fill(by process: Child, in home: Home) async throws {
    try await home.shell(
      """
      for try in $(seq 500); do
        grep -q pipe_write /proc/\(process.process)/task/*/wchan && break; sleep 0.02
      done
      """)
  }

  func close() { Glibc.close(descriptor) }
}
