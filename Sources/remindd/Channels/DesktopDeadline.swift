@preconcurrency import Dispatch

/// Tells when a call that cannot be hurried, nor be looked at from its own thread, takes too long.
final class Deadline: Sendable {
  private enum State {
    case running
    case passed
    case over
  }
  private let state = Guarded(State.running)
  private nonisolated(unsafe) let timer: DispatchSourceTimer
  /// Not a global queue: once one of those has run anything, Dispatch looks after its threads once
  /// a second for as long as the process lives.
  private static let queue = DispatchQueue(label: "deadlines")

  /// - Parameters:
  ///   - milliseconds: from now.
  ///   - passed: called on another thread, at most once, and never after `end` has returned false.
  init(after milliseconds: Int, passed: @escaping @Sendable () -> Void) {
    timer = DispatchSource.makeTimerSource(queue: Deadline.queue)
    timer.schedule(deadline: .now() + .milliseconds(milliseconds))
    timer.setEventHandler { [state] in
      // Within the lock: whoever ends it waits until everything has been told.
      state.withLock {
        guard $0 == .running else { return }
        $0 = .passed
        passed()
      }
    }
    timer.activate()
  }

  /// The call is through.
  /// - Returns: whether it had taken too long.
  func end() -> Bool {
    timer.cancel()
    return state.withLock { state in
      defer { state = .over }
      return state == .passed
    }
  }
}
