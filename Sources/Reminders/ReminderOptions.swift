import CivilTime

/// What a reminder was asked to do except to be shown at its time. Nil everywhere: what the
/// configuration says, or what the default is.
package struct ReminderOptions: Sendable, Equatable {
  /// The Desktop Notifications Specification's urgency levels.
  package enum Urgency: String, CaseIterable, Sendable { case low, normal, critical }

  /// Again until it is answered.
  package struct Nag: Sendable, Equatable {
    /// Milliseconds between one showing and the next.
    package var every: Int64
    /// How often it is shown in all, the first time included.
    package var times: Int

    /// How often if it is not said.
    package static let usualTimes = 12
    /// The most that `times` may be.
    package static let mostTimes = 1000
    /// How often it is printed at most: a line that is not read is not worth repeating as often as
    /// a popup.
    package static let mostPrinted = 3
    /// The least that `every` may be.
    package static let leastEvery: Int64 = 1000

    package init(every: Int64, times: Int = usualTimes) {
      self.every = every
      self.times = times
    }
  }

  /// `critical` breaks through quiet hours and pauses, and is ended only by an answer.
  package var urgency: Urgency?
  /// A name of the Sound Naming Specification, or `none`.
  package var sound: String?
  /// Milliseconds after which the popup closes by itself; 0: never.
  package var timeout: Int64?
  package var nag: Nag?
  /// Milliseconds before the time at which it is announced, each once.
  package var before: [Int64] = []
  /// Milliseconds after which it is of no use any more.
  package var maxLate: Int64?
  package var tag: String?
  /// A name of the Icon Naming Specification, or a file.
  package var icon: String?
  /// Whether it is read aloud.
  package var speak: Bool?
  /// Nil: no mail.
  package var mail: Mail?

  /// That it goes to a mailbox.
  package struct Mail: Sendable, Equatable {
    /// The account's name in the configuration.
    package var account: String
    /// To whom.
    package var recipient: String
    /// Whether it is mailed in place of being shown.
    package var isOnly = false
    /// Milliseconds that an answer has, without which the mail goes; nil: it goes at the time.
    package var ifUnanswered: Int64?
    /// What goes with it: copies, made when the reminder was.
    package var attachments: [MailMessage.Attachment] = []
    /// What is mailed; nil: what the reminder says.
    package var letter: TemplatedMail?

    package init(account: String, recipient: String) {
      self.account = account
      self.recipient = recipient
    }
  }

  package init() {}

  /// Whether nothing was asked for.
  package var isEmpty: Bool { self == ReminderOptions() }

  /// Whether closing the popup is no answer: it ends only by one.
  package var isInsistent: Bool { urgency == .critical || nag != nil }

  /// These options, with those of `defaults` where nothing is said of urgency, sound, timeout, icon
  /// or speech.
  package func filled(from defaults: ReminderOptions) -> ReminderOptions {
    var options = self
    options.urgency = urgency ?? defaults.urgency
    options.sound = sound ?? defaults.sound
    options.timeout = timeout ?? defaults.timeout
    options.icon = icon ?? defaults.icon
    options.speak = speak ?? defaults.speak
    return options
  }

  /// What a new reminder begins with: those of `defaults` that it keeps when they are changed
  /// later, since they are told when it is made.
  package static func new(_ defaults: ReminderOptions) -> ReminderOptions {
    var options = ReminderOptions()
    options.nag = defaults.nag
    options.before = defaults.before
    options.maxLate = defaults.maxLate
    return options
  }
}

extension ReminderOptions {
  /// How the store holds them, and JSON output prints them.
  package var json: JSON {
    .object(
      JSON.members([
        "urgency": JSON(urgency?.rawValue), "sound": JSON(sound), "timeout_ms": JSON(timeout),
        "nag_ms": JSON(nag?.every), "nag_times": JSON(nag.map { Int64($0.times) }),
        "before_ms": before.isEmpty ? nil : .array(before.map(JSON.number)),
        "max_late_ms": JSON(maxLate), "tag": JSON(tag), "icon": JSON(icon),
        "speak": speak.map(JSON.boolean), "mail": mail?.json,
      ]))
  }

  /// Reads what `json` writes. Members of another type count as missing.
  package init(_ json: JSON) {
    urgency = json["urgency"]?.string.flatMap(Urgency.init)
    sound = json["sound"]?.string
    timeout = json["timeout_ms"]?.length
    nag = json["nag_ms"]?.length.map {
      Nag(every: $0, times: json["nag_times"]?.length.map(Int.init) ?? Nag.usualTimes)
    }
    before = json["before_ms"]?.array?.compactMap(\.length) ?? []
    maxLate = json["max_late_ms"]?.length
    tag = json["tag"]?.string
    icon = json["icon"]?.string
    speak = json["speak"]?.boolean
    mail = json["mail"].flatMap(Mail.init)
  }
}

extension ReminderOptions.Mail {
  fileprivate var json: JSON {
    let files: [JSON] = attachments.map { ["name": .string($0.name), "file": .string($0.path)] }
    return .object(
      JSON.members([
        "account": .string(account), "to": .string(recipient), "only": .boolean(isOnly),
        "if_unanswered_ms": JSON(ifUnanswered), "attachments": files.isEmpty ? nil : .array(files),
        "request": letter?.json,
      ]))
  }

  fileprivate init?(_ json: JSON) {
    guard let account = json["account"]?.string, let recipient = json["to"]?.string else {
      return nil
    }
    self.init(account: account, recipient: recipient)
    isOnly = json["only"]?.boolean ?? false
    ifUnanswered = json["if_unanswered_ms"]?.length
    attachments = (json["attachments"]?.array ?? []).compactMap { file in
      guard let path = file["file"]?.string, let name = file["name"]?.string else { return nil }
      return MailMessage.Attachment(path: path, name: name)
    }
    letter = json["request"].flatMap(TemplatedMail.init)
  }
}

/// What one delivery is for.
package enum Purpose: Sendable, Hashable {
  /// The reminder itself.
  case due
  /// An announcement, so many milliseconds before.
  case before(Int64)
  /// The nth showing of one that insists; the first is `due`.
  case nag(Int)
  /// Shown once more, for the nth time: the user was away, or took an answer back.
  case again(Int)
  /// Mailed, since there was no answer.
  case unanswered
  /// Mailed to the person who asked for something, since that was sent.
  case confirmation
  /// An alarm alone: mail that waits is tried again.
  case mailRetry

  /// How the store says it.
  package var text: String {
    switch self {
    case .due: "due"
    case .before(let milliseconds): "before:\(milliseconds)"
    case .nag(let number): "nag:\(number)"
    case .again(let number): "again:\(number)"
    case .unanswered: "unanswered"
    case .confirmation: "confirmation"
    case .mailRetry: "mail-retry"
    }
  }

  package init(text: String) {
    let parts = text.split(separator: ":", maxSplits: 1)
    let number = (parts.count == 2 ? Int64(parts[1]) : nil).flatMap {
      (0...Instant.latest.milliseconds).contains($0) ? $0 : nil
    }
    switch (parts.first, number) {
    case ("before", let number?): self = .before(number)
    case ("nag", let number?): self = .nag(Int(number))
    case ("again", let number?): self = .again(Int(number))
    case ("unanswered", nil): self = .unanswered
    case ("confirmation", nil): self = .confirmation
    case ("mail-retry", nil): self = .mailRetry
    default: self = .due
    }
  }

  /// Whether the occurrence's time has come.
  package var isAnnouncement: Bool { if case .before = self { true } else { false } }
}
