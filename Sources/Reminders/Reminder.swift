// Reminders are the values that all other modules share: what makes a reminder due and what it asks
// for, the occurrences and deliveries that come of it, every move between their states (`Lifecycle`),
// mails, and JSON. They are values only: nothing here reads a file, a clock or the store.

import CivilTime

/// A reminder that is to be stored.
package struct NewReminder: Sendable {
  /// The user's text; nil if none was given.
  package var text: String?
  package var trigger: Trigger
  /// The first instant at which it is due.
  package var due: Instant
  /// The first occurrence's place in the series (`Trigger.place`).
  package var place: Int64
  /// What the user typed, for `show`.
  package var words: String
  package var options = ReminderOptions()
  /// Its UUID; nil: a new one.
  package var uid: String?
  /// The maker's locale (`UserLocale.text`), so that a service without one can speak it.
  package var language: String?
  /// By which a request that is made again is known; nil: it makes another reminder.
  package var key: RequestKey?

  package init(
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

/// What a program calls one request, so that the same request made again makes nothing twice
/// (`--idempotency-key`; the same as the header field of
/// draft-ietf-httpapi-idempotency-key-header). It is known for as long as its reminder is.
package struct RequestKey: Sendable, Equatable {
  /// One to `most` of ASCII's visible characters.
  package private(set) var text: String
  /// What was asked for, word by word: other words under the same key are a mistake.
  package let asked: String

  /// The most characters that a key has.
  package static let most = 200

  /// - Returns: nil if `text` is not a key.
  package init?(_ text: String, asked: [String]) {
    guard (1...RequestKey.most).contains(text.utf8.count),
      text.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
    else { return nil }
    self.text = text
    self.asked = JSON.array(asked.map(JSON.string)).text
  }

  /// That of the further reminders which one request makes, from 1 on; 0: its own.
  package func part(_ number: Int) -> RequestKey {
    var key = self
    // No key that is given has a blank.
    if number > 0 { key.text += " \(number)" }
    return key
  }
}

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

  package init(
    id: Int64, uid: String, text: String? = nil, trigger: Trigger, created: Instant,
    occurrence: Int64, due: Instant, fired: Instant? = nil, ended: Instant? = nil,
    state: OccurrenceState, holdReason: HoldReason? = nil,
    options: ReminderOptions = ReminderOptions(),
    isSkipped: Bool = false
  ) {
    self.id = id
    self.uid = uid
    self.text = text
    self.trigger = trigger
    self.created = created
    self.occurrence = occurrence
    self.due = due
    self.fired = fired
    self.ended = ended
    self.state = state
    self.holdReason = holdReason
    self.options = options
    self.isSkipped = isSkipped
  }
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

  package init(
    channel: Channel, attempt: Int, state: DeliveryState, holdReason: HoldReason? = nil,
    isPossibleRepeat: Bool, product: String? = nil, version: String? = nil, claimed: Instant? = nil,
    ended: Instant? = nil, purpose: Purpose, occurrence: Int64
  ) {
    self.channel = channel
    self.attempt = attempt
    self.state = state
    self.holdReason = holdReason
    self.isPossibleRepeat = isPossibleRepeat
    self.product = product
    self.version = version
    self.claimed = claimed
    self.ended = ended
    self.purpose = purpose
    self.occurrence = occurrence
  }
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

  package init(
    id: Int64, due: Instant, fired: Instant? = nil, ended: Instant? = nil, state: OccurrenceState,
    missed: Int, isSnooze: Bool
  ) {
    self.id = id
    self.due = due
    self.fired = fired
    self.ended = ended
    self.state = state
    self.missed = missed
    self.isSnooze = isSnooze
  }
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

  package init(
    at: Instant, kind: Kind, words: String? = nil, undoes: Kind? = nil, until: Instant? = nil
  ) {
    self.at = at
    self.kind = kind
    self.words = words
    self.undoes = undoes
    self.until = until
  }
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

  package init(
    entry: Entry, occurrences: [OccurrenceRecord], deliveries: [DeliveryRecord],
    events: [HistoryEvent], earlier: Int = 0
  ) {
    self.entry = entry
    self.occurrences = occurrences
    self.deliveries = deliveries
    self.events = events
    self.earlier = earlier
  }
}
