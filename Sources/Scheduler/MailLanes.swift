import CivilTime
import Configuration
import Mail
import Reminders
import Store

/// The lanes of mail, one for each account: each has one mail in hand at a time. Accounts go side by side, so a server
/// that hangs keeps only its own mails waiting.
struct MailLanes {
  /// One account's mailbox.
  private struct Lane {
    /// The one mail that it is busy with.
    var inHand: HandOver?
    /// Why nothing is tried, and until when: a login that is refused again and again locks some accounts.
    var shut: (because: HoldReason, until: Instant)?
    /// When mails went out in the last hour; nil: the store has not been asked.
    var sent: [Instant]?
    /// What the user was told, and need not hear again.
    var told: HoldReason?
  }

  /// As the configuration has them.
  private var accounts: [MailAccount]
  private var lanes: [String: Lane] = [:]
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

  /// Accounts that have a mail in hand.
  var busy: [String] { lanes.filter { $0.value.inHand != nil }.map(\.key) }

  /// All that is in hand.
  var inHand: [Alert] { lanes.values.flatMap { $0.inHand?.alerts ?? [] } }

  mutating func renumber(_ row: (Alert) throws -> Int64?) rethrows {
    for account in lanes.keys { try lanes[account]?.inHand?.alerts.renumber(row) }
  }

  // MARK: Handing over

  /// Hands over the next mail of an account that is free.
  /// - Returns: whether there may be more.
  mutating func handOver(_ tick: inout Tick) throws -> Bool {
    guard isFree(tick), let next = try tick.read({ try $0.nextMail(notOf: busy) }) ?? nil else {
      return false
    }
    var alert = tick.planner.filled(next)
    if let result = try objection(to: alert, tick) {
      try recordUntried(result, of: alert, &tick)
      return true
    }
    guard try tick.edit({ try $0.claimMail(alert.delivery, at: tick.now) }) == true else {
      return true
    }
    alert.fired = tick.now
    lanes[alert.account, default: Lane()].inHand = HandOver([alert])
    tick.actions.append(.deliver(alert, .mail))
    return isFree(tick)
  }

  /// Whether an account can be handed a mail.
  private func isFree(_ tick: Tick) -> Bool {
    busy.count < max(1, min(tick.planner.settings.accounts.count, MailLanes.most))
  }

  /// The helper asks whether a mail's bytes may go. The permission is on the disk before it is given, so a
  /// mail without one has certainly not gone.
  func permit(_ id: Int64, isStopping: Bool, _ tick: inout Tick) throws {
    let handOver = lanes.values.compactMap(\.inHand).first { $0.id == id }
    var isPermitted = false
    if let delivery = handOver?.alerts[0].delivery, !isStopping {
      isPermitted = try tick.edit { try $0.permitMail(delivery, at: tick.now) } ?? false
      if isPermitted { try tick.ledger.flush(at: tick.now) }
    }
    tick.actions.append(.letMail(id, go: isPermitted))
  }

  // MARK: What became of a mail

  /// Records what became of a mail that was in hand, and tells the user what they have to know.
  mutating func record(_ result: MailResult, of id: Int64, _ tick: inout Tick) throws {
    guard let account = lanes.first(where: { $0.value.inHand?.id == id })?.key,
      let alert = lanes[account]?.inHand?.alerts[0]
    else { return }
    lanes[account]?.inHand = nil
    guard
      let settled = try tick.ledger.record(result, ofMail: alert, tick.planner, at: tick.now)
    else { return }
    switch settled.verdict {
    case .accepted, .unknown:
      let sent = lanes[account]?.sent ?? []
      lanes[account]?.sent = sent + [tick.now]
      lanes[account]?.told = nil
    case .held:
      if let reason = settled.reason, let again = settled.again {
        lanes[account]?.shut = (reason, again)
      }
    case .retry, .failed: break
    }
    try tell(settled, of: alert, &tick)
    try listen(after: settled, &tick)
  }

  /// Records why a mail is not tried now.
  private mutating func recordUntried(
    _ result: MailResult, of alert: Alert, _ tick: inout Tick
  ) throws {
    try tick.edit { try $0.record(result, ofMail: alert.delivery, by: nil, at: tick.now) }
    try tell(result, of: alert, &tick)
    try listen(after: result, &tick)
  }

  /// Never a mail about a mail: the desktop says it. What was only to be mailed, and never will be, is shown
  /// instead.
  private mutating func tell(
    _ result: MailResult, of alert: Alert, _ tick: inout Tick
  ) throws {
    switch (result.verdict, result.reason) {
    case (.accepted, _), (.failed, .cancelled), (.failed, .answered): return
    case (.held, let reason?), (.retry, let reason?):
      // What passes by itself is not told; the rest once for each account.
      guard reason.isForUser, lanes[alert.account]?.told != reason else { return }
      lanes[alert.account, default: Lane()].told = reason
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
  private mutating func objection(to alert: Alert, _ tick: Tick) throws -> MailResult? {
    let store = tick.ledger.store
    if let reason = try store.whyUnwanted(alert.delivery) { return MailResult(.failed, reason) }
    guard let content = alert.mailContent, let account = tick.planner.account(of: alert) else {
      return MailResult(.held, .accountNotFound)
    }
    guard let recipient = MailAddress(content.recipient) else {
      return MailResult(.failed, .invalidRecipient)
    }
    guard account.allows(recipient) else { return MailResult(.held, .recipientNotAllowed) }
    if tick.planner.isTooLate(alert, at: tick.now) { return MailResult(.failed, .expired) }
    if let shut = lanes[account.name]?.shut {
      if tick.now < shut.until, shut.until.since(tick.now) <= MailPolicy.longPause {
        return MailResult(.held, shut.because, again: shut.until)
      }
      lanes[account.name]?.shut = nil
    }
    // The bytes of what may have been sent are gone: others would be another mail.
    if alert.isPossibleRepeat, !tick.places.hasMail(of: alert.uid, delivery: alert.delivery),
      try store.wasWritten(alert.delivery)
    {
      return MailResult(.failed, .spoolLost)
    }
    return try overCap(account, tick)
  }

  /// Waits if as many mails have gone in this hour as may.
  private mutating func overCap(_ account: MailAccount, _ tick: Tick) throws -> MailResult? {
    guard let limit = tick.now.advanced(by: -MailLanes.hour) else { return nil }
    let known =
      try lanes[account.name]?.sent ?? tick.ledger.store.mailsSent(by: account.name, after: limit)
    let recent = known.filter { $0 > limit && $0 <= tick.now }
    lanes[account.name, default: Lane()].sent = recent
    guard recent.count >= account.hourlyCap,
      let free = recent[recent.count - account.hourlyCap].advanced(by: MailLanes.hour)
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
    for reason in awaited where try tick.read({ try $0.hasMail(heldFor: reason) }) == false {
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

  /// Opens all lanes that were shut for this reason; nil: whatever for, and the user hears of it once more.
  private mutating func open(shutBecause reason: HoldReason?) {
    for account in lanes.keys {
      if reason == nil || lanes[account]?.shut?.because == reason { lanes[account]?.shut = nil }
      if reason == nil { lanes[account]?.told = nil }
    }
  }

  /// Reads how often `mail retry` was run. If it was since: a refused login is tried once more, and its answer told.
  mutating func readAsked(_ tick: Tick) throws {
    guard let now = try tick.read({ try $0.mailAsked() }), now != asked else { return }
    asked = now
    open(shutBecause: nil)
  }

  /// Has all that waits go on, whatever for.
  /// - Parameter accounts: of these alone; nil: of all.
  func release(of accounts: [String]? = nil, _ tick: Tick) throws {
    guard try tick.read({ try $0.hasHeld(on: .mail) }) == true else { return }
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
      lanes[name]?.shut = nil
      lanes[name]?.told = nil
    }
    try release(of: changed, tick)
  }
}

extension Alert {
  /// The name of the account that it is mailed from; empty: none.
  fileprivate var account: String { options.mail?.account ?? "" }
}
