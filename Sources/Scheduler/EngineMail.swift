import CivilTime
import Configuration
import Mail
import Reminders
import Store

/// What the engine remembers of mailboxes while it runs: a lane for each account.
struct MailLanes {
  /// One account's mailbox.
  struct Lane {
    /// The one mail that it is busy with.
    var inHand: Alert?
    /// Why nothing is tried, and until when: a login that is refused again and again locks some accounts.
    var shut: (because: HoldReason, until: Instant)?
    /// When mails went out in the last hour; nil: the store has not been asked.
    var sent: [Instant]?
    /// What the user was told, and need not hear again.
    var told: HoldReason?
  }

  private var lanes: [String: Lane] = [:]
  /// What the store has of `mailAsked`.
  var asked: Int64?
  /// What the event loop listens for.
  var awaited: Set<HoldReason> = []
  /// When the end of what was listened for had mails go on.
  var woken: [HoldReason: Instant] = [:]

  static let hour: Int64 = 3_600_000
  /// How many accounts are busy at the same time: each has a process.
  static let most = 8

  /// The lane of an account; an empty one if nothing is known of it.
  subscript(account: String) -> Lane {
    get { lanes[account] ?? Lane() }
    set { lanes[account] = newValue }
  }

  /// Accounts that have a mail in hand.
  var busy: [String] { lanes.filter { $0.value.inHand != nil }.map(\.key) }

  /// All that is in hand.
  var inHand: [Alert] { lanes.values.compactMap(\.inHand) }

  /// Takes a delivery out of the hand that it is in.
  mutating func finish(_ delivery: Int64) -> Alert? {
    let lane = lanes.first { $0.value.inHand?.delivery == delivery }
    if let account = lane?.key { lanes[account]?.inHand = nil }
    return lane?.value.inHand
  }

  /// Opens all that were shut for this reason; nil: whatever for, and the user hears of it once more.
  mutating func open(shutBecause reason: HoldReason?) {
    for account in lanes.keys {
      if reason == nil || lanes[account]?.shut?.because == reason { lanes[account]?.shut = nil }
      if reason == nil { lanes[account]?.told = nil }
    }
  }
}

/// Mail: each account has one mail in hand at a time. Accounts go side by side, so a server that hangs
/// keeps only its own mails waiting.
extension Engine {
  /// Hands over the next mail of an account that is free.
  /// - Returns: whether there may be more.
  func handOverMail(at moment: ClockReading) throws(StoreError) -> Bool {
    guard var alert = try store.nextMail(notOf: mail.busy).map(filled) else { return false }
    if let result = try objection(to: alert, at: moment) {
      try recordUntried(result, of: alert, at: moment)
      return true
    }
    let isClaimed = try commit { () throws(StoreError) in
      try store.claimMail(alert.delivery, at: moment.now)
    }
    guard isClaimed else { return true }
    alert.fired = moment.now
    mail[alert.account].inHand = alert
    actions.append(.deliver(alert, .mail))
    return isMailFree
  }

  /// Whether an account can be handed a mail.
  var isMailFree: Bool {
    // Without its row nobody would know what had been sent.
    outage == nil
      && mail.busy.count < max(1, min(settings.accounts.count, MailLanes.most))
  }

  /// The helper asks whether a mail's bytes may go. The permission is on the disk before it is given, so a
  /// mail without one has certainly not gone.
  /// - Parameter id: the delivery as the channel knows it.
  func permitMail(_ delivery: Int64, askedAs id: Int64, at moment: ClockReading) throws(StoreError)
  {
    var isPermitted = false
    defer { actions.append(.letMail(id, go: isPermitted)) }
    guard outage == nil, !isStopping, mail.inHand.contains(where: { $0.delivery == delivery })
    else { return }
    let isWanted = try commit { () throws(StoreError) in
      try store.permitMail(delivery, at: moment.now)
    }
    if isWanted { try store.sync() }
    isPermitted = isWanted
  }

  /// Records what became of a mail that was in hand, and tells the user what they have to know.
  func recordMailResult(
    _ result: MailResult, of delivery: Int64, at moment: ClockReading
  ) throws(StoreError) {
    guard let alert = mail.finish(delivery) else { return }
    guard outage == nil else {
      outage?.note(result, of: alert, at: moment.now)
      return
    }
    do throws(StoreError) {
      let settled = try commit { () throws(StoreError) in
        try write(result, of: alert, at: moment.now)
      }
      noteAccount(settled, of: alert, at: moment.now)
      try tell(settled, of: alert, at: moment)
      try listen(after: settled)
    } catch {
      fail(error, at: moment)
      outage?.note(result, of: alert, at: moment.now)
    }
    isArmed = false
  }

  /// Records why a mail is not tried now.
  private func recordUntried(
    _ result: MailResult, of alert: Alert, at moment: ClockReading
  ) throws(StoreError) {
    try commit { () throws(StoreError) in
      try store.record(result, ofMail: alert.delivery, by: nil, at: moment.now)
    }
    isArmed = false
    try tell(result, of: alert, at: moment)
    try listen(after: result)
  }

  /// Writes the result of an attempt, within a transaction.
  /// - Returns: the result as it was settled.
  @discardableResult
  func write(
    _ result: MailResult, of alert: Alert, at now: Instant
  ) throws(StoreError) -> MailResult {
    // A confirmation's time begins when the mail that it answers has gone.
    let due = try store.mailAnswered(by: alert.delivery)?.ended ?? alert.due
    let settled = MailPolicy.settled(
      result, attempt: try store.attempt(of: alert.delivery), of: alert.delivery, due: due,
      isOwn: isOwn(alert), at: now)
    let server = account(of: alert).map {
      Server(uniqueName: "", product: $0.server, version: result.text, capabilities: [])
    }
    try store.addAttempt(result, of: alert.delivery, at: now)
    try store.record(settled, ofMail: alert.delivery, by: server, at: now)
    return settled
  }

  /// What a result says about the account.
  private func noteAccount(_ result: MailResult, of alert: Alert, at now: Instant) {
    switch result.verdict {
    case .accepted, .unknown:
      mail[alert.account].sent = (mail[alert.account].sent ?? []) + [now]
      mail[alert.account].told = nil
    case .held:
      if let reason = result.reason, let again = result.again {
        mail[alert.account].shut = (reason, again)
      }
    case .retry, .failed: break
    }
  }

  /// Never a mail about a mail: the desktop says it. What was only to be mailed, and never will be, is shown
  /// instead.
  private func tell(
    _ result: MailResult, of alert: Alert, at moment: ClockReading
  ) throws(StoreError) {
    switch (result.verdict, result.reason) {
    case (.accepted, _), (.failed, .cancelled), (.failed, .answered): return
    case (.held, let reason?), (.retry, let reason?):
      // What passes by itself is not told; the rest once for each account.
      guard reason.isForUser, mail[alert.account].told != reason else { return }
      mail[alert.account].told = reason
      actions.append(.mailTrouble(alert, result))
    case (.unknown, _):
      if result.again == nil { actions.append(.mailTrouble(alert, result)) }
    // As it was asked for.
    case (.failed, .expired) where alert.options.maxLate != nil: return
    case (.failed, _), (.held, nil), (.retry, nil):
      actions.append(.mailTrouble(alert, result))
      guard alert.options.mail?.isOnly == true, alert.purpose != .confirmation else { return }
      try commit { () throws(StoreError) in
        try store.add(shown(alert.options), inPlaceOf: alert.delivery)
      }
    }
  }

  private func account(of alert: Alert) -> MailAccount? {
    settings.accounts.first { $0.name == alert.account }
  }

  /// Whether it goes to the user's own address.
  private func isOwn(_ alert: Alert) -> Bool {
    let recipient = alert.mailContent.flatMap { MailAddress($0.recipient) }
    return recipient.flatMap { account(of: alert)?.isOwn($0) } ?? false
  }
}

/// Why a mail is not tried now.
extension Engine {
  /// - Returns: what is recorded instead of an attempt; nil: nothing is in the way.
  private func objection(to alert: Alert, at moment: ClockReading) throws(StoreError) -> MailResult?
  {
    if let reason = try store.whyUnwanted(alert.delivery) { return MailResult(.failed, reason) }
    guard let content = alert.mailContent, let account = account(of: alert) else {
      return MailResult(.held, .accountNotFound)
    }
    guard let recipient = MailAddress(content.recipient) else {
      return MailResult(.failed, .invalidRecipient)
    }
    guard account.allows(recipient) else { return MailResult(.held, .recipientNotAllowed) }
    if isTooLate(alert, at: moment) { return MailResult(.failed, .expired) }
    if let shut = mail[account.name].shut {
      if moment.now < shut.until, shut.until.since(moment.now) <= MailPolicy.longPause {
        return MailResult(.held, shut.because, again: shut.until)
      }
      mail[account.name].shut = nil
    }
    if try isLost(alert) { return MailResult(.failed, .spoolLost) }
    return try overCap(account, at: moment)
  }

  /// Whether the bytes of what may have been sent are gone: others would be another mail.
  private func isLost(_ alert: Alert) throws(StoreError) -> Bool {
    guard alert.isPossibleRepeat, !places.hasMail(of: alert.uid, delivery: alert.delivery) else {
      return false
    }
    return try store.wasWritten(alert.delivery)
  }

  /// Waits if as many mails have gone in this hour as may.
  private func overCap(
    _ account: MailAccount, at moment: ClockReading
  ) throws(StoreError) -> MailResult? {
    guard let limit = moment.now.advanced(by: -MailLanes.hour) else { return nil }
    let known =
      if let sent = mail[account.name].sent { sent } else {
        try store.mailsSent(by: account.name, after: limit)
      }
    let recent = known.filter { $0 > limit && $0 <= moment.now }
    mail[account.name].sent = recent
    guard recent.count >= account.hourlyCap,
      let free = recent[recent.count - account.hourlyCap].advanced(by: MailLanes.hour)
    else { return nil }
    return MailResult(.held, .rateLimited, again: free)
  }
}

extension Alert {
  /// The name of the account that it is mailed from; empty: none.
  fileprivate var account: String { options.mail?.account ?? "" }
}
