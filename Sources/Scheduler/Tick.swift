import CivilTime
import Configuration
import Reminders
import Store

/// What the machines share while one event is dealt with.
struct Tick {
  let event: EngineEvent
  let moment: ClockReading
  let paths: Paths
  var ledger: any Ledger
  var planner: Planner
  /// What is to be done when all of it is committed.
  var actions: [EngineAction] = []

  var now: Instant { moment.now }

  /// Whether a hand-over begins.
  var isHandingOver: Bool {
    actions.contains {
      switch $0 {
      case .deliver, .deliverTogether: true
      default: false
      }
    }
  }

  /// As `Ledger.edit`.
  @discardableResult
  func edit<Result>(_ body: (ReminderStore) throws -> Result) throws -> Result? {
    try ledger.edit(body)
  }

  /// As `Ledger.read`.
  @discardableResult
  func read<Result>(_ body: (ReminderStore) throws -> Result) throws -> Result? {
    try ledger.read(body)
  }
}

extension Tick {
  /// Fires what is due, if the store can be written.
  /// - Parameter zone: which zone each is resolved by.
  func fire(_ due: [DueOccurrence], in zone: (DueOccurrence) -> Zone) throws {
    let isProgress = try edit { store in
      var isProgress = false
      for occurrence in due {
        let zone = zone(occurrence)
        let right = Planner.due(of: occurrence, at: moment, in: zone)
        if right > now {
          try store.move(occurrence, to: right, at: moment)
          isProgress = true
          continue
        }
        var planned = planner.deliveries(occurrence.options, for: .due)
        // What was mailed and put off is shown again, and not mailed again: its recipient has put nothing off.
        if occurrence.place == nil, occurrence.options.mail?.isOnly == false,
          try store.wasMailed(before: occurrence.occurrence, of: occurrence.reminder)
        {
          planned.removeAll { $0.channel == .mail }
        }
        let isFired = try store.fire(occurrence, as: planned, at: now, in: zone)
        isProgress = isFired || isProgress
      }
      return isProgress
    }
    // If it was cancelled meanwhile, it is no longer due.
    if isProgress == false, try self.due(limit: due.count) == due {
      throw StoreError.invalidContent
    }
  }

  /// What is due and to be fired now.
  func due(limit: Int) throws -> [DueOccurrence] {
    try read { try $0.due(at: now, after: .start, limit: limit) } ?? []
  }

  /// Makes deliveries of the alarms whose time has come.
  /// - Returns: whether there may be more.
  func ringAlarms(limit: Int) throws -> Bool {
    guard let next = try read({ try $0.nextAlarm() }) ?? nil, next <= now else { return false }
    let count = try edit { try $0.ring(at: now, limit: limit, as: planner.deliveries(_:for:)) }
    // One that belongs to nothing would be due for ever.
    if count == 0, try read({ try $0.nextAlarm() }) == next { throw StoreError.invalidContent }
    return count == limit
  }

  /// Gives up popups that are owed for longer than they are kept open.
  func abandonOld() throws {
    guard let limit = now.advanced(by: -planner.settings.keepOpen),
      let first = try read({ try $0.firstOwedPopup() }) ?? nil, first <= limit
    else { return }
    try edit { try $0.abandon(firedUpTo: limit, at: now) }
  }
}
