import CivilTime
import Configuration
import Mail
import Reminders
import Store

/// The gates of mail, one for each account: each has one mail in hand at a time. Accounts go side by side, so a server
/// that hangs keeps only its own mails waiting.
struct MailGates {
  /// What is known of one account's mailbox.
  private struct Gate {
    /// Why nothing is tried, and until when: a login that is refused again and again locks some accounts.
    var shut: (because: HoldReason, until: Instant)?
    /// When mails went out in the last hour; nil: the store has not been asked.
    var sent: [Instant]?
    /// What the user was told, and need not hear again.
    var told: HoldReason?
  }

  /// As the configuration has them.
  private var accounts: [MailAccount]
  private var gates: [String: Gate] = [:]
  /// What the store has of `mailAsked`.
  private var asked: Int64?
  /// What the event loop listens for.
  private var awaited: Set<HoldReason> = []
  /// When the end of what was listened for had mails go on.
  private var woken: [HoldReason: Instant] = [:]

  private static let hour: Int64 = 3_600_000
  /// How many accounts are busy at the same time: each has a process.
  private static let most = 8

  init(accounts: [MailAccount]) { self.accounts = accounts }

  // MARK: Handing over

  /// Claims the next mail of an account that is free.
  /// - Returns: the mail, and whether there may be more.
  mutating func claimNext(
    notOf busy: [String], _ tick: inout Tick
  ) throws -> (alert: Alert?, isMore: Bool) {
    let most = max(1, min(accounts.count, MailGates.most))
    guard busy.count < most,
      let next = try tick.read({ try $0.nextDeliveries(on: .mail, limit: 1, notOf: busy) })?.first
    else { return (nil, false) }
    var alert = tick.planner.filled(next)
    if let result = try rejection(of: alert, tick) {
      // Why it is not tried now.
      try tick.edit { try $0.record(result, ofMail: alert.delivery, by: nil, at: tick.now) }
      try report(result, of: alert, &tick)
      try listen(after: result, &tick)
      return (nil, true)
    }
    guard try tick.edit({ try $0.claim(alert.delivery, at: tick.now) }) == true else {
      return (nil, true)
    }
    alert.fired = tick.now
    return (alert, busy.count + 1 < most)
  }

  /// The helper asks whether a mail's bytes may go. The permission is on the disk before it is given, so a
  /// mail without one has certainly not gone.
  func isPermitted(_ alert: Alert, _ tick: Tick) throws -> Bool {
    guard try tick.edit({ try $0.permitMail(alert.delivery, at: tick.now) }) == true else {
      return false
    }
    try tick.ledger.commit(at: tick.now)
    try tick.read { try $0.sync() }
    return true
  }

  // MARK: What became of a mail

  /// Records what became of a mail that was in hand, and tells the user what they have to know.
  mutating func record(_ result: MailResult, of alert: Alert, _ tick: inout Tick) throws {
    guard
      let settled = try tick.ledger.record(result, ofMail: alert, tick.planner, at: tick.now)
    else { return }
    let account = alert.account
    switch settled.verdict {
    case .accepted, .unknown:
      var gate = gates[account] ?? Gate()
      gate.sent = (gate.sent ?? []) + [tick.now]
      gate.told = nil
      gates[account] = gate
    case .held:
      if let reason = settled.reason, let again = settled.again {
        gates[account, default: Gate()].shut = (reason, again)
      }
    case .retry, .failed: break
    }
    try report(settled, of: alert, &tick)
    try listen(after: settled, &tick)
  }

  /// Never a mail about a mail: the desktop says it. What was only to be mailed, and never will be, is shown
  /// instead.
  private mutating func report(
    _ result: MailResult, of alert: Alert, _ tick: inout Tick
  ) throws {
    switch (result.verdict, result.reason) {
    case (.accepted, _), (.failed, .cancelled), (.failed, .answered): return
    case (.held, let reason?), (.retry, let reason?):
      // What passes by itself is not told; the rest once for each account.
      guard reason.isForUser, gates[alert.account]?.told != reason else { return }
      gates[alert.account, default: Gate()].told = reason
      tick.actions.append(.mailTrouble(alert, result))
    case (.unknown, _):
      if result.again == nil { tick.actions.append(.mailTrouble(alert, result)) }
    // As it was asked for.
    case (.failed, .expired) where alert.options.maxLate != nil: return
    case (.failed, _), (.held, nil), (.retry, nil):
      tick.actions.append(.mailTrouble(alert, result))
      guard alert.options.mail?.isOnly == true, alert.purpose != .confirmation else { return }
      let planned = tick.planner.shown(alert.options)
      try tick.edit { try $0.add(planned, inPlaceOf: alert.delivery) }
    }
  }

  // MARK: Why a mail is not tried now

  /// - Returns: what is recorded instead of an attempt; nil: nothing is in the way.
  private mutating func rejection(of alert: Alert, _ tick: Tick) throws -> MailResult? {
    let store = tick.ledger.store
    if let reason = try store.reasonNotToSend(alert.delivery) { return MailResult(.failed, reason) }
    guard let content = alert.mailContent, let account = tick.planner.account(of: alert) else {
      return MailResult(.held, .accountNotFound)
    }
    guard let recipient = MailAddress(content.recipient) else {
      return MailResult(.failed, .invalidRecipient)
    }
    guard account.allows(recipient) else { return MailResult(.held, .recipientNotAllowed) }
    if tick.planner.isTooLate(alert, at: tick.now) { return MailResult(.failed, .expired) }
    if let shut = gates[account.name]?.shut {
      if tick.now < shut.until, shut.until.since(tick.now) <= MailPolicy.longPause {
        return MailResult(.held, shut.because, again: shut.until)
      }
      gates[account.name]?.shut = nil
    }
    // The bytes of what may have been sent are gone: others would be another mail.
    if alert.isPossibleRepeat, !tick.paths.hasMail(of: alert.uid, delivery: alert.delivery),
      try store.wasWritten(alert.delivery)
    {
      return MailResult(.failed, .spoolLost)
    }
    return try overCap(account, tick)
  }

  /// Waits if as many mails have gone in this hour as may.
  private mutating func overCap(_ account: MailAccount, _ tick: Tick) throws -> MailResult? {
    guard let limit = tick.now.advanced(by: -MailGates.hour) else { return nil }
    let known =
      try gates[account.name]?.sent ?? tick.ledger.store.mailsSent(by: account.name, after: limit)
    let recent = known.filter { $0 > limit && $0 <= tick.now }
    gates[account.name, default: Gate()].sent = recent
    guard recent.count >= account.hourlyCap,
      let free = recent[recent.count - account.hourlyCap].advanced(by: MailGates.hour)
    else { return nil }
    return MailResult(.held, .rateLimited, again: free)
  }

  // MARK: What has mails go on that wait

  /// Has the event loop listen for the end of what a mail waits for, if that can be heard, and no longer than
  /// something waits for it.
  private mutating func listen(after result: MailResult, _ tick: inout Tick) throws {
    if result.again != nil, let reason = result.reason, [.offline, .keyringLocked].contains(reason)
    {
      if awaited.insert(reason).inserted { tick.actions.append(.listen(for: reason, true)) }
      return
    }
    for reason in awaited where try tick.read({ try $0.has(.mails(heldFor: reason)) }) == false {
      stopListening(reason, &tick)
    }
  }

  private mutating func stopListening(_ reason: HoldReason, _ tick: inout Tick) {
    awaited.remove(reason)
    tick.actions.append(.listen(for: reason, false))
  }

  /// What was listened for has happened: the mails that waited for it go on, a moment later, since a network
  /// has its addresses and names by then; and once a minute at most, since it may come and go.
  mutating func wake(heldFor reason: HoldReason, _ tick: inout Tick) throws {
    guard awaited.contains(reason) else { return }
    open(shutBecause: reason)
    var wake = tick.now.advanced(by: MailPolicy.settling) ?? tick.now
    if let woken = woken[reason], tick.now.since(woken) >= 0,
      let next = woken.advanced(by: MailPolicy.wakingPause)
    {
      wake = max(wake, next)
    }
    guard let count = try tick.edit({ try $0.wakeMail(heldFor: reason, at: wake) }) else { return }
    woken[reason] = wake
    if count == 0 { stopListening(reason, &tick) }
  }

  /// Opens all gates that were shut for this reason; nil: for any, and the user is told once more.
  private mutating func open(shutBecause reason: HoldReason?) {
    for account in gates.keys {
      if reason == nil || gates[account]?.shut?.because == reason { gates[account]?.shut = nil }
      if reason == nil { gates[account]?.told = nil }
    }
  }

  /// Reads how often `mail retry` was run. If it was since: a refused login is tried once more, and its answer told.
  mutating func readAsked(_ tick: Tick) throws {
    guard let now = try tick.read({ try $0.mailAsked() }), now != asked else { return }
    asked = now
    open(shutBecause: nil)
  }

  /// Has all that waits go on, for any reason.
  /// - Parameter accounts: of these alone; nil: of all.
  func release(of accounts: [String]? = nil, _ tick: Tick) throws {
    guard try tick.read({ try $0.has(.held(on: .mail)) }) == true else { return }
    try tick.edit { try $0.releaseMail(heldFor: nil, of: accounts) }
  }

  /// The configuration has changed: what waits for a changed account goes on. A server that could not be
  /// reached may be another one now, or the cap is higher. One that is the same is not tried again: refused logins
  /// lock some.
  mutating func change(to accounts: [MailAccount], _ tick: Tick) throws {
    let changed = accounts.filter { !self.accounts.contains($0) }.map(\.name)
    self.accounts = accounts
    guard !changed.isEmpty else { return }
    for name in changed {
      gates[name]?.shut = nil
      gates[name]?.told = nil
    }
    try release(of: changed, tick)
  }
}

extension Alert {
  /// The name of the account that it is mailed from; empty: none.
  var account: String { options.mail?.account ?? "" }
}
