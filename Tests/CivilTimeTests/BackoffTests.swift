import Testing

@testable import CivilTime

@Suite("Trying again")
struct BackoffTests {
  private func at(_ milliseconds: Int64) -> Instant { Instant(milliseconds: milliseconds) }

  @Test("after 1, 2, 4 … and at most 60 seconds")
  func doubles() {
    var now = at(0)
    var backoff = Backoff(first: 1000, cap: 60_000, failedAt: now)
    var pauses: [Int64] = []
    for _ in 0..<8 {
      pauses.append(backoff.next.since(now))
      #expect(!backoff.isDue(at: at(backoff.next.milliseconds - 1)))
      now = backoff.next
      #expect(backoff.isDue(at: now))
      backoff.fail(at: now)
    }
    #expect(pauses == [1, 2, 4, 8, 16, 32, 60, 60].map { $0 * 1000 })
    #expect(backoff.isAtCap)
  }

  @Test("a clock that is set back does not put the next try off")
  func clockSetBack() {
    let backoff = Backoff(first: 1000, cap: 60_000, failedAt: at(9_000_000))
    #expect(!backoff.isDue(at: at(9_000_500)))
    #expect(backoff.isDue(at: at(8_999_999)))
  }

  @Test("it can be hastened, and not put off")
  func hastened() {
    var backoff = Backoff(first: 1000, cap: 60_000, failedAt: at(0))
    backoff.hasten(to: at(2000))
    #expect(backoff.next == at(1000))
    backoff.hasten(to: at(10))
    #expect(backoff.next == at(10))
  }
}
