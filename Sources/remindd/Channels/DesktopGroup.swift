import Reminders
import Scheduler
import System

/// A popup for many reminders at once.
extension Popup {
  /// How many are named in the body; the others are counted.
  static let named = 6
  /// How much of the text of each, in characters.
  static let namedLength = 40

  /// - Parameters:
  ///   - alerts: none of them insists; they are shown in the order of their times. One alone looks like any other reminder.
  ///   - id: what the outcome belongs to.
  ///   - replacing: the popup in whose place this one comes.
  init(
    _ alerts: [Alert], id: Int64, replacing: PopupID?, words: Words, snoozes: [Int64]
  ) {
    if alerts.count == 1 {
      self.init(alerts[0], words: words, snoozes: snoozes)
    } else {
      self.init(group: alerts, words: words, snoozes: snoozes)
    }
    // A flood is heard once, and not at every change of the popup.
    if replacing != nil { sound = nil }
    delivery = id
    self.replacing = replacing
  }

  private init(group alerts: [Alert], words: Words, snoozes: [Int64]) {
    let alerts = alerts.sorted { ($0.due, $0.reminder) < ($1.due, $1.reminder) }
    delivery = alerts[0].delivery
    summary = words.reminders(alerts.count)

    var lines = alerts.prefix(Popup.named).map { alert in
      let text = VisibleText.lines(alert.text ?? "").trimmed
      let title = text.isEmpty ? words.title(nil) : text.firstLine
      return words.entry(
        VisibleText.cut(title, characters: Popup.namedLength, bytes: 500), alert)
    }
    if alerts.count > lines.count { lines.append(words.more(alerts.count - lines.count)) }
    if alerts.contains(where: \.isPossibleRepeat) { lines.append(words.possibleRepeat) }
    body = lines.joined(separator: "\n")

    buttons = [Button(action: .done, label: words.allDone)]
    if !alerts.allSatisfy(\.purpose.isAnnouncement) {
      buttons += snoozes.map { Button(action: .snooze($0), label: words.snoozeAll($0)) }
    }
    let options = alerts.map(\.options)
    if options.allSatisfy({ $0.urgency == .low }) { urgency = .low }
    // It stays as long as the one that stays longest, and 0 is for ever.
    let timeouts = options.map { $0.timeout ?? 0 }
    timeout = timeouts.contains(0) ? 0 : timeouts.max() ?? 0
    icon = options.first?.icon ?? icon
    setSound(options.first { $0.sound != "none" }.map(\.sound) ?? "none")
  }
}
