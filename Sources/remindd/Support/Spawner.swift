@preconcurrency import Dispatch
import System

/// Runs programs, one after another, on a thread that exists only meanwhile; what they print is thrown
/// away.
final class Spawner: Sendable {
  /// Why a program did not do its work.
  enum Failure: Sendable, Equatable {
    case process(SystemError)
    /// So many wait already that it was not run.
    case tooMany
  }

  /// Milliseconds that a program may run.
  static let limit: Int32 = 10_000

  private let limit: Int32
  private let queue: DispatchQueue
  private let waiting = Mutex(0)
  private let most: Int
  private let failed: @Sendable (Failure) -> Void

  /// - Parameters:
  ///   - most: how many may wait or run at once.
  ///   - limit: milliseconds that each may run.
  ///   - failed: called on any thread.
  init(
    _ name: String, most: Int, limit: Int32 = Spawner.limit,
    failed: @escaping @Sendable (Failure) -> Void = { _ in }
  ) {
    self.limit = limit
    queue = DispatchQueue(label: name)
    self.most = most
    self.failed = failed
  }

  /// Runs a program when those before it are through; returns at once.
  /// - Parameters:
  ///   - command: the program's path, and its arguments.
  ///   - input: what it finds on standard input.
  func run(_ command: [String], input: String = "") {
    let isAccepted = waiting.withLock { waiting in
      guard waiting < most else { return false }
      waiting += 1
      return true
    }
    guard isAccepted else { return failed(.tooMany) }
    queue.async { [self] in
      do throws(SystemError) {
        try ChildProcess.run(command, input: Array(input.utf8), within: limit)
      } catch { failed(.process(error)) }
      waiting.withLock { $0 -= 1 }
    }
  }
}
