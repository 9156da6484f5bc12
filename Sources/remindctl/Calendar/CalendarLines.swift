import CalendarText
import CivilTime
import Glibc
import System

extension ImportLine {
  /// What remind-calendar prints of a calendar file. That is complete: the last line says that the file was
  /// read to its end.
  /// - Parameter path: `-` for standard input.
  static func all(of path: String, at moment: ClockReading) throws -> [ImportLine] {
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
    lseek(output, 0, SEEK_SET)
    guard let bytes = FileIO.read(output) else {
      throw Failure.file(path, errno)
    }
    return try all(in: bytes, at: moment)
  }

  /// - Parameter bytes: what it printed.
  static func all(in bytes: [UInt8], at moment: ClockReading) throws -> [ImportLine] {
    let lines = bytes.split(separator: 10).map { line in
      line.withUnsafeBytes { ImportLine($0, at: moment) }
    }
    switch lines.last {
    case .end: break
    case .fault(let fault): throw Failure.calendarBroken(fault)
    default: throw Failure.calendarReaderStopped
    }
    guard lines.allSatisfy({ $0 != nil }) else { throw Failure.calendarReaderStopped }
    return lines.compactMap(\.self)
  }
}
