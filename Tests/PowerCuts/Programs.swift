import CDisk
import CivilTime
import Configuration
import Reminders
import Scheduler
import Store

/// What was promised, with how far the disk had come at that moment.
struct Promise {
  enum Kind {
    /// remindctl has said when it will come.
    case confirmed(Key, text: String)
    /// remindctl begins to end it.
    case ending(reminder: Int64)
    /// remindctl has said that it is done.
    case ended(reminder: Int64)
    /// remindd is about to write its line.
    case handedOver(Key)
    /// remindd has said that all until here is safe.
    case synced
  }
  var kind: Kind
  var at: Int
}

/// One time at which one reminder is to be shown.
struct Key: Hashable {
  var reminder: Int64
  var due: Int64
}

/// The clocks of one boot, as the programs are told them.
struct Clocks {
  var milliseconds: Int64
  var boot: String

  var moment: ClockReading {
    ClockReading(
      now: Instant(milliseconds: milliseconds), boot: milliseconds - 1_781_000_000_000, bootID: boot
    )
  }
}

/// remindd: the engine over a store that stays open, with a reader who reads at once.
final class DaemonProgram {
  private let store: ReminderStore
  private let engine: Engine
  private var isPrepared = false
  let handedOver: (Key) -> Void
  let synced: () -> Void

  init(
    _ paths: Paths, handedOver: @escaping (Key) -> Void, synced: @escaping () -> Void
  ) throws {
    store = try ReminderStore(serving: paths)
    engine = Engine(
      store: store, settings: Engine.Settings(.stdout, Configuration()), zone: .utc, paths: paths)
    self.handedOver = handedOver
    self.synced = synced
  }

  /// As remindd does when it is ready.
  func prepareLog() { store.prepareLog() }

  /// As a long burst, or a long log, makes it do.
  func checkpoint() { store.checkpoint(beyond: 20) }

  /// Takes an event, and everything that follows from it.
  /// - Parameter limit: hand-overs after which the reader stops.
  func take(_ event: Engine.Event, _ clocks: Clocks, limit: Int = .max) throws {
    var events = [event]
    var count = 0
    while !events.isEmpty {
      for action in engine.handle(events.removeFirst(), at: clocks.moment) {
        switch action {
        case .deliver(let alert, _):
          handedOver(Key(reminder: alert.reminder, due: alert.due.milliseconds))
          count += 1
          if count <= limit {
            events.append(
              .outcome(delivery: alert.delivery, .accepted(server: nil, notification: nil)))
          }
        case .changed: synced()
        case .again: events.append(.tick)
        case .storeFailed(let error): throw error
        default: break
        }
      }
    }
  }
}

/// remindctl: opens the store, does one thing, closes it.
enum ClientProgram {
  static func create(
    _ text: String, in delay: Int64, _ paths: Paths, _ clocks: Clocks
  ) throws -> Key {
    let store = try ReminderStore(writing: paths, patience: 0)
    let moment = clocks.moment
    let due = Instant(milliseconds: clocks.milliseconds + delay)
    let entry = try store.create(
      NewReminder(
        text: text, trigger: .interval(bootID: moment.bootID, dueBoot: moment.boot + delay),
        due: due, in: .utc, words: "in", language: nil),
      at: moment.now)
    return Key(reminder: entry.id, due: due.milliseconds)
  }

  /// - Returns: whether there was something to answer.
  static func answer(
    _ reminder: Int64, _ answer: Answer, _ paths: Paths, _ clocks: Clocks
  ) throws -> Bool {
    let store = try ReminderStore(writing: paths, patience: 0)
    guard let target = try store.target(of: reminder) else { return false }
    return try store.answer(target, answer, at: clocks.moment.now, in: .utc)
  }
}
