import Glibc

/// Standard input, line by line: each as soon as it is there.
struct InputLines {
  enum Line {
    case text(String)
    case notUTF8
    case tooLong
  }

  /// The longest line, in bytes.
  static let limit = Text.limit

  private var bytes: [UInt8] = []
  /// Where the next line begins in `bytes`.
  private var start = 0
  private var hasEnded = false

  /// The next line without its end; nil at the end of the input. Of a line that is too long no more
  /// than the limit is kept.
  mutating func next() throws -> Line? {
    var isTooLong = false
    var searched = start
    while true {
      if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = bytes[start..<end]
        start = end + 1
        return made(line, isTooLong)
      }
      guard !hasEnded else {
        let line = bytes[start...]
        start = bytes.count
        return line.isEmpty && !isTooLong ? nil : made(line, isTooLong)
      }
      bytes.removeFirst(start)
      start = 0
      if bytes.count > InputLines.limit {
        isTooLong = true
        bytes = []
      }
      searched = bytes.count
      try readMore()
    }
  }

  private func made(_ line: ArraySlice<UInt8>, _ isTooLong: Bool) -> Line {
    guard !isTooLong, line.count <= InputLines.limit else { return .tooLong }
    return String(validating: line, as: UTF8.self).map(Line.text) ?? .notUTF8
  }

  private mutating func readMore() throws {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
    if count > 0 { bytes += buffer[..<count] }
    if count == 0 { hasEnded = true }
    if count < 0, errno != EINTR { throw Failure.input(errno) }
  }
}
