import CivilTime
import Reminders
import Store

/// What the user says about what was shown.
extension Engine {
  /// A server said something about a popup; whether it is one of ours, the store knows.
  func take(_ event: PopupEvent, of popup: PopupID, at moment: ClockReading) throws(StoreError) {
    // A server that was full has room again, whosever popup it was.
    if case .closed = event {
      hasRoom = true
      try releaseRefused()
    }
    let shown = try store.shown(in: popup)
    guard !shown.isEmpty else { return }
    switch event {
    case .action(let key):
      guard let action = PopupAction(key: key) else { return }
      // What is only announced is not due yet: it can be done early, and not put off.
      let answered = action == .done ? shown : shown.filter { !$0.purpose.isAnnouncement }
      try answer(answered.map(\.target), by: action, at: moment)
      try commit { () throws(StoreError) in try store.close(popup, at: moment.now) }
      // Some servers leave the popup open after an action; closing a closed one is harmless.
      actions.append(.withdraw(popup))
    case .closed(let reason):
      // Closing says that it was seen, of one alone: not of many at once, of none that insists
      // until it is answered, and not of an announcement.
      if reason == 2, shown.count == 1, let only = shown.first, !only.purpose.isAnnouncement,
        !only.target.options.filled(from: settings.defaults).isInsistent
      {
        try answer(only.target, .dismissed, at: moment)
      }
      try commit { () throws(StoreError) in
        // 3 is what we asked for.
        if reason != 2, reason != 3 { try store.noteDropped(shown, at: moment.now) }
        try store.close(popup, at: moment.now)
      }
    }
    if run.together == popup { run = PopupRun() }
    isArmed = false
  }

  /// Has one tried again that a server refused, and the next when that was accepted: all at once
  /// would be refused but for the first.
  func releaseRefused() throws(StoreError) {
    guard hasRoom, try store.hasRefused() else { return }
    try commit { () throws(StoreError) in try store.releaseRefused() }
  }

  private func answer(
    _ targets: [DueOccurrence], by action: PopupAction, at moment: ClockReading
  ) throws(StoreError) {
    for target in targets {
      switch action {
      case .done: try answer(target, .done, at: moment)
      case .snooze(let length):
        guard let until = moment.now.advanced(by: length) else { return }
        try answer(
          target,
          .snoozed(until: until, bootID: moment.bootID, dueBoot: moment.boot + length), at: moment)
      }
    }
  }

  private func answer(
    _ target: DueOccurrence, _ answer: Answer, at moment: ClockReading
  ) throws(StoreError) {
    let zone = zones(of: [target], at: moment.now)(target)
    _ = try commit { () throws(StoreError) in
      try store.answer(target, answer, at: moment.now, in: zone)
    }
  }

  /// Shows once more what was shown while nobody looked, and tries again what failed meanwhile.
  func showUnansweredAgain(at moment: ClockReading) throws(StoreError) {
    (triesOnceMore, isUserBack) = (true, true)
    guard let limit = moment.now.advanced(by: -settings.keepOpen) else { return }
    try commit { () throws(StoreError) in
      try store.showUnansweredAgain(firedAfter: limit, at: moment.now)
    }
    isArmed = false
  }
}
