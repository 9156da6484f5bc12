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
    try await function()
  }
}

extension Trait where Self == OneBed {
  static var oneBed: OneBed { OneBed() }
}
