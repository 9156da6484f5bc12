import CivilTime
import Reminders
import Store

/// A standard output without room: a file on a full disk. Nothing tells when there is room again, so it
/// is tried after 1, 2, 4 … and at most 60 seconds, and only while something waits for it.
struct FullOutput {
  /// When it is tried again.
  private(set) var retry: Instant
  private var pause: Int64 = 1000
  /// Whether one line is tried now: what becomes of it says more.
  private(set) var isTrying = false

  /// The timer's business; nil while a line is out.
  var nextTry: Instant? { isTrying ? nil : retry }

  init(at now: Instant) { retry = Instant(milliseconds: now.milliseconds + pause) }

  mutating func postpone(at now: Instant) {
    pause = min(pause * 2, 60_000)
    retry = Instant(milliseconds: now.milliseconds + pause)
    isTrying = false
  }

  mutating func tryNow() { isTrying = true }
}

extension Engine {
  /// What an outcome says about the room on standard output.
  func noteRoom(_ outcome: Outcome, on channel: Channel, at now: Instant) {
    let isFull = outcome == .held(.outputFull)
    guard channel == .stdout, isFull || fullOutput != nil else { return }
    isArmed = false
    guard isFull else {
      fullOutput = nil
      if case .accepted = outcome { actions.append(.outputRecovered) }
      return
    }
    if fullOutput == nil {
      fullOutput = FullOutput(at: now)
      actions.append(.outputFailed(.outputFull))
    } else {
      fullOutput?.postpone(at: now)
    }
  }

  /// Nobody reads standard output any more.
  func noteEnd(_ outcome: Outcome, on channel: Channel) {
    guard outcome == .held(.outputClosed), closed.insert(channel).inserted else { return }
    actions.append(.outputFailed(.outputClosed))
  }

  /// What waits behind a line that could not be printed waits for the same reason.
  func holdOutput() throws(StoreError) {
    let obstacle: HoldReason
    if closed.contains(.stdout) {
      obstacle = .outputClosed
    } else if let fullOutput, !fullOutput.isTrying {
      obstacle = .outputFull
    } else {
      return
    }
    if try store.isWaiting(for: .stdout) {
      try commit { () throws(StoreError) in try store.hold(.stdout, for: obstacle, instead: nil) }
    }
    let isSeen = Planner.obstacle(in: desktop) == nil
    if obstacle == .outputClosed, !isStopping, !isSeen, try store.missesOutput() {
      actions.append(.outputMissed)
    }
  }

  /// Lets go what waits for room, when it is time to try again.
  func tryFullOutput(at moment: ClockReading) throws(StoreError) {
    guard let full = fullOutput, !full.isTrying,
      moment.now >= full.retry || full.retry.since(moment.now) > 60_000
    else { return }
    fullOutput?.tryNow()
    try commit { () throws(StoreError) in try store.release(.stdout) }
  }
}
