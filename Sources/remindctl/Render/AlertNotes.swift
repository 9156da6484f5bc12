import CivilTime
import Localization
import Reminders
import System

/// Why a reminder is not shown at its time, and when it is.
struct Silence: Equatable {
  /// `quiet` or `paused`.
  var reason: HoldReason
  var end: Instant
}

extension Context {
  /// The silence in which `due` lies; nil if it lies in none.
  /// - Parameter pauseEnd: as the store has it.
  func silence(at due: Instant, quiet: QuietHours, pauseEnd: Instant?) -> Silence? {
    // The zone's file is read for it.
    func quietEnd(_ at: Instant) -> Instant? {
      quiet.isEmpty ? nil : quiet.end(at: at, in: systemZone)
    }
    if let pauseEnd, pauseEnd > due {
      // A pause may end in the night.
      return Silence(reason: .paused, end: quietEnd(pauseEnd) ?? pauseEnd)
    }
    return quietEnd(due).map { Silence(reason: .quiet, end: $0) }
  }
}

/// What happens around a reminder's time beside its being shown, a sentence each.
struct AlertNotes {
  private let options: ReminderOptions
  private let due: Instant
  private let isRepeating: Bool
  private let silence: Silence?
  private let id: Int64?
  private let context: Context
  /// What is said of its mail.
  private let mail: [String]

  /// - Parameters:
  ///   - mail: what is said of its mail.
  ///   - id: nil if it is not stored.
  ///   - pauseEnd: as the store has it.
  init(
    _ options: ReminderOptions, _ mail: [String] = [], due: Instant, isRepeating: Bool, id: Int64?,
    pauseEnd: Instant?,
    _ context: Context
  ) {
    self.options = options
    self.mail = mail
    self.due = due
    self.isRepeating = isRepeating
    self.id = id
    self.context = context
    let configuration = context.configuration
    let isCritical = options.filled(from: configuration.defaults).urgency == .critical
    // A mail makes no noise, and goes all the same.
    // What has passed is shown now, if it is.
    let shown = max(due, context.now)
    silence =
      isCritical || options.mail?.isOnly == true
      ? nil : context.silence(at: shown, quiet: configuration.quiet, pauseEnd: pauseEnd)
  }

  /// All that there is to say, each on its line below the reminder's.
  var text: String { (lines + silenceLines).indentedLines }

  /// That it is shown later than at its time, and how to change that.
  var silenceText: String { silenceLines.indentedLines }

  private var lines: [String] {
    var lines = options.before.map(announcement)
    let isShown = options.mail?.isOnly != true
    if let nag = options.nag, isShown {
      let printed = ReminderOptions.Nag.mostPrinted
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
    if let maxLate = options.maxLate {
      lines.append(
        tr(
          "Dropped where it would come more than {length} late.",
          ["length": maxLate.spoken(units: 4)]))
    }
    if let timeout = options.timeout, timeout > 0, isShown {
      lines.append(
        tr("Its popup closes by itself after {length}.", ["length": timeout.spoken(units: 4)]))
    }
    if options.speak == true, isShown { lines.append(tr("It is read aloud, too.")) }
    return lines + mail
  }

  private func announcement(_ before: Int64) -> String {
    let length = before.spoken(units: 4)
    if isRepeating { return tr("Announced {length} before, each time.", ["length": length]) }
    guard let at = due.advanced(by: -before), at > context.now else {
      return tr("It is too late to announce it {length} before.", ["length": length])
    }
    return tr("Announced {when}, {length} before.", ["when": context.when(at), "length": length])
  }

  /// The same, a sentence each.
  var silenceLines: [String] {
    guard let silence else { return [] }
    let when = context.when(silence.end)
    var sentence =
      silence.reason == .paused
      ? tr("Reminders are paused then: it is shown {when}.", ["when": when])
      : tr("Those are quiet hours: it is shown {when}.", ["when": when])
    if let maxLate = options.maxLate, silence.end.since(due) > maxLate {
      sentence += " " + tr("That is later than --max-late allows: it is dropped.")
    }
    guard let id else { return [sentence, tr("With --urgency critical it comes through.")] }
    return [
      sentence,
      tr("`remindctl edit {id} --urgency critical` lets it through.", ["id": String(id)]),
    ]
  }

  /// The silence in JSON; nothing if there is none.
  var members: [(name: String, value: JSON)] {
    guard let silence else { return [] }
    let until = JSON.time("until", silence.end, in: context.local.zone)
    return [("silence", .object([("reason", .string(silence.reason.rawValue))] + until))]
  }
}

extension ReminderOptions {
  /// Each option that was asked for, and its value for people.
  var named: [(option: Option, value: String)] {
    var named: [(Option, String)] = []
    func add(_ option: Option, _ value: String?) {
      if let value { named.append((option, value)) }
    }
    add(.urgency, urgency?.rawValue)
    add(
      .nag,
      nag.map {
        tr(
          "every {length}, {n} times at most",
          ["length": $0.every.spoken(units: 4), "n": String($0.times)])
      })
    add(
      .before,
      before.isEmpty ? nil : Messages.list(before.map { $0.spoken(units: 4) }))
    add(.maxLate, maxLate?.spoken(units: 4))
    // Translators: the value of an option: never closed by itself.
    add(.timeout, timeout.map { $0 == 0 ? tr("never") : $0.spoken(units: 4) })
    add(.sound, sound)
    add(.icon, icon.map(VisibleText.line))
    add(.speak, speak.map { $0 ? tr("yes") : tr("no") })
    add(.tag, tag)
    add(.mailTo, mail.map { VisibleText.line($0.recipient) })
    // Said if it is another one: most users have one account.
    add(.account, mail?.account)
    add(.channel, mail?.isOnly == true ? "mail" : nil)
    add(.ifUnanswered, mail?.ifUnanswered?.spoken(units: 4))
    let names = mail?.attachments.map { VisibleText.line($0.name) } ?? []
    add(.attach, names.isEmpty ? nil : Messages.list(names))
    return named
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
