import Foundation
import Testing

@testable import CivilTime

@Suite("The clocks")
struct MomentTests {
  @Test("a machine that is busy between the readings of two clocks has not set one of them")
  func preempted() async {
    let offsets = await withTaskGroup(of: [Int64].self) { group in
      // More than there are processors, so that each is interrupted by the others.
      for _ in 0..<8 {
        group.addTask {
          let offsets = (0..<40_000).map { _ in ClockReading.read().offset }
          return [offsets.min()!, offsets.max()!]
        }
      }
      return await group.reduce(into: [Int64]()) { $0 += $1 }
    }
    // Each clock's milliseconds are cut off by itself.
    #expect(offsets.max()! - offsets.min()! <= 2)
  }
}
