import CivilTime

/// A way to reach the user. The raw value is what the store and the JSON output say.
package enum Channel: String, CaseIterable, Sendable {
  /// A popup of the desktop's notification server.
  case desktop
  /// A line on the daemon's standard output: a terminal's, or under systemd the journal's.
  case stdout
  /// A mail, by way of the helper `remind-mail`. Made only for those that ask for one.
  case mail
}

/// What is handed to a channel: one alert, complete, so that a channel needs no store.
package struct Alert: Sendable, Equatable {
  /// The `delivery` row that the outcome belongs to.
  package var delivery: Int64
  /// The reminder's id, as the user knows it.
  package var reminder: Int64
  /// The reminder's UUID.
  package var uid: String
  /// The user's words; nil if none were given (the title is then the default one).
  package var text: String?
  /// The maker's locale (`UserLocale.text`); nil if none is known.
  package var language: String?
  package var due: Instant
  /// When the daemon took it up; lateness counts from `due` to here.
  package var fired: Instant
  /// Earlier occurrences of its series that never fired, and for which it stands.
  package var missed: Int
  package var purpose: Purpose
  package var options: ReminderOptions
  /// An earlier hand-over's fate is not known: this one may be the second.
  package var isPossibleRepeat: Bool

  package init(
    delivery: Int64, reminder: Int64, uid: String, text: String?, due: Instant, fired: Instant,
    missed: Int = 0, purpose: Purpose = .due, options: ReminderOptions = ReminderOptions(),
    isPossibleRepeat: Bool = false, language: String? = nil
  ) {
    self.delivery = delivery
    self.reminder = reminder
    self.uid = uid
    self.text = text
    self.due = due
    self.fired = fired
    self.missed = missed
    self.purpose = purpose
    self.options = options
    self.isPossibleRepeat = isPossibleRepeat
    self.language = language
  }

  /// Milliseconds between due and fired, never negative.
  package var lateness: Int64 { max(0, fired.since(due)) }
}

/// Who accepted an alert: a notification server as it calls itself (Desktop Notifications
/// Specification 1.2, GetServerInformation), and the name by which the bus knows this very process.
package struct Server: Sendable, Equatable {
  /// The bus's unique name for it and, behind an @, the bus's own GUID (`:1.42@0f3c…`): names begin
  /// again with every bus, that is with every login.
  package var uniqueName: String
  package var product: String
  package var version: String
  /// GetCapabilities, as the server gave them.
  package var capabilities: [String]

  package init(uniqueName: String, product: String, version: String, capabilities: [String]) {
    self.uniqueName = uniqueName
    self.product = product
    self.version = version
    self.capabilities = capabilities
  }
}

/// Why an alert is held, or was given up. The raw value is the column `reason`, and printed in JSON; each
/// program makes the sentence for it.
package enum HoldReason: String, CaseIterable, Sendable {
  /// No session bus: no address is known, its socket is gone, or it closed the connection.
  case noBus = "no-bus"
  /// A session bus, but no program owns org.freedesktop.Notifications, and none can be started.
  case noServer = "no-server"
  /// The server owns its name and does not say who it is when asked.
  case notAnswering = "not-answering"
  /// The server answered Notify with an error ("Exceeded maximum number of notifications").
  case refused
  /// Notify was sent and no answer came: it is not known whether it was shown.
  case noAnswer = "no-answer"
  /// The daemon ended between hand-over and record.
  case interrupted
  /// Standard output is closed, or cannot be written.
  case outputClosed = "output-closed"
  /// Standard output is a file, and there is no room for a line on its disk.
  case outputFull = "output-full"
  /// The reminder was cancelled first.
  case cancelled
  /// The user gave the answer first, elsewhere.
  case answered
  /// A newer occurrence of its series took its place.
  case superseded
  /// Quiet hours (`quiet` in the configuration).
  case quiet
  /// `remindctl pause`.
  case paused
  /// It would have come later than it is of use (`--max-late`).
  case tooLate = "too-late"
  /// Shown elsewhere, and no notification server appeared within `keep-open`.
  case outOfTime = "out-of-time"
  // Of mails alone; `cancelled` is shared.
  case accountNotFound = "account_not_found"
  case attachmentTooLarge = "attachment_too_large"
  case attachmentUnreadable = "attachment_unreadable"
  case authFailed = "auth_failed"
  /// Given up: four days after its time, or because it would come too late.
  case expired
  /// The program `remind-mail` is not installed.
  case helperMissing = "helper_missing"
  /// It ended without an answer, or gave one that cannot be read.
  case helperFailed = "helper_failed"
  case invalidRecipient = "invalid_recipient"
  case keyringLocked = "keyring_locked"
  case networkError = "network_error"
  /// The machine is in no network.
  case offline
  case outcomeUnknown = "outcome_unknown"
  case payloadTooLarge = "payload_too_large"
  case providerBusy = "provider_busy"
  case providerRejected = "provider_rejected"
  /// The account's cap for this hour is reached.
  case rateLimited = "rate_limited"
  case recipientNotAllowed = "recipient_not_allowed"
  case secretNotFound = "secret_not_found"
  /// It may have been sent, and its bytes are no longer there to be sent again as they were.
  case spoolLost = "spool_lost"
  case timeout
  case tlsFailed = "tls_failed"
}

/// What became of one hand-over.
package enum Outcome: Sendable, Equatable {
  /// A server answered with an id, or the line was written.
  case accepted(server: Server?, notification: UInt32?)
  /// Certainly not shown; to be tried again when its reason goes away.
  case held(HoldReason)
  /// Sent, and no answer: it may appear later.
  case unknown(HoldReason)
}

/// What the desktop channel knows of the notification server.
package enum DesktopState: Sendable, Equatable {
  /// Not known: the daemon has just started, or a popup went unanswered and the server is asked
  /// again.
  case probing
  /// Nothing can show a popup (`.noBus`, `.noServer`).
  case absent(HoldReason)
  /// A program owns the name, or can be started, and is not known to hang. The server is nil until
  /// it was asked who it is.
  case ready(Server?)
  /// The server does not say who it is; the question stays open, and its answer ends this state.
  case hung
}

extension HoldReason {
  /// Whether a mail waits for the user to do something about it.
  package var isForUser: Bool {
    switch self {
    case .accountNotFound, .authFailed, .helperMissing, .keyringLocked, .outcomeUnknown,
      .recipientNotAllowed, .secretNotFound, .tlsFailed:
      true
    default: false
    }
  }
}
