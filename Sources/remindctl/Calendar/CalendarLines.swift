import CalendarText
import CivilTime
import Glibc
import System

/// The lines that remind-calendar printed of a file. They are complete: the last one says that it was
/// read to its end.
final class CalendarLines {
  /// The longest line that is read, in bytes.
  private static let limit = 1 << 26

  private let bytes: UnsafeRawBufferPointer
  private let moment: ClockReading

  /// Reads a calendar file.
  /// - Parameter path: `-` for standard input.
  convenience init(reading path: String, at moment: ClockReading) throws {
    guard let program = ChildProcess.path(ofHelper: "remind-calendar") else {
      throw Failure.noCalendarReader
    }
    let input = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { throw Failure.file(path, errno) }
    defer { close(input) }
    var status = stat()
    fstat(input, &status)
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw Failure.file(path, EISDIR)
    }
    guard let output = try? FileIO.memory() else {
      throw Failure.file(path, errno)
    }
    defer { close(output) }
    do throws(SystemError) {
      try ChildProcess(
        [program, String(moment.now.milliseconds)], input: input, output: output,
        leadsGroup: false
      ).end()
    } catch {
      switch error {
      // The file is broken, as the last line says.
      case .exited(1): break
      case .signalled: throw Failure.calendarReaderStopped
      default: throw Failure.noCalendarReader
      }
    }
    try self.init(mapping: output, at: moment)
  }

  /// - Parameter file: contains the lines; it may be closed afterwards.
  init(mapping file: Int32, at moment: ClockReading) throws {
    var status = stat()
    fstat(file, &status)
    let count = Int(status.st_size)
    let place = count > 0 ? mmap(nil, count, PROT_READ, MAP_PRIVATE, file, 0) : nil
    guard place != MAP_FAILED else { throw Failure.file("", errno) }
    bytes = UnsafeRawBufferPointer(start: place, count: count)
    self.moment = moment
    let start = bytes.dropLast().lastIndex(of: 10).map { $0 + 1 } ?? 0
    guard bytes.last == 10, case let line? = line(start..<count - 1) else {
      throw Failure.calendarReaderStopped
    }
    switch line {
    case .end: break
    case .fault(let fault): throw Failure.calendarBroken(fault)
    case .entry, .problem: throw Failure.calendarReaderStopped
    }
  }

  deinit {
    guard !bytes.isEmpty else { return }
    munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
  }

  /// Calls `body` with each line.
  func each(_ body: (ImportLine) throws -> Void) throws {
    var start = 0
    while start < bytes.count {
      let found = memchr(bytes.baseAddress! + start, 10, bytes.count - start)
      let end = found.map { bytes.baseAddress!.distance(to: $0) } ?? bytes.count
      guard let line = line(start..<end) else { throw Failure.calendarReaderStopped }
      try body(line)
      start = end + 1
    }
  }

  private func line(_ range: Range<Int>) -> ImportLine? {
    guard range.count <= Self.limit else { return nil }
    return ImportLine(UnsafeRawBufferPointer(rebasing: bytes[range]), at: moment)
  }
}
