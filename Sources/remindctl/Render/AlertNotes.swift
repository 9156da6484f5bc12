import CivilTime
import Localization
import Reminders
import System

extension Context {
  /// Why a reminder is not shown at its time (`quiet` or `paused`), and when it is; nil if it is.
  /// - Parameter pauseEnd: as the store has it.
  func silence(
    at due: Instant, quiet: QuietHours, pauseEnd: Instant?
  ) -> (reason: HoldReason, end: Instant)? {
    // The zone's file is read for it.
    func quietEnd(_ at: Instant) -> Instant? {
      quiet.isEmpty ? nil : quiet.end(at: at, in: systemZone)
    }
    if let pauseEnd, pauseEnd > due {
      // A pause may end in the night.
      return (.paused, quietEnd(pauseEnd) ?? pauseEnd)
    }
    return quietEnd(due).map { (.quiet, $0) }
  }
}

/// What happens around a reminder's time beside its being shown, a sentence each.
struct AlertNotes {
  /// Its further alerts, and what is said of its mail.
  private var lines: [String]
  /// That it is shown later than at its time, and how to change that.
  private(set) var silenceLines: [String] = []
  /// The silence in JSON; nothing if there is none.
  private(set) var members: JSON.Members = []

  /// - Parameters:
  ///   - mail: what is said of its mail.
  ///   - id: nil if it is not stored.
  ///   - pauseEnd: as the store has it.
  init(
    _ options: ReminderOptions, _ mail: [String] = [], due: Instant, isRepeating: Bool = false,
    id: Int64?, pauseEnd: Instant?, _ context: Context
  ) {
    lines = options.alerts(at: due, isRepeating: isRepeating, context) + mail
    let configuration = context.configuration
    // A mail makes no noise, and goes all the same.
    // What has passed is shown now, if it is.
    guard options.filled(from: configuration.defaults).urgency != .critical,
      options.mail?.isOnly != true,
      let silence = context.silence(
        at: max(due, context.now), quiet: configuration.quiet, pauseEnd: pauseEnd)
    else { return }
    let until = JSON.time("until", silence.end, in: context.local.zone)
    members = [("silence", .object([("reason", .word(silence.reason))] + until))]
    let when = context.when(silence.end)
    var sentence =
      silence.reason == .paused
      ? tr("Reminders are paused then: it is shown {when}.", ["when": when])
      : tr("Those are quiet hours: it is shown {when}.", ["when": when])
    if let maxLate = options.maxLate, silence.end.since(due) > maxLate {
      sentence += " " + tr("That is later than --max-late allows: it is dropped.")
    }
    let remedy =
      id.map { tr("`remindctl edit {id} --urgency critical` lets it through.", ["id": String($0)]) }
      ?? tr("With --urgency critical it comes through.")
    silenceLines = [sentence, remedy]
  }

  /// All that there is to say, each on its line below the reminder's.
  var text: String { (lines + silenceLines).indentedLines }

  /// That it is shown later than at its time, and how to change that.
  var silenceText: String { silenceLines.indentedLines }
}

extension ReminderOptions {
  /// The further alerts of a reminder that is due then, a sentence each.
  fileprivate func alerts(at due: Instant, isRepeating: Bool, _ context: Context) -> [String] {
    var lines = before.map { before in
      let length = before.spoken(units: 4)
      if isRepeating { return tr("Announced {length} before, each time.", ["length": length]) }
      guard let at = due.advanced(by: -before), at > context.now else {
        return tr("It is too late to announce it {length} before.", ["length": length])
      }
      return tr("Announced {when}, {length} before.", ["when": context.when(at), "length": length])
    }
    let isShown = mail?.isOnly != true
    if let nag, isShown {
      let printed = Nag.mostPrinted
      let values: KeyValuePairs = [
        "length": nag.every.spoken(units: 4), "n": String(nag.times), "printed": String(printed),
      ]
      lines.append(
        nag.times > printed
          ? tr(
            """
            Shown again every {length} until you answer, {n} times in all at most, {printed} where it is \
            only printed.
            """, values)
          : tr("Shown again every {length} until you answer, {n} times in all at most.", values))
    }
    if let maxLate {
      lines.append(
        tr(
          "Dropped where it would come more than {length} late.",
          ["length": maxLate.spoken(units: 4)]))
    }
    if let timeout, timeout > 0, isShown {
      lines.append(
        tr("Its popup closes by itself after {length}.", ["length": timeout.spoken(units: 4)]))
    }
    if speak == true, isShown { lines.append(tr("It is read aloud, too.")) }
    return lines
  }

  /// Each option that was asked for, and its value for people.
  var named: [(option: Option, value: String)] {
    let nag = nag.map {
      tr(
        "every {length}, {n} times at most",
        ["length": $0.every.spoken(units: 4), "n": String($0.times)])
    }
    // Translators: the value of an option: never closed by itself.
    let timeout = timeout.map { $0 == 0 ? tr("never") : $0.spoken(units: 4) }
    func list(_ all: [String]?) -> String? {
      guard let all, !all.isEmpty else { return nil }
      return Messages.list(all)
    }
    let values: [(Option, String?)] = [
      (.urgency, urgency?.rawValue), (.nag, nag),
      (.before, list(before.map { $0.spoken(units: 4) })), (.maxLate, maxLate?.spoken(units: 4)),
      (.timeout, timeout), (.sound, sound), (.icon, icon.map(VisibleText.line)),
      (.speak, speak.map { $0 ? tr("yes") : tr("no") }), (.tag, tag),
      (.mailTo, mail.map { VisibleText.line($0.recipient) }),
      // Said if it is another one: most users have one account.
      (.account, mail?.account), (.channel, mail?.isOnly == true ? "mail" : nil),
      (.ifUnanswered, mail?.ifUnanswered?.spoken(units: 4)),
      (.attach, list(mail?.attachments.map { VisibleText.line($0.name) })),
    ]
    return values.compactMap { option, value in value.map { (option, $0) } }
  }

  /// What is another now than in `old`, a sentence each.
  func changes(from old: ReminderOptions) -> [String] {
    let (before, after) = (old.named, named)
    // Translators: the value of an option that was not given.
    let unset = tr("as usual")
    return (Option.alerts + Option.mails).compactMap { option in
      let was = before.first { $0.option == option }?.value ?? unset
      let new = after.first { $0.option == option }?.value ?? unset
      guard was != new else { return nil }
      return tr("{option}: {old} -> {new}", ["option": option.long, "old": was, "new": new])
    }
  }
}

extension Context {
  /// A pause's end; nil if it is over.
  func running(_ pauseEnd: Instant?) -> Instant? { pauseEnd.flatMap { $0 > now ? $0 : nil } }

  /// That reminders are paused, and how to change that.
  func paused(until end: Instant, _ distance: String) -> String {
    Messages.paused(until: dateAndTime(at: end), distance) + " " + Messages.howToResume
  }

  /// Why only critical reminders are shown now, for people; nil if all are.
  /// - Parameter pauseEnd: as the store has it.
  func silenceNow(pauseEnd: Instant?) -> String? {
    let silence = silence(at: now, quiet: configuration.quiet, pauseEnd: pauseEnd)
    guard let silence else { return nil }
    let isPaused = silence.reason == .paused
    let end = isPaused ? pauseEnd ?? silence.end : silence.end
    let (when, distance) = (dateAndTime(at: end), distance(to: end))
    return isPaused
      ? Messages.paused(until: when, distance) : Messages.quiet(until: when, distance)
  }

  /// The end of the pause in JSON; null if there is none.
  func pauseMembers(_ end: Instant?) -> JSON.Members {
    JSON.time("paused_until", running(end), in: local.zone)
  }
}
