import CivilTime
import Reminders
import Store

/// What the daemon has to remember while the store cannot be written (a full disk): what it has
/// handed over, so that nothing is shown twice and everything is recorded when the store works
/// again. A restart in this time may repeat it; nothing is lost.
struct Outage {
  private(set) var error: StoreError
  /// When the store is tried again.
  private(set) var retry: Instant
  private(set) var pause: Int64
  /// What was handed over without having been fired in the store, by a passing id below zero.
  var fired: [Int64: (due: DueOccurrence, channel: Channel, at: Instant)] = [:]
  /// Where the reading of due occurrences goes on.
  var firedKey = PageKey.start
  /// The last delivery of each channel that was handed over without a claim.
  var claimed: [Channel: Int64] = [:]
  private(set) var outcomes: [Noted] = []
  /// What became of mails and could not be written.
  private(set) var mailed: [(alert: Alert, result: MailResult, at: Instant)] = []
  /// Whether it cannot even be read, before it is tried again: what is due is known of `upcoming` alone.
  var isUnreadable: Bool
  /// When the store was opened in vain.
  var reopened: Instant?

  /// What became of a hand-over and could not be written.
  struct Noted {
    var alert: Alert
    var channel: Channel
    var outcome: Outcome
    var at: Instant
  }

  /// - Parameter pause: milliseconds until the store is tried again.
  init(error: StoreError, at now: Instant, pause: Int64 = 1000) {
    self.error = error
    self.pause = pause
    isUnreadable = error.isOfLocks
    retry = Instant(milliseconds: now.milliseconds + pause)
  }

  mutating func note(_ outcome: Outcome, of alert: Alert, on channel: Channel, at now: Instant) {
    outcomes.append(Noted(alert: alert, channel: channel, outcome: outcome, at: now))
  }

  mutating func note(_ result: MailResult, of alert: Alert, at now: Instant) {
    mailed.append((alert, result, now))
  }

  /// All deliveries whose results could not be written.
  var alerts: [Alert] { outcomes.map(\.alert) + mailed.map(\.alert) }

  /// What was remembered is written.
  mutating func settle() {
    fired = [:]
    outcomes = []
    mailed = []
  }

  /// Another program could write: so can we. What was heard may be our own closing of the store, too.
  mutating func retryNow(at now: Instant) {
    let before = retry
    retry = now
    guard let reopened, let next = reopened.advanced(by: 1000), now >= reopened, now < next else {
      return
    }
    retry = min(before, next)
  }

  /// Tries again later: after 1, 2, 4 … and at most 60 seconds.
  mutating func postpone(at now: Instant, because error: StoreError) {
    self.error = error
    isUnreadable = error.isOfLocks
    pause = min(pause * 2, 60_000)
    retry = Instant(milliseconds: now.milliseconds + pause)
  }
}

extension Engine {
  /// Hands over what is due without writing: first what has fired, then what has not.
  func deliverFromMemory(at moment: ClockReading) {
    for channel in Channel.allCases where channel != .mail && isFree(channel) {
      let after = outage?.claimed[channel] ?? 0
      if let alert = unwritten({ () throws(StoreError) in
        try store.nextDeliveries(on: channel, after: after, limit: 1)
      }) {
        outage?.claimed[channel] = alert.delivery
        handOver([filled(alert)], on: channel, at: moment)
        continue
      }
      // What is only mailed waits until its row can be written.
      while let due = dueUnwritten(by: moment.now),
        !Planner.isShown(due.options, for: .due)
      {
        outage?.firedKey = due.pageKey
      }
      guard let due = dueUnwritten(by: moment.now),
        planned(due.options, for: .due).first(where: { $0.channel != .mail && $0.obstacle == nil })?
          .channel == channel
      else { continue }
      outage?.firedKey = due.pageKey
      let passing = passingID()
      outage?.fired[passing] = (due, channel, moment.now)
      let alert = Alert(
        delivery: passing, reminder: due.reminder, uid: due.uid, text: due.text, due: due.due,
        fired: moment.now, options: due.options, language: due.language)
      handOver([filled(alert)], on: channel, at: moment)
    }
  }

  /// What is due by then and has not been handed over; of a store that cannot be read, what is known.
  func dueUnwritten(by now: Instant) -> DueOccurrence? {
    guard let key = outage?.firedKey else { return nil }
    let found = unwritten { () throws(StoreError) in
      try store.due(at: now, after: key, limit: 1)
    }
    if found != nil || outage?.isUnreadable == false && store.isFile { return found }
    return upcoming.first { $0.due <= now && (key.due, key.occurrence) < ($0.due, $0.occurrence) }
  }

  /// The first of what is read; nil where there is none, or nothing can be read, which is not tried again.
  private func unwritten<Row>(_ read: () throws(StoreError) -> [Row]) -> Row? {
    guard outage?.isUnreadable == false else { return nil }
    do throws(StoreError) { return try read().first } catch {
      outage?.isUnreadable = true
      return nil
    }
  }
}
