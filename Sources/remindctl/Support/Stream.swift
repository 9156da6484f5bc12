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

  /// Whether it takes `text` without waiting for its reader (poll(2), pipe(7)).
  func takesAtOnce(_ text: String) -> Bool {
    var one = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return text.utf8.count <= PIPE_BUF && poll(&one, 1, 0) == 1 && one.revents == Int16(POLLOUT)
  }

  /// The same if a failure cannot be reported.
  func say(_ text: String) { try? write(text) }
}

/// Standard input, line by line: each as soon as it is there.
struct InputLines {
  private var rest: ArraySlice<UInt8> = []
  private var hasEnded = false

  /// The next line without its end; nil at the end of the input. One that is no text is an error of its
  /// own, and of one that is too long no more than the limit is kept.
  mutating func next() throws -> Result<String, Failure>? {
    var isTooLong = false
    var newline = rest.firstIndex(of: UInt8(ascii: "\n"))
    while newline == nil, !hasEnded {
      if rest.count > Text.limit {
        isTooLong = true
        rest = []
      }
      try readMore()
      newline = rest.firstIndex(of: UInt8(ascii: "\n"))
    }
    if newline == nil, rest.isEmpty, !isTooLong { return nil }
    let line = rest[..<(newline ?? rest.endIndex)]
    rest = rest[line.endIndex...].dropFirst()
    guard !isTooLong, line.count <= Text.limit else {
      return .failure(.textTooLong(limit: Text.limit))
    }
    return String(validating: line, as: UTF8.self).map { .success($0) } ?? .failure(.textNotUTF8)
  }

  private mutating func readMore() throws {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
    if count > 0 { rest += buffer[..<count] }
    if count == 0 { hasEnded = true }
    if count < 0, errno != EINTR { throw Failure.input(errno) }
  }
}
