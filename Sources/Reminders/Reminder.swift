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

/// What happened to a reminder; the raw value is stored.
package enum ChangeKind: String, CaseIterable, Sendable {
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
