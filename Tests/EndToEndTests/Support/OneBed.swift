import Dispatch
import Testing

/// One container at a time, whatever runs beside it: what starts one inherits the pipes of the others
/// that start at the same moment, and keeps them from ending.
struct OneBed: SuiteTrait, TestTrait, TestScoping {
  private static let permits = Permits(1)

  /// Around each test, not around all of a suite.
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    await Self.permits.take()
    defer { Self.permits.giveBack() }
    try await withTaskExecutorPreference(BedThread.shared) { try await function() }
  }
}

/// Where these tests run: they wait for the container's programs without giving way, and there are only
/// as many threads for all other tests as there are processors; two such tests stopped the rest.
private final class BedThread: TaskExecutor {
  static let shared = BedThread()
  private let queue = DispatchQueue(label: "beds")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

extension Trait where Self == OneBed {
  static var oneBed: OneBed { OneBed() }
}
