import CivilTime
import Reminders

/// One occurrence of a reminder together with what the user knows it by: a row of `list`.
package struct Entry: Sendable, Equatable {
  package var id: Int64
  package var uid: String
  package var text: String?
  package var trigger: Trigger
  package var created: Instant
  /// The `occurrence` row.
  package var occurrence: Int64
  package var due: Instant
  package var fired: Instant?
  /// Since when it is history; nil while it is to come or waits for an answer.
  package var ended: Instant?
  package var state: OccurrenceState
  /// Why a delivery of it waits; nil if none does.
  package var holdReason: HoldReason?
  package var options = ReminderOptions()
  /// Of one that was cancelled: whether it was only left out of its series. `history` knows.
  package var isSkipped = false
}

/// One delivery as `show` tells it.
package struct DeliveryRecord: Sendable, Equatable {
  package var channel: Channel
  package var attempt: Int
  package var state: DeliveryState
  /// Why it waits or was given up; of one that was accepted: why it had waited.
  package var holdReason: HoldReason?
  package var isPossibleRepeat: Bool
  /// The server that accepted it: product and version.
  package var product: String?
  package var version: String?
  package var claimed: Instant?
  package var ended: Instant?
  package var purpose: Purpose
  /// The occurrence that it is of.
  package var occurrence: Int64
}

/// One occurrence as `show` tells it.
package struct OccurrenceRecord: Sendable, Equatable {
  /// The `occurrence` row.
  package var id: Int64
  package var due: Instant
  /// When it was taken up.
  package var fired: Instant?
  package var ended: Instant?
  package var state: OccurrenceState
  /// Earlier ones of its series for which it stands.
  package var missed: Int
  /// Whether a snooze added it to the series.
  package var isSnooze: Bool
}

/// One line of a reminder's history.
package struct HistoryEvent: Sendable, Equatable {
  /// What happened; the raw value is stored.
  package enum Kind: String, CaseIterable, Sendable {
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
  package static let requestWord = "request "
  package static let beforeDateWord = "--remind-before "

  /// When, by the wall clock.
  package var at: Instant
  package var kind: Kind
  /// What the user typed, where typing made it.
  package var words: String?
  /// What it took back.
  package var undoes: Kind?
  /// Of a snooze: until when.
  package var until: Instant?
}

/// The end of a reminder's history: that of a series may go on for years.
package struct Biography: Sendable, Equatable {
  /// How many of each there are at most; as many as the deliveries of one occurrence that insists.
  package static let most = ReminderOptions.Nag.mostTimes

  /// As it stands.
  package var entry: Entry
  /// What is to come, and the last.
  package var occurrences: [OccurrenceRecord]
  /// Those of the entry's occurrence, and the last.
  package var deliveries: [DeliveryRecord]
  /// The last.
  package var events: [HistoryEvent]
  /// How many of what has happened were left out.
  package var earlier = 0
}
