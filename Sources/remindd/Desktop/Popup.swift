import Reminders
import Scheduler
import System

/// What a popup shows, before it is known to whom: plain text, as the user is to read it.
struct Popup: Sendable, Equatable {
  /// What the user can answer with a click.
  struct Button: Sendable, Equatable {
    var action: PopupAction
    var label: String
  }

  /// The `delivery` row that the outcome belongs to.
  var delivery: Int64
  /// One line.
  var summary: String
  /// Lines, separated by newlines.
  var body: String
  /// Left out if the server has none.
  var buttons: [Button]
  var urgency = ReminderOptions.Urgency.normal
  /// Milliseconds after which it closes by itself; 0: never.
  var timeout: Int64 = 0
  var icon = Popup.icon
  /// Nil: silent.
  var sound: String? = Popup.sound
  /// The popup in whose place it comes, if that server is still the one.
  var replacing: PopupID?
  /// Whether it only brings that popup up to date.
  var isUpdate = false

  /// The longest summary, in characters.
  static let summaryLength = 80
  /// How many of them are sure to be seen: xfce4-notifyd, for one, gives a summary one line and cuts
  /// off the rest. A longer text is repeated in the body.
  static let summaryInView = 32
  /// How much of a long text goes into the body, in characters: dunst draws about as much and cuts
  /// off the rest, which would be the due time. All of it is in `remindctl show`.
  static let bodyLength = 500

  /// - Parameter snoozes: milliseconds of the snooze buttons.
  init(_ alert: Alert, words: Words, snoozes: [Int64]) {
    delivery = alert.delivery
    let text = Popup.text(of: alert)
    summary = VisibleText.cut(
      Popup.title(of: text, words), characters: Popup.summaryLength, bytes: 1000)

    var lines: [String] = []
    if !text.isEmpty, summary != text || summary.count > Popup.summaryInView {
      lines.append(VisibleText.cut(text, characters: Popup.bodyLength, bytes: 2000))
    }
    lines.append(words.due(alert))
    if alert.isPossibleRepeat { lines.append(words.possibleRepeat) }
    body = lines.joined(separator: "\n")

    buttons = Popup.buttons([alert], words, snoozes)
    urgency = alert.options.urgency ?? urgency
    // What is critical is ended by an answer, not by time.
    if urgency != .critical { timeout = alert.options.timeout ?? timeout }
    icon = alert.options.icon ?? icon
    setSound(alert.options.sound)
  }

  /// - Parameter name: nil if nothing was said.
  private mutating func setSound(_ name: String?) {
    if let name { sound = name == "none" ? nil : name }
  }

  private static func buttons(_ alerts: [Alert], _ words: Words, _ snoozes: [Int64]) -> [Button] {
    // What is only announced cannot be put off yet.
    let isAnnounced = alerts.allSatisfy(\.purpose.isAnnouncement)
    let actions = [PopupAction.done] + (isAnnounced ? [] : snoozes.map(PopupAction.snooze))
    return actions.map { action in
      Button(action: action, label: words.label(action, isOfMany: alerts.count > 1))
    }
  }

  private static func text(of alert: Alert) -> String {
    VisibleText.lines(alert.text ?? "").withoutOuterBlanks ?? ""
  }

  /// The first line, without tabs.
  private static func title(of text: String, _ words: Words) -> String {
    let line = String(text.prefix { $0 != "\n" }).withoutOuterBlanks
    return line.map { String($0.map { $0 == "\t" ? " " : $0 }) } ?? words.title(nil)
  }

  /// Something that the user should know, and that waits for no answer.
  init(notice: String) {
    delivery = 0
    summary = VisibleText.cut(notice, characters: Popup.summaryLength, bytes: 1000)
    body = notice
    buttons = []
    urgency = .low
    sound = nil
  }

  /// The body as it goes over the bus. A server that advertises `body-markup` reads it as markup
  /// (Desktop Notifications Specification 1.2, "Markup"), any other one shows it as it is. The
  /// summary is plain text everywhere.
  func body(markup: Bool) -> String {
    guard markup else { return body }
    var escaped = ""
    for scalar in body.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Who it comes from, for servers that show that.
  static let application = "remindctl"
  /// The icon (Icon Naming Specification: "an appointment will occur soon").
  static let icon = "appointment-soon"
  /// The category (Desktop Notifications Specification: `x-vendor.class`).
  static let category = "x-remindctl.reminder"
  /// The sound (Sound Naming Specification: "a user-configured alarm elapsed").
  static let sound = "alarm-clock-elapsed"
}

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
      let title = Popup.title(of: Popup.text(of: alert), words)
      return words.entry(
        VisibleText.cut(title, characters: Popup.namedLength, bytes: 500), alert)
    }
    if alerts.count > lines.count { lines.append(words.more(alerts.count - lines.count)) }
    if alerts.contains(where: \.isPossibleRepeat) { lines.append(words.possibleRepeat) }
    body = lines.joined(separator: "\n")

    buttons = Popup.buttons(alerts, words, snoozes)
    let options = alerts.map(\.options)
    if options.allSatisfy({ $0.urgency == .low }) { urgency = .low }
    // It stays as long as the one that stays longest, and 0 is for ever.
    let timeouts = options.map { $0.timeout ?? 0 }
    timeout = timeouts.contains(0) ? 0 : timeouts.max() ?? 0
    icon = options.first?.icon ?? icon
    setSound(options.first { $0.sound != "none" }.map(\.sound) ?? "none")
  }
}
