import Glibc

/// A standard stream to write to, without a buffer: what was written is out.
struct Stream {
  let descriptor: Int32

  static let output = Stream(descriptor: STDOUT_FILENO)
  static let error = Stream(descriptor: STDERR_FILENO)

  /// Writes all of `text`. Nothing at all is written for an empty one.
  func write(_ text: String) throws {
    var text = text
    let error = text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { return errno }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      }
      return 0
    }
    if error != 0 { throw Failure.output(error) }
  }

  /// Whether it takes `text` without waiting for whoever reads it (poll(2), pipe(7)).
  func takesAtOnce(_ text: String) -> Bool {
    var one = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return text.utf8.count <= PIPE_BUF && poll(&one, 1, 0) == 1 && one.revents == Int16(POLLOUT)
  }

  /// The same where nobody is left to hear that it failed.
  func say(_ text: String) { try? write(text) }
}
