import Testing

@testable import Reminders
@testable import Scheduler
@testable import Store

/// What can happen to a delivery.
private enum DeliveryEvent: CaseIterable {
  /// Its channel is free.
  case claim
  /// The channel accepted it.
  case accepted
  /// The channel could not show it.
  case held
  /// The channel cannot tell.
  case lost
  /// Its reason went away.
  case released
  /// The reminder was cancelled, or `keep-open` has passed.
  case abandoned
  /// A mail server refused it for good.
  case rejected

  /// Where it leads a delivery from `state`; nil: nowhere.
  func next(from state: DeliveryState) -> DeliveryState? {
    switch (state, self) {
    case (.scheduled, .claim): .claimed
    case (.claimed, .accepted), (.unknown, .accepted): .accepted
    case (.scheduled, .held), (.claimed, .held), (.unknown, .held): .held
    case (.claimed, .lost): .unknown
    case (.held, .released), (.unknown, .released): .scheduled
    case (.scheduled, .abandoned), (.held, .abandoned), (.unknown, .abandoned): .failed
    case (.scheduled, .rejected), (.claimed, .rejected), (.unknown, .rejected): .failed
    default: nil
    }
  }
}

/// Lifecycle is the table, the store's guards are the deed: for every state and every event the two
/// must say the same.
@Suite("Lifecycle and store agree")
struct LifecycleTests {
  @Test(
    "an occurrence moves exactly as the table says",
    arguments: OccurrenceState.allCases, OccurrenceEvent.allCases)
  func occurrence(state: OccurrenceState, event: OccurrenceEvent) throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    let entry = try store.add("tea", in: 0, at: moment(0))
    let due = try #require(try store.due(at: moment(0).now, after: .start, limit: 1).first)
    try store.fire(due, as: [PlannedDelivery(.stdout)], at: moment(0).now, in: .utc)
    try temporary.execute("UPDATE occurrence SET state = '\(state.rawValue)'")
    switch event {
    case .accepted:
      try store.claim(1, at: moment(0).now)
      try store.record(
        .accepted(server: nil, notification: nil), of: 1, at: moment(0).now, instead: nil)
    case .cancelled: _ = try? store.cancel([entry.id], at: moment(1).now)
    case .done: _ = try store.answer(due, .done, at: moment(1).now, in: .utc)
    case .dismissed: _ = try store.answer(due, .dismissed, at: moment(1).now, in: .utc)
    case .snoozed:
      _ = try store.answer(
        due, .snoozed(until: moment(9).now, bootID: nil, dueBoot: nil), at: moment(1).now, in: .utc)
    case .expired: try store.expire(1, at: moment(1).now)
    }
    let expected = Lifecycle.next(state, event) ?? state
    #expect(
      try temporary.texts("SELECT state FROM occurrence WHERE id = \(due.occurrence)")
        == [expected.rawValue])
  }

  @Test(
    "a delivery moves exactly as the table says",
    arguments: DeliveryState.allCases, DeliveryEvent.allCases)
  fileprivate func delivery(state: DeliveryState, event: DeliveryEvent) throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    let entry = try store.add("tea", in: 0, at: moment(0))
    let due = try #require(try store.due(at: moment(0).now, after: .start, limit: 1).first)
    try store.fire(due, as: [PlannedDelivery(.desktop)], at: moment(0).now, in: .utc)
    try temporary.execute("UPDATE delivery SET state = '\(state.rawValue)'")
    let now = moment(0).now
    switch event {
    case .claim: try store.claim(1, at: now)
    case .accepted:
      try store.record(.accepted(server: nil, notification: 7), of: 1, at: now, instead: nil)
    case .held:
      // A delivery that is scheduled is held with its channel, one that is claimed by its outcome.
      try store.hold(.desktop, for: .noServer, instead: nil)
      try store.record(.held(.refused), of: 1, at: now, instead: nil)
    case .lost: try store.record(.unknown(.noAnswer), of: 1, at: now, instead: nil)
    case .released: try store.release(.held(on: .desktop))
    case .abandoned: _ = try store.cancel([entry.id], at: now)
    case .rejected:
      try temporary.execute("UPDATE delivery SET channel = 'mail'")
      try store.record(MailResult(.failed, .providerRejected), ofMail: 1, by: nil, at: now)
    }
    let expected = event.next(from: state) ?? state
    #expect(try temporary.texts("SELECT state FROM delivery") == [expected.rawValue])
  }

  @Test("cancelled in a channel's hands, and not shown: over, not held")
  func cancelledInFlight() throws {
    let temporary = try TemporaryStore()
    let entry = try temporary.store.add("tea", in: 0, at: moment(0))
    let due = try #require(
      try temporary.store.due(at: moment(0).now, after: .start, limit: 1).first)
    try temporary.store.fire(due, as: [PlannedDelivery(.desktop)], at: moment(0).now, in: .utc)
    try temporary.store.claim(1, at: moment(0).now)
    _ = try temporary.store.cancel([entry.id], at: moment(1).now)
    try temporary.store.record(.held(.notAnswering), of: 1, at: moment(2).now, instead: nil)
    #expect(
      try temporary.texts("SELECT state || ' ' || reason FROM delivery")
        == ["failed cancelled"])
  }
}
