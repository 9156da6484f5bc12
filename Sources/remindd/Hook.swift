import Scheduler

/// The user's own program, which is told what happens: one JSON object on its standard input each
/// time. What becomes of it changes nothing.
final class Hook {
  private let path: String
  private let spawner: Spawner

  /// - Parameter path: `hook` in the configuration.
  init(path: String) {
    self.path = path
    let hasFailed = Guarded(false)
    // More than a burst of a thousand are not kept.
    spawner = Spawner("hook", most: 1000) { failure in
      let isFirst = hasFailed.withLock { hasFailed in
        defer { hasFailed = true }
        return !hasFailed
      }
      if isFirst { Remindd.say(Words.hook(path, failure)) }
    }
  }

  func tell(_ announcement: Engine.Announcement) {
    spawner.run([path], input: announcement.json.text + "\n")
  }
}

extension Engine.Announcement {
  /// What the hook reads.
  var json: JSON {
    switch self {
    case .shown(let alert, let channel):
      .object(
        [("event", .string("shown")), ("channel", .string(channel.rawValue))] + alert.members)
    case .held(let alert, let obstacle):
      .object(
        [("event", .string("held")), ("reason", .string(obstacle.rawValue))] + alert.members)
    case .answered(let reminder, let uid, let answer):
      .object(
        [("event", .string("answered")), ("id", .number(reminder)), ("uid", .string(uid))]
          + answer.members)
    }
  }
}

extension Answer {
  fileprivate var members: [(name: String, value: JSON)] {
    switch self {
    case .done: [("answer", .string("done"))]
    case .dismissed: [("answer", .string("dismissed"))]
    case .snoozed(let until, _, _):
      [("answer", .string("snoozed")), ("until_ms", .number(until.milliseconds))]
    }
  }
}
