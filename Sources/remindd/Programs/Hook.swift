import CivilTime
import Scheduler
import Store

/// The user's own program, which is told what happens: one JSON object on its standard input each
/// time, the same that `remindctl watch --json` prints. What becomes of it changes nothing.
final class Hook {
  private let path: String
  private let spawner: Spawner
  private var position: WatchPosition

  /// - Parameters:
  ///   - path: `hook` in the configuration.
  ///   - store: what has happened in it up to now is not told.
  init(path: String, _ store: ReminderStore) {
    self.path = path
    position = (try? store.watchPosition()) ?? .start
    let hasFailed = Mutex(false)
    // Enough for a burst of a thousand; a hook that is slow for ever must not fill the memory.
    spawner = Spawner("hook", most: 4000) { failure in
      let isFirst = hasFailed.withLock { hasFailed in
        defer { hasFailed = true }
        return !hasFailed
      }
      if isFirst { Remindd.say(Words.hook(path, failure)) }
    }
  }

  /// Tells what has been shown, held and answered since the last time, by whomever.
  /// - Parameter zone: whose times are written out.
  func tell(of store: ReminderStore, in zone: Zone) {
    guard let changes = try? store.changes(since: &position) else { return }
    for change in changes where change.isForHooks {
      spawner.run([path], input: change.json(in: zone).text + "\n")
    }
  }
}

extension Change {
  fileprivate var isForHooks: Bool {
    switch self {
    case .delivery(let record, of: _):
      switch record.state {
      case .accepted, .held, .unknown: true
      case .scheduled, .claimed, .failed: false
      }
    case .event(let event, of: _):
      switch event.kind {
      case .done, .dismissed, .snoozed: true
      case .created, .cancelled, .skipped, .edited, .imported, .undone, .dropped, .lost, .paused,
        .mailCancelled, .ruleLost:
        false
      }
    case .pause: false
    }
  }
}
