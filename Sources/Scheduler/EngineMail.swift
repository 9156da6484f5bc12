/// Mail: what is handed to a mailbox, one at a time, and what becomes of it.
extension Engine {
  /// What the engine remembers of mailboxes while it runs.
  struct MailState {
    /// Accounts that are not tried before this instant, and why: a login that is refused again and
    /// again locks some.
    var paused: [String: (because: Obstacle, until: Instant)] = [:]
    /// When mails went out in the last hour; nil where the store has not been asked.
    var sent: [String: [Instant]] = [:]
    /// What the user was told of each account, and need not hear again.
    var told: [String: Obstacle] = [:]
    /// What the store has of `mailAsked`.
    var asked: Int64?

    static let hour: Int64 = 3_600_000
  }

  /// Keeps back what is not to be tried now.
  /// - Returns: whether it is.
  func holdBack(_ alert: Alert, at moment: Moment) throws(StoreError) -> Bool {
    guard let step = try objection(to: alert, at: moment) else { return false }
    try commit { () throws(StoreError) in
      try store.record(step, ofMail: alert.delivery, by: nil, at: moment.now)
    }
    isArmed = false
    try tell(step, of: alert, text: "", at: moment)
    return true
  }

  private func objection(
    to alert: Alert, at moment: Moment
  ) throws(StoreError) -> MailPolicy.Step? {
    guard let content = alert.mailContent, let account = account(of: alert) else {
      return .hold(.accountNotFound)
    }
    guard let recipient = MailAddress(content.recipient) else { return .over(.invalidRecipient) }
    guard account.allows(recipient) else { return .hold(.recipientNotAllowed) }
    if let maxLate = alert.options.maxLate, alert.purpose == .due,
      moment.now.since(alert.due) > maxLate
    {
      return .over(.tooLate)
    }
    if let pause = self.mail.paused[account.name] {
      if moment.now < pause.until, pause.until.since(moment.now) <= MailPolicy.loginPause {
        return .hold(pause.because)
      }
      self.mail.paused[account.name] = nil
    }
    return try capped(account, at: moment)
  }

  /// Waits where as many have gone in this hour as may.
  private func capped(_ account: MailAccount, at moment: Moment) throws(StoreError)
    -> MailPolicy.Step?
  {
    guard let limit = moment.now.advanced(by: -MailState.hour) else { return nil }
    let known =
      if let sent = mail.sent[account.name] { sent } else {
        try store.mailsSent(by: account.name, after: limit)
      }
    let recent = known.filter { $0 > limit && $0 <= moment.now }
    mail.sent[account.name] = recent
    guard recent.count >= account.hourlyCap,
      let free = recent[recent.count - account.hourlyCap].advanced(by: MailState.hour)
    else { return nil }
    return .again(.rateLimited, at: free)
  }

  /// Whether it goes to the user's own address.
  private func isOwn(_ alert: Alert) -> Bool {
    let recipient = alert.mailContent.flatMap { MailAddress($0.recipient) }
    return recipient.flatMap { account(of: alert)?.isOwn($0) } ?? false
  }

  private func account(of alert: Alert) -> MailAccount? {
    settings.accounts.first { $0.name == alert.options.mail?.account }
  }

  /// What became of a mail.
  func take(_ result: MailResult, ofMail delivery: Int64, at moment: Moment) throws(StoreError) {
    guard let alert = inFlight[.mail]?.first, alert.delivery == delivery else { return }
    inFlight[.mail] = nil
    guard outage == nil else {
      // The row stays claimed: with the next daemon, or `mail retry`, it goes on.
      let outcome: Outcome =
        result.verdict == .accepted
        ? .accepted(server: server(of: alert, result), notification: nil)
        : .held(Obstacle(result.code ?? .helperFailed))
      outage?.note(outcome, of: alert, on: .mail, at: moment.now)
      return
    }
    // What answers another mail begins when that has gone.
    let due = try store.mailAnswered(by: delivery)?.ended ?? alert.due
    let step = MailPolicy.step(
      after: result, attempt: try store.attempt(of: delivery), of: delivery, due: due,
      isOwn: isOwn(alert), at: moment.now)
    if let name = alert.options.mail?.account {
      switch step {
      case .done, .unsure:
        mail.sent[name, default: []].append(moment.now)
        mail.told[name] = nil
      case .hold(let obstacle):
        if let until = moment.now.advanced(by: MailPolicy.loginPause) {
          mail.paused[name] = (obstacle, until)
        }
      case .again, .over: break
      }
    }
    try commit { () throws(StoreError) in
      try store.record(step, ofMail: delivery, by: server(of: alert, result), at: moment.now)
    }
    isArmed = false
    try tell(step, of: alert, text: result.text, at: moment)
    store.checkpoint(beyond: 8000)
  }

  /// Never a mail about a mail: the desktop says it. What was only to be mailed is shown where it never
  /// will be.
  private func tell(
    _ step: MailPolicy.Step, of alert: Alert, text: String, at moment: Moment
  ) throws(StoreError) {
    switch step {
    case .done, .again, .unsure(again: .some): return
    case .hold(let obstacle):
      let name = alert.options.mail?.account ?? ""
      guard mail.told[name] != obstacle else { return }
      mail.told[name] = obstacle
      actions.append(.mailTrouble(alert, obstacle, text: text))
    case .unsure(again: nil):
      actions.append(.mailTrouble(alert, .outcomeUnknown, text: text))
    // As it was asked for.
    case .over(.tooLate) where alert.options.maxLate != nil: return
    case .over(let obstacle):
      actions.append(.mailTrouble(alert, obstacle, text: text))
      guard alert.options.mail?.isOnly == true, alert.purpose != .confirmation else { return }
      try commit { () throws(StoreError) in
        try store.add(shown(alert.options), inPlaceOf: alert.delivery)
      }
    }
  }

  private func server(of alert: Alert, _ result: MailResult) -> Server? {
    account(of: alert).map {
      Server(uniqueName: "", product: $0.server, version: result.text, capabilities: [])
    }
  }

  /// Somebody has mail sent that waits: a refused login is tried once more, and its answer told.
  func takeAskedMail() throws(StoreError) {
    let asked = try store.mailAsked()
    guard asked != mail.asked else { return }
    mail.asked = asked
    mail.paused = [:]
    mail.told = [:]
  }

  /// The configuration is another one, or a daemon starts: what waited for that goes on.
  func releaseMail(at moment: Moment) throws(StoreError) {
    mail = MailState()
    mail.asked = try store.mailAsked()
    guard try store.hasHeld(on: .mail) else { return }
    try commit { () throws(StoreError) in try store.releaseHeldMail() }
    isArmed = false
  }

  /// Mails that an earlier daemon had in hand: what is the user's own may come twice, what is
  /// another's waits for the user.
  func adoptMail(at moment: Moment) throws(StoreError) {
    mail.asked = try store.mailAsked()
    for alert in try store.interruptedMail() {
      let step = MailPolicy.Step.unsure(
        again: isOwn(alert) ? moment.now.advanced(by: MailPolicy.doubt) : nil)
      try store.record(step, ofMail: alert.delivery, by: nil, at: moment.now)
    }
    try store.releaseHeldMail()
  }
}
