/// What became of one attempt to send a mail, or to log in. The raw values are what the helper says.
package enum MailVerdict: String, CaseIterable, Sendable {
  /// The server took it; where only the login was tried, it was let in.
  case accepted
  /// Certainly not taken, and worth another attempt later.
  case retry
  /// Certainly not taken, and not before somebody changes something.
  case held
  /// Sent to its end, and the server's answer was lost: taken or not, nobody can tell (RFC 1047).
  case unknown
  /// Refused for good.
  case failed
}

/// Why it was not accepted. The raw values are what JSON says; remindctl(1) describes them.
package enum MailCode: String, CaseIterable, Error, Sendable {
  case accountNotFound = "account_not_found"
  case attachmentTooLarge = "attachment_too_large"
  case attachmentUnreadable = "attachment_unreadable"
  case authFailed = "auth_failed"
  /// Given up by its owner.
  case cancelled
  /// Given up: four days after its time, or where it would come too late.
  case expired
  /// The program `remind-mail` is not installed.
  case helperMissing = "helper_missing"
  /// It ended without an answer, or gave one that is none.
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
  /// It may have been sent, and its bytes are not there any more to be sent again as they were.
  case spoolLost = "spool_lost"
  case timeout
  case tlsFailed = "tls_failed"
}

/// What libcurl and the server said of one attempt.
package struct MailAttempt: Sendable, Equatable {
  /// How far the conversation had come: the last command that was sent (RFC 5321, 4.1.1).
  package enum Stage: String, CaseIterable, Sendable {
    /// Connecting, greeting, EHLO and STARTTLS.
    case greeting
    case login, sender, recipient
    /// DATA was sent: what follows is the mail itself.
    case data
  }

  /// How libcurl ended, as far as it matters here (libcurl-errors(3)).
  package enum End: Sendable, Equatable {
    case done
    /// CURLE_OPERATION_TIMEDOUT
    case timeout
    /// No STARTTLS, a certificate that does not hold, or none to check it by.
    case untrusted
    /// The encrypted connection did not come about.
    case handshake
    /// CURLE_LOGIN_DENIED and its like.
    case login
    /// There was no way to the server, and there is none to anywhere.
    case offline
    /// Anything else: the connection was refused, or broke.
    case broken
  }

  /// How it ended, and where.
  package var end: End
  package var stage: Stage
  /// The server's last reply code (CURLINFO_RESPONSE_CODE); 0: none.
  package var status: Int
  /// Whether all bytes of the mail were handed to the connection.
  package var isWhole: Bool

  package init(end: End, stage: Stage, status: Int, isWhole: Bool = false) {
    self.end = end
    self.stage = stage
    self.status = status
    self.isWhole = isWhole
  }

  /// What that means. The server's code decides, not libcurl's: the same error stands for "later",
  /// "never" and "perhaps taken" (measured against Exim, aiosmtpd and a server that drops).
  package var judgement: (verdict: MailVerdict, code: MailCode?) {
    if end == .done { return (.accepted, nil) }
    if end == .untrusted { return (.held, .tlsFailed) }
    if end == .offline { return (.held, .offline) }
    switch status {
    case 400..<500: return (.retry, .providerBusy)
    // 530: it wants a login that it did not offer (RFC 4954, 6).
    case 530, 534, 535, 538: return (.held, .authFailed)
    case 500..<600: return refusal
    case 354 where stage == .data && isWhole: return (.unknown, .outcomeUnknown)
    default: break
    }
    return switch end {
    case .timeout: (.retry, .timeout)
    case .login: (.held, .authFailed)
    case .handshake: (.retry, .tlsFailed)
    case .done, .untrusted, .offline, .broken: (.retry, .networkError)
    }
  }

  /// Of a reply from 500 on.
  private var refusal: (verdict: MailVerdict, code: MailCode?) {
    switch stage {
    // It is about us, not about this mail.
    case .greeting: (.retry, .providerRejected)
    case .login: (.held, .authFailed)
    case .sender, .data: (.failed, status == 552 ? .payloadTooLarge : .providerRejected)
    case .recipient: (.failed, status == 552 ? .payloadTooLarge : .invalidRecipient)
    }
  }
}
