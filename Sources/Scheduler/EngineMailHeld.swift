import CivilTime

/// Mails that wait, and what has them go on.
extension Engine {
  /// Why a mail is not to be tried now; nil where it is.
  func objection(
    to alert: Alert, at moment: ClockReading
  ) throws(StoreError) -> MailPolicy.Step? {
    guard let content = alert.mailContent, let account = account(of: alert) else {
      return .hold(.accountNotFound)
    }
    guard let recipient = MailAddress(content.recipient) else { return .over(.invalidRecipient) }
    guard account.allows(recipient) else { return .hold(.recipientNotAllowed) }
    if let maxLate = alert.options.maxLate, alert.purpose == .due,
      moment.now.since(alert.due) > maxLate
    {
      return .over(.expired)
    }
    if let pause = mail.paused[account.name] {
      if moment.now < pause.until, pause.until.since(moment.now) <= MailPolicy.longPause {
        return .again(pause.because, at: pause.until)
      }
      mail.paused[account.name] = nil
    }
    if try isLost(alert) { return .over(.spoolLost) }
    return try capped(account, at: moment)
  }

  /// Whether the bytes of what may have been sent are gone: others would be another mail.
  private func isLost(_ alert: Alert) throws(StoreError) -> Bool {
    guard alert.isPossibleRepeat, !places.hasMail(of: alert.uid, delivery: alert.delivery) else {
      return false
    }
    return try store.wasWritten(alert.delivery)
  }

  /// Waits where as many have gone in this hour as may.
  private func capped(_ account: MailAccount, at moment: ClockReading) throws(StoreError)
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

  /// Has the event loop listen for the end of what a mail waits for, where that can be heard, and no
  /// longer than something waits for it.
  func listen(after step: MailPolicy.Step) throws(StoreError) {
    if case .again(let obstacle, _) = step, [.offline, .keyringLocked].contains(obstacle) {
      if mail.awaited.insert(obstacle).inserted { actions.append(.listen(for: obstacle, true)) }
      return
    }
    for obstacle in mail.awaited where try !store.hasMail(heldFor: obstacle) { stop(obstacle) }
  }

  private func stop(_ obstacle: Obstacle) {
    mail.awaited.remove(obstacle)
    actions.append(.listen(for: obstacle, false))
  }

  /// What could be heard has happened: what waited for it goes on, a moment later, since a network has
  /// its addresses and names by then; and once a minute at most, since it may come and go.
  func takeEnd(of obstacle: Obstacle, at moment: ClockReading) throws(StoreError) {
    guard outage == nil, mail.awaited.contains(obstacle) else { return }
    mail.paused = mail.paused.filter { $0.value.because != obstacle }
    var wake = moment.now.advanced(by: MailPolicy.settling) ?? moment.now
    if let woken = mail.woken[obstacle], moment.now.since(woken) >= 0,
      let next = woken.advanced(by: MailPolicy.wakingPause)
    {
      wake = max(wake, next)
    }
    let count = try commit { () throws(StoreError) in
      try store.wakeMail(heldFor: obstacle, at: wake)
    }
    isArmed = false
    mail.woken[obstacle] = wake
    if count == 0 { stop(obstacle) }
  }

  /// Somebody has mail sent that waits: a refused login is tried once more, and its answer told.
  func takeAskedMail() throws(StoreError) {
    let asked = try store.mailAsked()
    guard asked != mail.asked else { return }
    mail.asked = asked
    mail.paused = [:]
    mail.told = [:]
  }

  /// Somebody asks for a new look at everything.
  func releaseMail() throws(StoreError) {
    mail.paused = [:]
    mail.told = [:]
    mail.sent = [:]
    try release(of: nil)
  }

  /// The configuration is another one: what waited goes on, whatever for. A server that could not be reached
  /// is another one now, or its cap is higher.
  /// - Parameter before: the accounts as they were. One that is the same is not tried again: logins that
  ///   are refused lock some.
  func releaseMail(changedFrom before: [MailAccount]) throws(StoreError) {
    let changed = settings.accounts.filter { !before.contains($0) }.map(\.name)
    guard !changed.isEmpty else { return }
    for name in changed {
      mail.paused[name] = nil
      mail.told[name] = nil
    }
    try release(of: changed)
  }

  private func release(of accounts: [String]?) throws(StoreError) {
    guard outage == nil, try store.hasHeld(on: .mail) else { return }
    try commit { () throws(StoreError) in
      try store.releaseMail(heldFor: nil, of: accounts)
    }
    isArmed = false
  }

  /// Mails that an earlier daemon had in hand: what had not begun to go goes on; of the rest, what is the
  /// user's own may come twice, what is another's waits for the user.
  func adoptMail(at moment: ClockReading) throws(StoreError) {
    mail.asked = try store.mailAsked()
    for alert in try store.interruptedMail() {
      let step = MailPolicy.Step.unsure(
        again: isOwn(alert) ? moment.now.advanced(by: MailPolicy.doubt) : nil)
      try store.note(
        MailResult(.unknown, .outcomeUnknown), because: .interrupted, ofMail: alert.delivery,
        at: moment.now)
      try store.record(step, ofMail: alert.delivery, by: nil, at: moment.now)
    }
    try store.releaseMail(heldFor: Obstacle.mailConditions)
  }
}
