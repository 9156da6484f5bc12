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
    // A file, not a pipe: it takes all of it at once, and a program that keeps it open is not waited for.
    guard let program = ChildProcess.path(of: command[0]), let file = try? FileIO.memory() else {
      return .missing
    }
    defer { close(file) }
    var code: Int32 = 0
    do throws(SystemError) {
      // What it says is read by us.
      let variables = Tool.environment(changing: environment + [("LC_ALL", "C")])
      try ChildProcess([program] + command.dropFirst(), environment: variables, output: file)
        .end(within: milliseconds)
    } catch {
      switch error {
      case .exited(let status): code = status
      case .signalled: code = -1
      case .tooSlow: return .tooSlow
      default: return .missing
      }
    }
    return .ended(FileIO.text(inMemory: file, most: Tool.limit), code: code)
  }

  private static func environment(changing changes: [(name: String, value: String?)]) -> [String] {
    ChildProcess.environment.filter { entry in
      !changes.contains { entry.hasPrefix($0.name + "=") }
    } + changes.compactMap { name, value in value.map { "\(name)=\($0)" } }
  }

  /// Far more than any answer has that is worth reading.
  private static let limit = 1 << 20
}
