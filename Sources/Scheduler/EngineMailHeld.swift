import CivilTime
import Configuration
import Mail
import Reminders
import Store

/// What has mails go on that wait.
extension Engine {
  /// Has the event loop listen for the end of what a mail waits for, if that can be heard, and no longer than
  /// something waits for it.
  func listen(after result: MailResult) throws(StoreError) {
    if result.again != nil, let reason = result.reason, [.offline, .keyringLocked].contains(reason)
    {
      if mail.awaited.insert(reason).inserted { actions.append(.listen(for: reason, true)) }
      return
    }
    for reason in mail.awaited where try !store.hasMail(heldFor: reason) { stopListening(reason) }
  }

  private func stopListening(_ reason: HoldReason) {
    mail.awaited.remove(reason)
    actions.append(.listen(for: reason, false))
  }

  /// What was listened for has happened: the mails that waited for it go on, a moment later, since a network
  /// has its addresses and names by then; and once a minute at most, since it may come and go.
  func wakeMail(heldFor reason: HoldReason, at moment: ClockReading) throws(StoreError) {
    guard outage == nil, mail.awaited.contains(reason) else { return }
    mail.open(shutBecause: reason)
    var wake = moment.now.advanced(by: MailPolicy.settling) ?? moment.now
    if let woken = mail.woken[reason], moment.now.since(woken) >= 0,
      let next = woken.advanced(by: MailPolicy.wakingPause)
    {
      wake = max(wake, next)
    }
    let count = try commit { () throws(StoreError) in
      try store.wakeMail(heldFor: reason, at: wake)
    }
    isArmed = false
    mail.woken[reason] = wake
    if count == 0 { stopListening(reason) }
  }

  /// `mail retry` was run: a refused login is tried once more, and its answer told.
  func noteAskedMail() throws(StoreError) {
    let asked = try store.mailAsked()
    guard asked != mail.asked else { return }
    mail.asked = asked
    mail.open(shutBecause: nil)
  }

  /// Has all that waits go on, whatever for.
  /// - Parameter accounts: of these alone; nil: of all.
  func releaseMail(of accounts: [String]? = nil) throws(StoreError) {
    guard outage == nil, try store.hasHeld(on: .mail) else { return }
    try commit { () throws(StoreError) in
      try store.releaseMail(heldFor: nil, of: accounts)
    }
    isArmed = false
  }

  /// The configuration has changed: what waits for a changed account goes on. A server that could not be
  /// reached may be another one now, or the cap is higher.
  /// - Parameter before: the accounts as they were. One that is the same is not tried again: refused logins
  ///   lock some.
  func releaseMail(changedFrom before: [MailAccount]) throws(StoreError) {
    let changed = settings.accounts.filter { !before.contains($0) }.map(\.name)
    guard !changed.isEmpty else { return }
    for name in changed { (mail[name].shut, mail[name].told) = (nil, nil) }
    try releaseMail(of: changed)
  }

  /// Mails that an earlier daemon had in hand and had let go: the user's own may come twice, what is
  /// another's waits for the user.
  func adoptMail(at moment: ClockReading) throws(StoreError) {
    mail.asked = try store.mailAsked()
    for alert in try store.interruptedMail() {
      try write(MailResult(.unknown, .interrupted), of: alert, at: moment.now)
    }
    try store.releaseMail(heldFor: HoldReason.mailConditions)
  }
}
