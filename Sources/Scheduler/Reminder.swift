/// A reminder that is to be stored.
public struct NewReminder: Sendable {
  /// The user's text; nil where none was given.
  public var text: String?
  public var trigger: Trigger
  /// The first instant at which it is due.
  public var due: Instant
  /// The first occurrence's place in the series (`Trigger.place`).
  public var place: Int64
  /// What the user typed, for `show`.
  public var words: String
  public var options = ReminderOptions()
  /// Its UUID; nil: a new one.
  public var uid: String?
  /// The maker's locale (`UserLocale.text`), so that a service without one can speak it.
  public var language: String?
  /// By which a request that is made again is known; nil: it makes another reminder.
  public var key: RequestKey?

  public init(
    text: String?, trigger: Trigger, due: Instant, in zone: Zone, words: String,
    language: String?
  ) {
    self.text = text
    self.trigger = trigger
    self.due = due
    place = trigger.place(of: due, in: trigger.zone(or: zone))
    self.words = words
    self.language = language
  }
}

/// One occurrence of a reminder together with what the user knows it by: a row of `list`.
public struct Entry: Sendable, Equatable {
  public var id: Int64
  public var uid: String
  public var text: String?
  public var trigger: Trigger
  public var created: Instant
  /// The `occurrence` row.
  public var occurrence: Int64
  public var due: Instant
  public var fired: Instant?
  /// Since when it is history; nil while it is to come or waits for an answer.
  public var ended: Instant?
  public var state: OccurrenceState
  /// Why a delivery of it waits; nil where none does.
  public var obstacle: Obstacle?
  public var options = ReminderOptions()
  /// Of one that was cancelled: whether it was only left out of its series. `history` knows.
  public var isSkipped = false
}

/// One delivery as `show` tells it.
public struct DeliveryRecord: Sendable, Equatable {
  public var channel: Channel
  public var attempt: Int
  public var state: DeliveryState
  /// Why it waits or was given up; of one that was accepted: why it had waited.
  public var obstacle: Obstacle?
  public var isPossibleRepeat: Bool
  /// The server that accepted it: product and version.
  public var product: String?
  public var version: String?
  public var claimed: Instant?
  public var ended: Instant?
  public var purpose: Purpose
  /// The occurrence that it is of.
  public var occurrence: Int64
}

/// One occurrence as `show` tells it.
public struct OccurrenceRecord: Sendable, Equatable {
  /// The `occurrence` row.
  public var id: Int64
  public var due: Instant
  /// When it was taken up.
  public var fired: Instant?
  public var ended: Instant?
  public var state: OccurrenceState
  /// Earlier ones of its series for which it stands.
  public var missed: Int
  /// Whether a snooze added it, beside the series.
  public var isSnooze: Bool
}

/// One line of a reminder's history.
public struct HistoryEvent: Sendable, Equatable {
  /// What happened; the raw value is stored.
  public enum Kind: String, CaseIterable, Sendable {
    case created, cancelled, done, dismissed, snoozed, skipped, edited, undone
    /// A calendar file made or changed it; its words are the file's name.
    case imported
    /// A pause was begun, changed or ended: of no reminder.
    case paused
    /// The server took its popup off the screen by itself.
    case dropped
    /// Its popup went with the notification server, or with the bus.
    case lost
    /// Its mails that waited were given up.
    case mailCancelled = "mail-cancelled"
    /// Its rule, which are the words, cannot be read: it does not come again.
    case ruleLost = "rule-lost"
  }

  /// How the words begin of what a request makes: its mails, and the reminder before its date.
  public static let requestWord = "request "
  public static let beforeDateWord = "--remind-before "

  /// When, by the wall clock.
  public var at: Instant
  public var kind: Kind
  /// What the user typed, where typing made it.
  public var words: String?
  /// What it took back.
  public var undoes: Kind?
  /// Of a snooze: until when.
  public var until: Instant?
}

/// A reminder's life, the last of it: of a series that goes on for years nobody reads all.
public struct Biography: Sendable, Equatable {
  /// How many of each there are at most; as many as the deliveries of one occurrence that insists.
  public static let most = ReminderOptions.Nag.mostTimes

  /// As it stands.
  public var entry: Entry
  /// What is to come, and the last.
  public var occurrences: [OccurrenceRecord]
  /// Those of the entry's occurrence, and the last.
  public var deliveries: [DeliveryRecord]
  /// The last.
  public var events: [HistoryEvent]
  /// How many of what has happened were left out.
  public var earlier = 0
}
