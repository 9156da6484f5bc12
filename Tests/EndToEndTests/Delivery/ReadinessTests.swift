import Foundation
import Testing

/// What READY=1 promises.
@Suite struct ReadinessTests {
  let home: Home
  init() async throws { home = try await Home() }

  @Test(
    "a signal right after READY=1 was lost, one time in five: the daemon hears it",
    arguments: [[SIGTERM], [SIGINT], [SIGHUP, SIGTERM]])
  func signalRightAfterReady(signals: [Int32]) async throws {
    for _ in 1...10 {
      let daemon = try Daemon(home, ["--channel", "stdout"])
      try await daemon.ready()
      for signal in signals { daemon.child.send(signal) }
      #expect(try await daemon.child.end() == .code(0))
    }
  }
}
