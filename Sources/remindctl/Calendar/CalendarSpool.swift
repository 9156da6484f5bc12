import CLinux
import Glibc
import Scheduler
import System

/// What the program that reads calendars has said of a file: in memory, mapped, so that it can be gone
/// through twice.
final class CalendarSpool {
  private let bytes: UnsafeRawBufferPointer

  /// A line of it.
  struct Record {
    var name: String
    /// The line of the calendar file.
    var line: Int
    var fields: [String]
  }

  /// Reads a calendar file.
  /// - Parameter path: `-` for standard input.
  convenience init(reading path: String, _ progress: Progress?) throws {
    guard let program = HelperProcess.path(of: "remind-calendar") else {
      throw Failure.calendar(.noReader)
    }
    let input = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { throw Failure.calendar(.file(path: path, errno: errno)) }
    defer { close(input) }
    var status = stat()
    fstat(input, &status)
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw Failure.calendar(.file(path: path, errno: EISDIR))
    }
    let output = linux_memory_file()
    guard output >= 0 else { throw Failure.calendar(.file(path: path, errno: errno)) }
    defer { close(output) }
    do throws(ChildProcess.Failure) {
      let process = try ChildProcess([program], input: input, output: output, leadsGroup: false)
      if let progress, status.st_mode & S_IFMT == S_IFREG {
        // Both programs have the file at the same place.
        process.whileItRuns(each: 100) {
          progress.show(.reading, Int(lseek(input, 0, SEEK_CUR)), of: Int(status.st_size))
        }
      }
      try process.end()
    } catch {
      switch error {
      // A broken file, which is said.
      case .exited(1): break
      case .signalled(let signal): throw Failure.calendar(.stopped(signal: signal))
      case .exited, .notStarted, .tooSlow, .tooMuch: throw Failure.calendar(.noReader)
      }
    }
    try self.init(mapping: output)
  }

  /// - Parameter file: that has the records; it may be closed then.
  init(mapping file: Int32) throws {
    var status = stat()
    fstat(file, &status)
    let count = Int(status.st_size)
    let place = count > 0 ? mmap(nil, count, PROT_READ, MAP_PRIVATE, file, 0) : nil
    guard place != MAP_FAILED else { throw Failure.calendar(.file(path: "", errno: errno)) }
    bytes = UnsafeRawBufferPointer(start: place, count: count)
  }

  deinit {
    guard !bytes.isEmpty else { return }
    munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
  }

  /// Calls `body` with each record.
  func each(_ body: (Record) throws -> Void) throws {
    var rest = bytes[...]
    while let end = rest.firstIndex(of: 10) {
      try body(CalendarSpool.record(rest[..<end]))
      rest = rest[(end + 1)...]
    }
  }

  private static func record(_ line: Slice<UnsafeRawBufferPointer>) -> Record {
    let parts = line.split(separator: 9, omittingEmptySubsequences: false)
    return Record(
      name: String(decoding: parts[0], as: UTF8.self),
      line: parts.count > 1 ? Int(String(decoding: parts[1], as: UTF8.self)) ?? 0 : 0,
      fields: parts.dropFirst(2).map(unescaped))
  }

  private static func unescaped(_ field: Slice<UnsafeRawBufferPointer>) -> String {
    guard field.contains(0x5c) else { return String(decoding: field, as: UTF8.self) }
    var bytes: [UInt8] = []
    var rest = field
    while let byte = rest.popFirst() {
      guard byte == 0x5c, let letter = rest.popFirst() else {
        bytes.append(byte)
        continue
      }
      switch letter {
      case UInt8(ascii: "t"): bytes.append(9)
      case UInt8(ascii: "n"): bytes.append(10)
      case UInt8(ascii: "r"): bytes.append(13)
      default: bytes.append(letter)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
