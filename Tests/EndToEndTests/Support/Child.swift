import Beds
import Foundation

/// A program that was started. What it says is there as soon as it says it, and whoever waits is
/// woken by it, never by a clock.
///
/// Not Foundation's Process: that one gives its children the signal mask of the thread that it
/// happens to run on, and every descriptor that is open.
final class Child: Sendable {
  /// How it ended.
  enum Exit: Equatable, Sendable {
    case code(Int32)
    case signal(Int32)
  }

  /// What it has said so far.
  struct Said: Sendable {
    /// Whole lines of standard output.
    var lines: [String] = []
    /// Standard output behind the last newline.
    var rest: [UInt8] = []
    var error = ""
    /// Datagrams that came to the socket `notices`.
    var notices: [String] = []
    /// Nil while it runs.
    var exit: Exit?
    /// Seconds of a processor that it took, with what it has waited for.
    var processorTime = 0.0

    /// All of standard output.
    var output: String {
      lines.map { $0 + "\n" }.joined() + String(decoding: rest, as: UTF8.self)
    }

    mutating func take(_ bytes: [UInt8]) {
      rest += bytes
      guard bytes.contains(10) else { return }
      let parts = rest.split(separator: 10, omittingEmptySubsequences: false)
      lines += parts.dropLast().map { String(decoding: $0, as: UTF8.self) }
      rest = Array(parts.last!)
    }
  }

  /// Where standard output goes.
  enum Output: Sendable {
    /// To `said`.
    case said
    /// To this file, which must be there.
    case file(String)
    case closed
  }

  /// It did not happen in time, or the program ended first.
  struct Missed: Error, CustomStringConvertible {
    var what: String
    var said: Said
    var description: String {
      "\(what) did not come. Standard output: \(said.output.suffix(2000)) "
        + "Standard error: \(said.error.suffix(2000)) Notices: \(said.notices.suffix(5)) "
        + "Exit: \(said.exit.map { "\($0)" } ?? "none")"
    }
  }

  private struct State {
    var said = Said()
    /// Each looks at what was said, nil when its time is up, and answers whether it is through.
    var waiters: [Int: @Sendable (Said?) -> Bool] = [:]
    var waiterCount = 0
  }

  let process: pid_t
  private let state: Shared

  /// The reading thread's; it outlives the child's owner until the process is gone.
  private final class Shared: Sendable {
    let state = Locked(State())

    func change(_ body: (inout Said) -> Void) {
      state.withLock { state in
        body(&state.said)
        let said = state.said
        state.waiters = state.waiters.filter { !$0.value(said) }
      }
    }
  }

  /// - Parameters:
  ///   - command: the program and its arguments.
  ///   - input: the file that is standard input.
  ///   - notices: a socket whose messages belong to what the program says.
  init(
    _ command: [String], environment: [String: String], input: String = "/dev/null",
    output: Output = .said, notices: NoticeSocket? = nil
  ) throws {
    let shared = Shared()
    let started = DispatchSemaphore(value: 0)
    let result = Locked<Result<pid_t, any Error>>(.success(0))
    let thread = Thread {
      // The thread that starts it stays until it is gone: PR_SET_PDEATHSIG means the thread.
      let spawned = Result {
        try Spawned(command, environment: environment, input: input, output: output)
      }
      result.withLock { $0 = spawned.map(\.process) }
      started.signal()
      guard let spawned = try? spawned.get() else { return }
      spawned.read(notices: notices) { change in shared.change(change) }
    }
    thread.start()
    started.wait()
    process = try result.withLock { try $0.get() }
    state = shared
  }

  var said: Said { state.state.withLock { $0.said } }

  /// Waits until `find` finds something in what was said.
  /// - Parameter what: for the message where it does not come.
  @discardableResult
  func wait<Found: Sendable>(
    for what: String, _ find: @escaping @Sendable (Said) -> Found?
  ) async throws -> Found {
    let shared = state
    let found: Found? = await withCheckedContinuation { continuation in
      let waiter = { @Sendable (said: Said?) -> Bool in
        let found = said.flatMap(find)
        guard found != nil || said == nil || said?.exit != nil else { return false }
        continuation.resume(returning: found)
        return true
      }
      shared.state.withLock { state -> Void in
        guard !waiter(state.said) else { return }
        let number = state.waiterCount
        state.waiters[number] = waiter
        state.waiterCount += 1
        DispatchQueue.global().asyncAfter(deadline: .now() + patience) {
          let waiter = shared.state.withLock { $0.waiters.removeValue(forKey: number) }
          _ = waiter?(nil)
        }
      }
    }
    guard let found else { throw Missed(what: what, said: said) }
    return found
  }

  /// Waits until it has ended, and everything that it said is here.
  @discardableResult
  func end() async throws -> Exit { try await wait(for: "its end") { $0.exit } }

  /// Sends a signal to it and its children, where it still runs.
  func send(_ signal: Int32) {
    state.state.withLock { state in
      // Under the lock: a process that has been waited for may be another one by now.
      if state.said.exit == nil { kill(-process, signal) }
    }
  }

  deinit { send(SIGKILL) }
}
