import CLinux
import Glibc
import Scheduler
import Store
import System

/// Another program, run for its answer: no shell, no terminal, no input, and a deadline.
struct Tool {
  /// What became of it.
  enum Answer: Equatable {
    /// Its standard output, and the code that it ended with; -1 where a signal ended it.
    case ended(String, code: Int32)
    /// It is not installed, or cannot be run.
    case missing
    /// It was killed with all that it had started.
    case tooSlow

    /// What it said, where all went well.
    var output: String? {
      if case .ended(let text, 0) = self { text } else { nil }
    }
  }

  /// Variables that its environment has beside ours, or instead; nil: not at all.
  var environment: [(name: String, value: String?)] = []

  /// - Parameters:
  ///   - command: a program's name, which is looked for in PATH, and its arguments.
  ///   - milliseconds: until it is killed.
  func run(_ command: [String], within milliseconds: Int32 = 3000) -> Answer {
    // A file, not a pipe: it takes all of it at once, and whoever keeps it open is not waited for.
    let file = linux_memory_file()
    guard file >= 0 else { return .missing }
    defer { close(file) }
    guard let program = ChildProcess.path(of: command[0]) else { return .missing }
    // What it says is read by us.
    let variables = Tool.environment(changing: environment + [("LC_ALL", "C")])
    do throws(ChildProcess.Failure) {
      let process = try ChildProcess(
        [program] + command.dropFirst(), environment: variables, output: file)
      try process.end(within: milliseconds)
    } catch {
      switch error {
      case .notStarted: return .missing
      case .tooSlow, .tooMuch: return .tooSlow
      case .signalled: return .ended(Tool.content(of: file), code: -1)
      case .exited(let code): return .ended(Tool.content(of: file), code: code)
      }
    }
    return .ended(Tool.content(of: file), code: 0)
  }

  private static func environment(changing changes: [(name: String, value: String?)]) -> [String] {
    var variables: [String] = []
    var next = linux_environment()
    while let entry = next?.pointee {
      let text = String(cString: entry)
      if !changes.contains(where: { text.hasPrefix($0.name + "=") }) { variables.append(text) }
      next = next?.successor()
    }
    for (name, value) in changes { if let value { variables.append("\(name)=\(value)") } }
    return variables
  }

  /// Far more than any answer has that is worth reading.
  private static let limit = 1 << 20

  private static func content(of file: Int32) -> String {
    let size = min(max(0, Int(lseek(file, 0, SEEK_END))), limit)
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: size + 1) { buffer in
      let count = pread(file, buffer.baseAddress, size, 0)
      return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }
  }
}
