import CivilTime
import Configuration
import Reminders
import Store

/// What the machines share while one event is dealt with.
struct Tick {
  let event: EngineEvent
  let moment: ClockReading
  let places: Places
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
  func read<Result>(_ body: (ReminderStore) throws -> Result) throws -> Result? {
    try ledger.read(body)
  }
}
