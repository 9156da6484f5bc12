import CivilTime
import Configuration
import Localization
import Reminders
import Scheduler
import Store
import System

/// What is said of reminders.
extension Words {
  func title(_ text: String?) -> String { text ?? Product.spokenTitle }

  func time(_ due: Instant, now: Instant) -> String {
    clock.moment(zone.wall(at: due), from: zone.wall(at: now))
  }

  /// One line for standard output.
  func line(_ alert: Alert) -> String {
    let values: KeyValuePairs = [
      "id": String(alert.reminder), "text": VisibleText.line(title(alert.text)), "due": due(alert),
    ]
    let line = tr("{id}  {text}  {due}", values)
    return alert.isPossibleRepeat ? tr("{line} (perhaps shown before)", ["line": line]) : line
  }

  /// When it is or was due, how late it is from one second on, how often it was shown, and for how
  /// many missed ones it stands.
  func due(_ alert: Alert) -> String {
    let time = time(alert.due, now: alert.fired)
    let due =
      switch alert.purpose {
      case .before(let early) where alert.fired < alert.due:
        tr("in {length}: due {time}", ["length": remaining(alert, early).spoken, "time": time])
      case .due, .before:
        alert.lateness < 1000
          ? tr("due {time}", ["time": time])
          // Translators: the line of a popup. {time} is like "17:30:00" or "Thu 24 Dec 17:30:00".
          : tr("due {time}, {late} late", ["time": time, "late": alert.lateness.spoken])
      case .nag(let number):
        tr(
          number, "shown {n} time, due {time}, {age} ago", "shown {n} times, due {time}, {age} ago",
          ["time": time, "age": alert.lateness.spoken])
      case .unanswered, .confirmation, .mailRetry: tr("due {time}", ["time": time])
      case .again:
        tr(
          "shown again, due {time}, {age} ago", ["time": time, "age": alert.lateness.spoken])
      }
    guard alert.missed > 0 else { return due }
    let missed =
      alert.missed < 1000
      ? tr(alert.missed, "{n} earlier one was missed", "{n} earlier ones were missed")
      : tr("1000 or more earlier ones were missed")
    return tr("{due}, {missed}", ["due": due, "missed": missed])
  }

  /// How long it still is; the few milliseconds that an announcement comes late are not told.
  private func remaining(_ alert: Alert, _ early: Int64) -> Int64 {
    let left = alert.due.since(alert.fired)
    return abs(left - early) < 1000 ? early : left
  }

  /// systemd's STATUS=.
  func status(next: DueOccurrence?, now: Instant) -> String {
    guard let next else { return tr("Nothing pending") }
    // A longer message than the manager's socket takes would not even say that we are ready.
    let text = VisibleText.cut(title(next.text), characters: 200, bytes: 2000)
    return tr(
      "Next: {time} {text}", ["time": time(next.due, now: now), "text": VisibleText.line(text)])
  }

  // MARK: Popups

  /// An earlier hand-over was never answered.
  var possibleRepeat: String { tr("It may have been shown before.") }

  /// A button.
  /// - Parameter isOfMany: whether the popup shows several reminders.
  func label(_ action: PopupAction, isOfMany: Bool) -> String {
    switch action {
    // Translators: a button; the shorter the better.
    case .done where !isOfMany: tr("Done")
    // Translators: a button of a popup with several reminders.
    case .done: tr("All done")
    // Translators: a button; {length} is like "10 min".
    case .snooze(let length) where !isOfMany: tr("Snooze {length}", ["length": length.spoken])
    // Translators: a button that puts off all the reminders of a popup.
    case .snooze(let length): tr("All in {length}", ["length": length.spoken])
    }
  }

  // MARK: Many at once

  func reminders(_ count: Int) -> String { tr(count, "{n} reminder", "{n} reminders") }
  func more(_ count: Int) -> String { tr(count, "and {n} more", "and {n} more") }

  /// One of many, as short as can be: how late it is follows from its time.
  /// - Parameter title: what it is about, short.
  func entry(_ title: String, _ alert: Alert) -> String {
    let time = time(alert.due, now: alert.fired)
    return alert.purpose.isAnnouncement
      ? tr("{text}, due {time}", ["text": title, "time": time])
      : tr("{text}, {time}", ["text": title, "time": time])
  }

  /// What is said of these alerts, of which some are to be spoken; nil: nothing.
  func speech(_ alerts: [Alert]) -> String? {
    let spoken = alerts.filter { $0.options.speak == true }
    switch spoken.count {
    case 0: return nil
    case 1...3:
      return spoken.map { VisibleText.cut(title($0.text), characters: 200, bytes: 2000) }
        .joined(separator: "\n")
    default: return reminders(spoken.count)
    }
  }
}

/// What a mail says.
extension Words {
  /// The first line of the reminder's text.
  func mailSubject(_ alert: Alert) -> String {
    let line = title(alert.text).split(whereSeparator: \.isNewline).first.map(String.init)
    return VisibleText.line(VisibleText.cut(line ?? title(nil), characters: 200, bytes: 800))
  }

  func mailText(_ alert: Alert) -> String {
    let wall = zone.wall(at: alert.due)
    let when = clock.date(wall, from: WallTime(secondsAsUTC: 0)) + " " + clock.time(wall)
    var lines = [VisibleText.lines(title(alert.text)), ""]
    lines.append(
      alert.purpose.isAnnouncement
        ? tr("It is due {when}.", ["when": when]) : tr("Due {when}.", ["when": when]))
    if alert.purpose == .unanswered { lines.append(tr("It was shown, and nobody has answered.")) }
    if alert.purpose == .due, alert.lateness >= 60_000 {
      lines.append(tr("This mail is {late} late.", ["late": alert.lateness.spoken]))
    }
    if alert.missed > 0 {
      lines.append(
        tr(
          alert.missed, "It stands for {n} earlier one that was missed.",
          "It stands for {n} earlier ones that were missed."))
    }
    return lines.joined(separator: "\n")
  }

  /// Why a mail waits for the user, or will never go.
  func mailTrouble(_ alert: Alert, _ result: MailResult) -> String {
    let reason = result.reason ?? .helperFailed
    let values: KeyValuePairs = [
      "id": String(alert.reminder),
      "text": VisibleText.line(VisibleText.cut(title(alert.text), characters: 60, bytes: 240)),
      "reason": reason.mailReason ?? reason.rawValue,
    ]
    if reason == .outcomeUnknown {
      return tr(
        "Whether the mail of reminder {id} ({text}) has come, nobody can tell: the server's answer was lost. `remindctl mail retry {id}` sends it once more.",
        values)
    }
    let sentence =
      alert.purpose == .confirmation
      ? tr("The confirmation of request {id} ({text}) was not sent: {reason}.", values)
      : tr("The mail of reminder {id} ({text}) was not sent: {reason}.", values)
    let words = result.words
    let details = words.isEmpty ? "" : " " + VisibleText.line(words)
    guard reason.isForUser else { return sentence + details }
    return sentence + details + " " + tr("`remindctl mail retry` sends what waits.")
  }
}

/// Speaks to each reminder's maker in their language, since the daemon has none of its own.
struct LocaleScope {
  /// The locale that was spoken last, and what the store says of it.
  private var last: (language: String, locale: SpokenLocale)?

  /// What `speak` makes of `words` in a maker's language; in the daemon's own if that is not known.
  /// - Parameter language: as it is stored.
  mutating func speaking<Result>(
    _ language: String?, _ words: Words, _ speak: (Words) -> Result
  ) -> Result {
    guard let language else { return speak(words) }
    let known = last?.language == language ? last?.locale : nil
    let locale = known ?? SpokenLocale(UserLocale(text: language))
    last = (language, locale)
    return locale.speaking {
      var words = words
      words.clock = locale.clock
      return speak(words)
    }
  }
}
