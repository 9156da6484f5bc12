import CivilTime

/// Mail: what is handed to mailboxes, of each account some taken up together and then one at a time, and
/// what becomes of it. Accounts go side by side: one whose server hangs keeps no other waiting.
extension Engine {
  /// What the engine remembers of mailboxes while it runs.
  struct MailState {
    /// What each account is busy with, and what was taken up with it.
    var inHand: [String: [Alert]] = [:]
    /// Whether nothing waits that could be taken up now.
    var isSearched = false
    /// Accounts that are not tried before this instant, and why: a login that is refused again and
    /// again locks some.
    var paused: [String: (because: Obstacle, until: Instant)] = [:]
    /// When mails went out in the last hour; nil where the store has not been asked.
    var sent: [String: [Instant]] = [:]
    /// What the user was told of each account, and need not hear again.
    var told: [String: Obstacle] = [:]
    /// What the store has of `mailAsked`.
    var asked: Int64?
    /// What the event loop listens for.
    var awaited: Set<Obstacle> = []
    /// When what is listened for had mails go on.
    var woken: [Obstacle: Instant] = [:]
    /// Whether some that were taken up are to be put back: the store could not be written.
    var hasLeftovers = false

    static let hour: Int64 = 3_600_000
    /// How many are taken up together, for one sync. After a power cut each of them may have gone.
    static let most = 50
    /// How many accounts are busy at the same time: each has a process.
    static let mostAccounts = 8

    func account(of delivery: Int64) -> String? {
      inHand.first { $0.value.first?.delivery == delivery }?.key
    }
  }

  /// Takes up what comes next, and hands over the first of it.
  /// - Returns: whether there may be more.
  func handOverMail(at moment: ClockReading) throws(StoreError) -> Bool {
    if mail.hasLeftovers {
      try putBackMail()
      mail.hasLeftovers = false
    }
    let waiting = try store.nextMails(
      notOf: Array(mail.inHand.keys), limit: MailState.most
    ).map(filled)
    guard let first = waiting.first else {
      mail.isSearched = true
      return false
    }
    if let step = try objection(to: first, at: moment) {
      try settle(first, by: step, at: moment)
      return true
    }
    var taken: [Alert] = []
    try commit { () throws(StoreError) in
      try store.noteMailBoot(moment.bootID)
      for var alert in waiting where alert.mayFollow(first) {
        guard try store.takeUpMail(alert.delivery) else { continue }
        alert.fired = moment.now
        taken.append(alert)
      }
    }
    guard !taken.isEmpty else { return true }
    // On the disk before any of them goes: what a power cut leaves says that they may have gone.
    try store.sync()
    if taken.count > 1 { actions.append(.prepareMail(taken)) }
    try handOverNext(of: taken, leaving: false, at: moment)
    return isMailFree
  }

  /// Puts back what was taken up and is in no account's hands.
  private func putBackMail() throws(StoreError) {
    try commit { () throws(StoreError) in
      try store.putBackMail(but: mail.inHand.values.joined().map(\.delivery))
    }
  }

  /// Whether an account can be handed a mail.
  var isMailFree: Bool {
    // Without its row nobody would know what had been sent.
    outage == nil && !mail.isSearched
      && mail.inHand.count < max(1, min(settings.accounts.count, MailState.mostAccounts))
  }

  /// Hands over the next of those that were taken up; those that must not go now are left out.
  /// - Parameter leftovers: whether others are to be put back.
  private func handOverNext(
    of taken: [Alert], leaving leftovers: Bool, at moment: ClockReading
  ) throws(StoreError) {
    // Whatever goes wrong here: none of them is in anybody's hands.
    mail.hasLeftovers = true
    for (index, alert) in taken.enumerated() where !isStopping {
      var step = try objection(to: alert, at: moment)
      if step == nil {
        let isWanted = try commit { () throws(StoreError) in
          try store.beginMail(alert.delivery, at: moment.now)
        }
        if isWanted {
          mail.inHand[alert.accountName] = Array(taken[index...])
          mail.hasLeftovers = leftovers
          actions.append(.deliver(alert, .mail))
          return
        }
        // Which of the two it was is seen to where that is written.
        step = .over(.cancelled)
      }
      if let step { try settle(alert, by: step, at: moment) }
    }
    mail.hasLeftovers = leftovers
    guard isStopping else { return }
    try putBackMail()
    mail.hasLeftovers = false
  }

  /// The helper is about to let a mail's bytes go. That is written first: one that was killed before has
  /// sent nothing for certain.
  /// - Parameter channels: the delivery as the channel knows it.
  func takeBeginning(
    ofMail delivery: Int64, channels: Int64, at moment: ClockReading
  ) throws(StoreError) {
    var isWanted = false
    defer { actions.append(.letMail(channels, go: isWanted)) }
    guard outage == nil, !isStopping, mail.account(of: delivery) != nil else { return }
    isWanted = try commit { () throws(StoreError) in
      try store.letMailGo(delivery, at: moment.now)
    }
  }

  /// What became of a mail.
  func take(_ result: MailResult, ofMail delivery: Int64, at moment: ClockReading)
    throws(StoreError)
  {
    guard let name = mail.account(of: delivery), let taken = mail.inHand[name],
      let alert = taken.first
    else { return }
    mail.inHand[name] = nil
    mail.isSearched = false
    let leftovers = mail.hasLeftovers
    // The others have not gone, whatever happens to this one.
    mail.hasLeftovers = leftovers || taken.count > 1
    guard outage == nil else { return remember(result, of: alert, at: moment) }
    do throws(StoreError) {
      // What answers another mail begins when that has gone.
      let due = try store.mailAnswered(by: delivery)?.ended ?? alert.due
      let step = MailPolicy.step(
        after: result, attempt: try store.attempt(of: delivery), of: delivery, due: due,
        isOwn: isOwn(alert), at: moment.now)
      note(step, after: result, of: alert, at: moment)
      try settle(alert, by: step, after: result, at: moment)
    } catch {
      fail(error, at: moment)
      return remember(result, of: alert, at: moment)
    }
    try handOverNext(of: Array(taken.dropFirst()), leaving: leftovers, at: moment)
    store.checkpoint(beyond: 8000)
  }

  /// Keeps what became of a mail until it can be written.
  private func remember(_ result: MailResult, of alert: Alert, at moment: ClockReading) {
    let obstacle = Obstacle(result.code ?? .helperFailed)
    let outcome: Outcome =
      switch result.verdict {
      case .accepted: .accepted(server: server(of: alert, result), notification: nil)
      case .unknown: .unknown(obstacle)
      case .retry, .held, .failed: .held(obstacle)
      }
    outage?.note(outcome, of: alert, on: .mail, at: moment.now)
  }

  /// Writes what became of a mail while the store could not be written. What was not taken is tried once
  /// more, and judged then.
  func recordLate(_ noted: Outage.Noted, of delivery: Int64) throws(StoreError) {
    var step = MailPolicy.Step.done
    var server: Server?
    switch noted.outcome {
    case .accepted(let taker, _): server = taker
    case .held(let obstacle): step = .again(obstacle, at: noted.at)
    case .unknown:
      step = .unsure(again: isOwn(noted.alert) ? noted.at.advanced(by: MailPolicy.doubt) : nil)
    }
    try store.record(step, ofMail: delivery, by: server, at: noted.at)
  }

  /// What an answer says about the account.
  private func note(
    _ step: MailPolicy.Step, after result: MailResult, of alert: Alert, at moment: ClockReading
  ) {
    guard let name = alert.options.mail?.account else { return }
    switch step {
    case .done, .unsure:
      mail.sent[name, default: []].append(moment.now)
      mail.told[name] = nil
    case .again(let obstacle, let next) where result.verdict == .held:
      mail.paused[name] = (obstacle, next)
    case .again, .hold, .over: break
    }
  }

  /// Writes what follows, and tells the user what they have to know.
  private func settle(
    _ alert: Alert, by step: MailPolicy.Step, after result: MailResult? = nil,
    at moment: ClockReading
  ) throws(StoreError) {
    let server = result.flatMap { self.server(of: alert, $0) }
    try commit { () throws(StoreError) in
      if let result {
        try store.note(
          result, because: result.code.map { Obstacle($0) }, ofMail: alert.delivery, at: moment.now)
      }
      try store.record(step, ofMail: alert.delivery, by: server, at: moment.now)
    }
    isArmed = false
    try tell(step, of: alert, result, at: moment)
    try listen(after: step)
  }

  /// Never a mail about a mail: the desktop says it. What was only to be mailed is shown where it never
  /// will be.
  private func tell(
    _ step: MailPolicy.Step, of alert: Alert, _ result: MailResult?, at moment: ClockReading
  ) throws(StoreError) {
    switch step {
    case .done, .unsure(again: .some), .over(.cancelled): return
    case .hold(let obstacle): tell(obstacle, of: alert, result)
    // What passes by itself is nobody's business.
    case .again(let obstacle, _): if obstacle.isForUser { tell(obstacle, of: alert, result) }
    case .unsure(again: nil):
      actions.append(.mailTrouble(alert, .outcomeUnknown, result))
    // As it was asked for.
    case .over(.expired) where alert.options.maxLate != nil: return
    case .over(let obstacle):
      actions.append(.mailTrouble(alert, obstacle, result))
      guard alert.options.mail?.isOnly == true, alert.purpose != .confirmation else { return }
      try commit { () throws(StoreError) in
        try store.add(shown(alert.options), inPlaceOf: alert.delivery)
      }
    }
  }

  /// Once for each account.
  private func tell(_ obstacle: Obstacle, of alert: Alert, _ result: MailResult?) {
    let name = alert.options.mail?.account ?? ""
    guard mail.told[name] != obstacle else { return }
    mail.told[name] = obstacle
    actions.append(.mailTrouble(alert, obstacle, result))
  }

  private func server(of alert: Alert, _ result: MailResult) -> Server? {
    account(of: alert).map {
      Server(uniqueName: "", product: $0.server, version: result.text, capabilities: [])
    }
  }

  func account(of alert: Alert) -> MailAccount? {
    settings.accounts.first { $0.name == alert.options.mail?.account }
  }

  /// Whether it goes to the user's own address.
  func isOwn(_ alert: Alert) -> Bool {
    let recipient = alert.mailContent.flatMap { MailAddress($0.recipient) }
    return recipient.flatMap { account(of: alert)?.isOwn($0) } ?? false
  }
}

extension Alert {
  fileprivate var accountName: String { options.mail?.account ?? "" }

  /// Whether it can be taken up together with `first`: by the same account, and without files, which
  /// would keep the others waiting.
  fileprivate func mayFollow(_ first: Alert) -> Bool {
    delivery == first.delivery
      || options.mail?.account == first.options.mail?.account
        && options.mail?.attachments.isEmpty == true
  }
}
