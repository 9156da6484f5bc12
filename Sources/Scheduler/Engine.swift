import CivilTime
import Configuration
import Reminders
import Store

/// The daemon's mind: events in, actions out. It is the only place where the store and the plan
/// meet; it reads no clock, owns no timer and shows nothing. Not thread-safe: one queue owns it.
///
/// What it does with an event stands in one file a subject: firing, handing over, answers, and
/// what it remembers while the store cannot be written (`Outage`).
package final class Engine {
  /// The store that is served. At a start without room it is one that can only be read, or an empty one in
  /// memory, until it can be opened to write.
  package internal(set) var store: ReminderStore
  let places: Places
  /// Why the store could not be opened to write at the start.
  private var failure: StoreError?
  var settings: Settings
  var zone: Zone
  package internal(set) var desktop = DesktopState.probing
  /// What each channel but mail is busy with: one delivery, or one group, at a time. So a crash repeats at
  /// most that.
  var inFlight: [Channel: [Alert]] = [:]
  /// What was handed to a server that has not answered, and may yet: by the delivery that the
  /// hand-over goes by.
  var overdue: [Int64: [Alert]] = [:]
  /// Open popups that show what is no longer so.
  var outdated: Set<PopupID> = []
  /// Up to which event of the store open popups show what was edited.
  var updatedTo: Int64 = 0
  /// Updates that a server has not answered, by passing ids.
  var updates: [Int64: PopupID] = [:]
  /// Set while the store cannot be written.
  var outage: Outage?
  /// When the last one ended, and how long it waited between two tries in the end.
  var lastOutage: (end: Instant, pause: Int64)?
  /// Popups of the last seconds: many in a row become one.
  var run = PopupRun()
  /// What the popup holds already that the desktop's hand-over joins; nil where it is one by itself.
  var joining: [Alert]?
  /// Why nothing but critical reminders is shown now, and until when.
  var silence: Silence?
  /// The end of the user's pause, as the store has it.
  var pauseEnd: Instant?
  /// How far the pass over what is pending has come that sets right what was computed by another
  /// clock or zone; nil: it is through.
  var review: PageKey? = .start
  /// How many reminders the new zone has moved so far; nil where none is new.
  var zoneMoves: Int?
  var missingZones = MissingZones()
  var closed: Set<Channel> = []
  /// Set while there is no room on standard output.
  var fullOutput: FullOutput?
  var isStopping = false
  /// Whether what an earlier daemon left behind has been taken over.
  var hasAdopted = false
  /// When the store that is served was restored from a backup.
  var restored: Int64?
  /// Whether what waits for the desktop has been told its present state.
  var hasAppliedDesktop = true
  /// Whether a server that is there now is to be tried with what was sent three times in vain: at
  /// first, and when the user is back.
  var triesOnceMore = true
  /// Whether that is because the user is back. What a daemon ended over each time is tried then
  /// alone: tried by every next one, it could keep them from all else.
  var isUserBack = false
  /// Whether a popup has closed, and none was refused since: a server that was full has room.
  var hasRoom = false
  /// Commits since the last `sync`.
  var isUnsynced = false
  /// What comes next, as it was when the timer was set: for a store that cannot be read any more.
  var upcoming: [DueOccurrence] = []
  /// Whether the timer stands at the right instant.
  var isArmed = false
  /// When history was last cut off.
  var pruned: Instant?
  var mail = MailLanes()
  /// Deliveries that were handed over from memory, by the passing id that their channel knows.
  var aliases: [Int64: Int64] = [:]
  /// The last id that was given to what has no row.
  private var lastPassing: Int64 = 0
  /// Why another start has to serve the store: its files are others by now, it is damaged, or a later version's.
  var leaving: StoreError?
  var actions: [Action] = []

  /// - Parameters:
  ///   - store: opened to write, and prepared for the daemon; or what can be read.
  ///   - failure: why it could not be opened to write.
  package init(
    store: ReminderStore, failure: StoreError? = nil, settings: Settings, zone: Zone, places: Places
  ) {
    self.store = store
    self.failure = failure
    self.places = places
    self.settings = settings
    self.zone = zone
    if settings.choice == .stdout { desktop = .absent(.noBus) }
  }

  /// An id for what has no row.
  func passingID() -> Int64 {
    lastPassing -= 1
    return lastPassing
  }

  /// Whether something was shown that only this program knows of: the store could not be written.
  package var isRemembering: Bool { outage != nil && leaving == nil }

  /// Whether the store cannot even be read: of what is due, only what was to come next is known.
  package var isUnreadable: Bool { outage.map { $0.isUnreadable || !store.isFile } ?? false }

  /// The occurrence that comes next, for STATUS=; nil where nothing is pending.
  package func next() throws(StoreError) -> DueOccurrence? {
    try store.due(at: .latest, after: .start, limit: 1).first
  }

  /// Takes one event and answers what is to be done about it.
  /// - Parameter moment: what the clocks said when it happened.
  package func handle(_ event: Event, at moment: ClockReading) -> [Action] {
    actions = []
    let wasLeaving = leaving != nil
    do throws(StoreError) {
      if let failure {
        self.failure = nil
        fail(failure, at: moment)
      }
      if leaving == nil, !event.isResult, let loss = store.loss(in: places) {
        fail(loss, at: moment)
      }
      try take(event, at: moment)
      recover(at: moment)
      if outage == nil { try advance(after: event, at: moment) }
    } catch {
      fail(error, at: moment)
      recover(at: moment)
      if outage == nil { actions.append(.again) }
    }
    if outage != nil { deliverFromMemory(at: moment) }
    if !wasLeaving, let leaving { actions.append(.restart(because: leaving)) }
    if isStopping, isIdle { actions.append(.stopped) }
    arm(after: event, at: moment)
    return actions
  }

  private func take(_ event: Event, at moment: ClockReading) throws(StoreError) {
    switch event {
    case .tick: break
    case .storeChanged:
      isArmed = false
      outage?.retryNow(at: moment.now)
      if outage?.isUnreadable == true { break }
      if leaving == nil { leaving = try store.laterVersion() }
      pauseEnd = try store.pauseEnd()
      if outage == nil {
        if hasAdopted, try store.restored() != restored { try takeOver(at: moment) }
        try tidyPopups(at: moment)
        try noteAskedMail()
        try breakSilence()
      }
    case .clockStepped:
      review = .start
      isArmed = false
    case .zoneChanged(let zone):
      if !zone.agrees(with: self.zone) { zoneMoves = 0 }
      self.zone = zone
      review = .start
      isArmed = false
    case .settingsChanged(let settings):
      let before = self.settings.accounts
      self.settings = settings
      isArmed = false
      try releaseMail(changedFrom: before)
    case .lookAgain: try releaseMail()
    case .desktop(let state): try take(state, at: moment)
    case .outcome(let delivery, let outcome):
      try take(outcome, of: aliases.removeValue(forKey: delivery) ?? delivery, at: moment)
    case .mailBegins(let delivery):
      try permitMail(aliases[delivery] ?? delivery, askedAs: delivery, at: moment)
    case .mailed(let delivery, let result):
      try recordMailResult(
        result, of: aliases.removeValue(forKey: delivery) ?? delivery, at: moment)
    case .ended(let reason): try wakeMail(heldFor: reason, at: moment)
    case .popup(let popup, let event): if outage == nil { try take(event, of: popup, at: moment) }
    case .userReturned:
      if outage == nil { try showUnansweredAgain(at: moment) }
      // A login opens the keyring.
      try wakeMail(heldFor: .keyringLocked, at: moment)
    case .stop: isStopping = true
    }
  }

  /// Sets right what is out of date, fires what is due, and hands over what waits.
  private func advance(after event: Event, at moment: ClockReading) throws(StoreError) {
    try adopt(at: moment)
    try applyDesktop()
    try tryOnceMore()
    var isMore = false
    // In a burst, every outcome would otherwise ask again what nothing has changed since.
    if !event.isOutcome {
      try applySilence(at: moment)
      tryMissingZones(at: moment.now)
      try reviewPage(at: moment)
      try abandonOld(at: moment)
      try tryFullOutput(at: moment)
      isMore = try ringAlarms(at: moment)
      isMore = try fireDue(at: moment) || isMore
    }
    try holdOutput()
    for channel in Channel.allCases where isFree(channel) {
      // What became of a popup or a line sets no mail free.
      if channel == .mail, event.isOutcome { continue }
      isMore = try handOverNext(on: channel, at: moment) || isMore
    }
    if isMore || review != nil { actions.append(.again) }
    store.tendLog()
    guard isUnsynced, !isHandingOver, !isMore, isIdle || event.isResult else { return }
    try prune(at: moment)
    try store.sync()
    isUnsynced = false
    actions.append(.changed)
  }

  @discardableResult
  func commit<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    isUnsynced = true
    return try store.transaction(body)
  }

  /// Whether no channel is busy.
  private var isIdle: Bool { inFlight.isEmpty && mail.busy.isEmpty }

  private var isHandingOver: Bool {
    actions.contains {
      switch $0 {
      case .deliver, .deliverTogether: true
      default: false
      }
    }
  }

  /// Sets the one timer: to the next occurrence or alarm, to the end of a silence or of
  /// `keep-open`, or to the next try to write a store that refuses.
  private func arm(after event: Event, at moment: ClockReading) {
    guard !isArmed || outage != nil else { return }
    do throws(StoreError) {
      // The rows beside the first are on the pages that are read anyway, as a rule.
      if outage == nil { upcoming = try store.due(at: .latest, after: .start, limit: 8) }
      var next = outage == nil ? upcoming.first?.due : dueUnwritten(by: .latest)?.due
      // What is due and could not be handed over from memory waits for a channel, not for time.
      if outage != nil, let due = next, due <= moment.now { next = nil }
      let alarm = outage == nil ? try store.nextAlarm() : nil
      let abandon =
        outage == nil ? try store.firstOwedPopup()?.advanced(by: settings.keepOpen) : nil
      isArmed = true
      let zone = outage == nil ? missingZones.retry : nil
      var wake = [next, alarm, abandon, silence?.end, outage?.retry, fullOutput?.nextTry, zone]
        .compactMap { $0 }.min()
      if let past = wake, past <= moment.now, !actions.contains(.again) {
        // Whatever was due is done or is told to be gone on with; a mistake must not be a busy loop.
        // What has come due as an outcome came is yet to be looked at.
        if event.isOutcome, outage == nil {
          actions.append(.again)
        } else {
          wake = moment.now.advanced(by: 60_000)
        }
      }
      actions.append(.sleep(until: wake))
    } catch {
      fail(error, at: moment)
      // In an outage nothing of this throws.
      if outage == nil { actions.append(.again) } else { arm(after: event, at: moment) }
    }
  }
}
