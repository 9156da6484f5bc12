import CivilTime

/// What became of one attempt to send a mail, or to log in: `remind-mail` prints it, the daemon reads it, the
/// engine adds when the mail is tried again, and the store keeps it.
package struct MailResult: Error, Equatable {
  /// The raw values are what the helper prints and the table `attempt` keeps.
  package enum Verdict: String, CaseIterable, Sendable {
    /// The server took it; if only the login was tried, it was let in.
    case accepted
    /// Certainly not taken, and worth another attempt later.
    case retry
    /// Certainly not taken, and not before something changes.
    case held
    /// Sent to its end, and the server's answer was lost: it is not known whether it was taken (RFC 1047).
    case unknown
    /// Refused, or given up, for good.
    case failed
  }

  /// Whether it was taken, and if not, whether it can be.
  package var verdict: Verdict
  /// Nil: it was accepted.
  package var reason: HoldReason?
  /// The server's last reply code (RFC 5321, 4.2); 0: none.
  package var status: Int
  /// The server's words, or libcurl's; of an accepted mail, how the server calls it.
  package var text: String
  /// Where the secret came from; nil: it did not come to that.
  package var secret: MailSecretSource?
  /// What else is known; nil: nothing, or `text` says it.
  package var detail: Detail?
  /// When it is tried again; nil: not before the user changes something, or asks for it.
  package var again: Instant?

  package init(
    _ verdict: Verdict, _ reason: HoldReason? = nil, status: Int = 0, text: String = "",
    secret: MailSecretSource? = nil, detail: Detail? = nil, again: Instant? = nil
  ) {
    self.verdict = verdict
    self.reason = reason
    self.status = status
    self.text = text
    self.secret = secret
    self.detail = detail
    self.again = again
  }
}

extension MailResult {
  /// How far the conversation had come: the last command that was sent (RFC 5321, 4.1.1).
  package enum Stage: String, CaseIterable, Sendable {
    /// Connecting, greeting, EHLO and STARTTLS.
    case greeting
    case login, sender, recipient
    /// DATA was sent: the mail itself follows.
    case data
  }

  /// How libcurl ended, as far as it matters here (libcurl-errors(3)).
  package enum End: Sendable, Equatable {
    case done
    /// CURLE_OPERATION_TIMEDOUT
    case timeout
    /// No STARTTLS, an invalid certificate, or none to check it by.
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

  /// Judges an attempt. The server's code decides, not libcurl's: the same error stands for "later",
  /// "never" and "perhaps taken" (measured against Exim, aiosmtpd and a server that drops).
  /// - Parameters:
  ///   - status: the server's last reply code (CURLINFO_RESPONSE_CODE); 0: none.
  ///   - isWhole: whether all bytes of the mail were handed to the connection.
  package init(
    _ end: End, at stage: Stage, status: Int, isWhole: Bool = false, text: String = ""
  ) {
    let judgement: (Verdict, HoldReason?) =
      switch (end, status) {
      case (.done, _): (.accepted, nil)
      case (.untrusted, _): (.held, .tlsFailed)
      case (.offline, _): (.held, .offline)
      case (_, 400..<500): (.retry, .providerBusy)
      // 530: it wants a login that it did not offer (RFC 4954, 6).
      case (_, 530), (_, 534), (_, 535), (_, 538): (.held, .authFailed)
      case (_, 500..<600): MailResult.refusal(at: stage, status)
      case (_, 354) where stage == .data && isWhole: (.unknown, .outcomeUnknown)
      case (.timeout, _): (.retry, .timeout)
      case (.login, _): (.held, .authFailed)
      case (.handshake, _): (.retry, .tlsFailed)
      case (.broken, _): (.retry, .networkError)
      }
    self.init(judgement.0, judgement.1, status: status, text: text)
  }

  /// Of a reply from 500 on.
  private static func refusal(at stage: Stage, _ status: Int) -> (Verdict, HoldReason?) {
    switch stage {
    // It is about us, not about this mail.
    case .greeting: (.retry, .providerRejected)
    case .login: (.held, .authFailed)
    case .sender, .data: (.failed, status == 552 ? .payloadTooLarge : .providerRejected)
    case .recipient: (.failed, status == 552 ? .payloadTooLarge : .invalidRecipient)
    }
  }
}

extension MailResult {
  /// What is known beyond the reason, if we know it and no server has said it. Each program makes the words.
  package struct Detail: Sendable, Equatable {
    /// The raw values are what the helper prints.
    package enum Kind: String, CaseIterable, Sendable {
      /// A secret's source printed nothing.
      case empty
      /// It ended with the exit code `number`, by this signal, or was ended after so many milliseconds.
      case exited, signalled
      case tooSlow = "too-slow"
      /// It printed more than a secret can be, in one line.
      case tooMuch = "too-much"
      /// A password command with unbalanced quotes.
      case quotes
      /// The netrc file `path`, which others can read.
      case readable
      /// The server offers no login that can be used.
      case noLogin = "no-login"
      /// errno, and of which file, if of any.
      case system
      /// No source has a secret; `path` lists those that were asked.
      case asked
    }

    /// What it is, and what its sentence needs.
    package var kind: Kind
    package var number: Int64
    package var path: String?

    package init(_ kind: Kind, _ number: Int64 = 0, path: String? = nil) {
      self.kind = kind
      self.number = number
      self.path = path
    }
  }
}

/// Where the secret of an account can come from, in the order in which they are asked.
package enum MailSecretSource: String, CaseIterable, Sendable {
  /// `password-command` in the account's group.
  case command = "password-command"
  /// The Secret Service (a keyring), by secret-tool(1).
  case keyring = "secret-tool"
  /// A file that systemd hands to the service (systemd.exec(5), "Credentials").
  case credential = "systemd-credential"
  case netrc
}
