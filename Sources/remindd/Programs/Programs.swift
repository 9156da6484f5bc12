import CivilTime
@preconcurrency import Dispatch
import Glibc
import Reminders
import Scheduler
import Store
import System

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
  func run(forChangesIn store: ReminderStore, in zone: Zone) {
    guard let changes = try? store.changes(since: &position) else { return }
    for change in changes where change.isForHooks {
      spawner.run([path], input: change.json(in: zone).text + "\n")
    }
  }
}

extension Change {
  fileprivate var isForHooks: Bool {
    switch self {
    case .delivery(let record, of: _): [.accepted, .held, .unknown].contains(record.state)
    case .event(let event, of: _): [.done, .dismissed, .snoozed].contains(event.kind)
    case .pause: false
    }
  }
}

/// What is heard when something is shown, through programs of the desktop if they are found:
/// the sound that a server does not play itself (libcanberra), and speech (speech-dispatcher).
final class AudioFeedback {
  /// What each hand-over asks for.
  private var wishes: [Int64: (sound: String?, speech: String?)] = [:]
  /// A sound that comes while one is played is not heard anyway.
  private let sounds = Spawner("sounds", most: 1)
  private let speech = Spawner("speech", most: 4)

  /// Something is being handed over.
  /// - Parameters:
  ///   - sound: a name of the Sound Naming Specification, for servers that play none.
  ///   - speech: what is to be said.
  func prepare(_ delivery: Int64, sound: String?, speech: String?) {
    if sound != nil || speech != nil { wishes[delivery] = (sound, speech) }
  }

  /// It was shown, or was not.
  func finish(_ delivery: Int64, _ outcome: Outcome) {
    // A server that has not answered may yet.
    if case .unknown = outcome { return }
    guard let wish = wishes.removeValue(forKey: delivery), case .accepted(let server, _) = outcome
    else { return }
    if let sound = wish.sound, server?.capabilities.contains("sound") == false,
      let player = ChildProcess.path(of: "canberra-gtk-play")
    {
      sounds.run([player, "-i", sound])
    }
    if let words = wish.speech, let speaker = ChildProcess.path(of: "spd-say") {
      speech.run([speaker, "--", words])
    }
  }
}
