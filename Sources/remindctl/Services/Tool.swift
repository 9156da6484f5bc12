import Glibc
import System

/// Another program, run for its answer: no shell, no terminal, no input, and a deadline.
struct Tool {
  /// Variables that its environment has beside ours, or instead; nil: not at all.
  var environment: [(name: String, value: String?)] = []

  /// Far more than any answer has that is worth reading.
  private static let limit = 1 << 20

  /// - Parameters:
  ///   - command: a program's name, which is looked for in PATH, and its arguments.
  ///   - milliseconds: until it is killed with all that it has started.
  /// - Returns: its standard output; nil if it cannot be run, fails, or is too slow.
  func answer(to command: [String], within milliseconds: Int32 = 3000) -> String? {
    // A file, not a pipe: it takes all of it at once, and a program that keeps it open is not waited for.
    guard let program = ChildProcess.path(of: command[0]), let file = try? FileIO.memory() else {
      return nil
    }
    defer { close(file) }
    // What it says is read by us.
    let changes = environment + [("LC_ALL", "C")]
    let variables =
      ChildProcess.environment.filter { entry in
        !changes.contains { entry.hasPrefix($0.name + "=") }
      } + changes.compactMap { name, value in value.map { "\(name)=\($0)" } }
    do {
      try ChildProcess([program] + command.dropFirst(), environment: variables, output: file)
        .end(within: milliseconds)
    } catch { return nil }
    return FileIO.text(inMemory: file, most: Tool.limit)
  }
}
