import CivilTime
import Reminders
import Scheduler
import System

/// Why a reminder is not shown at its time, and when it is.
struct Silence: Equatable {
  /// `quiet` or `paused`.
  var obstacle: HoldReason
  var end: Instant
}

extension Context {
  /// The silence in which `due` lies; nil where it lies in none.
  /// - Parameter pauseEnd: as the store has it.
  func silence(at due: Instant, quiet: QuietHours, pauseEnd: Instant?) -> Silence? {
    // The zone's file is read for it.
    func quietEnd(_ at: Instant) -> Instant? {
      quiet.isEmpty ? nil : quiet.end(at: at, in: systemZone)
    }
    if let pauseEnd, pauseEnd > due {
      // A pause may end in the night.
      return Silence(obstacle: .paused, end: quietEnd(pauseEnd) ?? pauseEnd)
    }
    return quietEnd(due).map { Silence(obstacle: .quiet, end: $0) }
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
  ///   - id: nil where it is not stored.
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
      lines.append(Messages.nags(every: nag.every.spoken(units: 4), times: nag.times))
    }
    if let maxLate = options.maxLate {
      lines.append(Messages.expires(after: maxLate.spoken(units: 4)))
    }
    if let timeout = options.timeout, timeout > 0, isShown {
      lines.append(Messages.closes(after: timeout.spoken(units: 4)))
    }
    if options.speak == true, isShown { lines.append(Messages.isReadAloud) }
    return lines + mail
  }

  private func announcement(_ before: Int64) -> String {
    let length = before.spoken(units: 4)
    if isRepeating { return Messages.announcedEach(before: length) }
    guard let at = due.advanced(by: -before), at > context.now else {
      return Messages.tooLateToAnnounce(before: length)
    }
    return Messages.announced(context.when(at), before: length)
  }

  /// The same, a sentence each.
  var silenceLines: [String] {
    guard let silence else { return [] }
    let when = context.when(silence.end)
    let sentence =
      silence.obstacle == .paused
      ? Messages.pausedThen(shown: when) : Messages.quietThen(shown: when)
    let isDropped = options.maxLate.map { silence.end.since(due) > $0 } ?? false
    return [
      isDropped ? sentence + " " + Messages.droppedByThen : sentence,
      Messages.breakThrough(id: id.map(String.init)),
    ]
  }

  /// The silence in JSON; nothing where there is none.
  var members: [(name: String, value: JSON)] {
    guard let silence else { return [] }
    return [
      (
        "silence",
        [
          "reason": .string(silence.obstacle.rawValue),
          "until": .string(silence.end.rfc3339(in: context.local.zone)),
          "until_ms": .number(silence.end.milliseconds),
        ]
      )
    ]
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
    add(.nag, nag.map { Messages.nag(every: $0.every.spoken(units: 4), times: $0.times) })
    add(
      .before,
      before.isEmpty ? nil : Messages.list(before.map { $0.spoken(units: 4) }))
    add(.maxLate, maxLate?.spoken(units: 4))
    add(.timeout, timeout.map { $0 == 0 ? Messages.never : $0.spoken(units: 4) })
    add(.sound, sound)
    add(.icon, icon.map(VisibleText.line))
    add(.speak, speak.map { $0 ? Messages.yes : Messages.no })
    add(.tag, tag)
    add(.mailTo, mail.map { VisibleText.line($0.recipient) })
    // Said where it is another one: most have one account.
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
    return (Option.alerts + Option.mails).compactMap { option in
      let was = before.first { $0.option == option }?.value ?? Messages.unset
      let new = after.first { $0.option == option }?.value ?? Messages.unset
      return was == new ? nil : Messages.option(option.long, was: was, is: new)
    }
  }
}
