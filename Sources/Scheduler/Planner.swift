import CivilTime
import Configuration
import Reminders
import Store

/// Decisions without side effects: what a reminder gets, by the settings and as things are now.
struct Planner {
  var settings: EngineSettings
  var desktop: DesktopState
  /// Why nothing but critical reminders is shown now.
  var silence: HoldReason?

  /// The deliveries that an occurrence gets for this purpose: those that show it and those that mail it.
  func deliveries(_ options: ReminderOptions, for purpose: Purpose) -> [PlannedDelivery] {
    mails(options, for: purpose) + (isShown(options, for: purpose) ? shown(options) : [])
  }

  /// The deliveries that show it.
  func shown(_ options: ReminderOptions) -> [PlannedDelivery] {
    let isCritical = options.filled(from: settings.defaults).urgency == .critical
    return shown(during: isCritical ? nil : silence)
  }

  /// The same during a silence; nil: during none.
  ///
  /// While it is not yet known whether there is a desktop, the delivery goes there: `instead`
  /// brings it to standard output as soon as there turns out to be none.
  func shown(during silence: HoldReason?) -> [PlannedDelivery] {
    switch settings.choice {
    case .stdout: [PlannedDelivery(.stdout, waitingFor: silence)]
    case .desktop: [PlannedDelivery(.desktop, waitingFor: silence ?? holdReason)]
    case .auto where holdReason == nil: [PlannedDelivery(.desktop, waitingFor: silence)]
    // A line in a journal is seldom read: the popup stays owed as well.
    case .auto:
      [
        PlannedDelivery(.stdout, waitingFor: silence),
        PlannedDelivery(.desktop, waitingFor: silence ?? holdReason),
      ]
    }
  }

  /// The mail that an occurrence makes when it is due, announced or unanswered. A silence does not hold
  /// it: it makes no noise.
  func mails(_ options: ReminderOptions, for purpose: Purpose) -> [PlannedDelivery] {
    guard let mail = options.mail else { return [] }
    // A request goes once, at its time: its recipient is not to be reminded of it.
    if mail.letter != nil { return purpose == .due ? [PlannedDelivery(.mail)] : [] }
    let isMailed =
      switch purpose {
      case .due: mail.ifUnanswered == nil
      case .unanswered: true
      case .before: mail.isOnly
      case .nag, .again, .confirmation, .mailRetry: false
      }
    return isMailed ? [PlannedDelivery(.mail)] : []
  }

  /// Whether it is shown, or only mailed.
  func isShown(_ options: ReminderOptions, for purpose: Purpose) -> Bool {
    switch purpose {
    case .before where options.mail?.letter != nil: true
    case .due, .before, .nag, .again: options.mail?.isOnly != true
    case .unanswered, .confirmation, .mailRetry: false
    }
  }

  /// The channel that is to have what `channel` could not show for certain.
  func instead(of channel: Channel, after outcome: Outcome) -> Channel? {
    switch outcome {
    // The daemon ends: the next one sees to it.
    case .accepted, .held(.interrupted): nil
    case .held, .unknown: channel == .desktop && settings.choice == .auto ? .stdout : nil
    }
  }

  /// Why the desktop cannot show anything now; nil where it can, or where that is not known yet.
  var holdReason: HoldReason? {
    switch desktop {
    case .probing, .ready: nil
    case .absent(let holdReason): holdReason
    case .hung: .notAnswering
    }
  }

  /// An alert with the options that the configuration gives it.
  func filled(_ alert: Alert) -> Alert {
    var alert = alert
    alert.options = alert.options.filled(from: settings.defaults)
    return alert
  }

  /// Whether it would come later than it is of use.
  func isTooLate(_ alert: Alert, at now: Instant) -> Bool {
    guard let maxLate = alert.options.maxLate, alert.purpose == .due else { return false }
    return now.since(alert.due) > maxLate
  }

  /// The account that an alert is mailed from; nil if there is none of that name.
  func account(of alert: Alert) -> MailAccount? {
    settings.accounts.first { $0.name == alert.options.mail?.account }
  }

  /// When an occurrence is due by what the clocks say now; what the store says may have been
  /// computed before the clock was set or the user travelled.
  ///
  /// Elapsed time counts on within its boot; from another boot the wall instant counts. A floating
  /// wall time, and the place of an occurrence in a series on the wall, is of `zone`: the one that it
  /// keeps to (`DueOccurrence.zone(or:)`). Differences of up to 2 ms are the rounding of two clocks.
  static func due(
    of occurrence: DueOccurrence, at moment: ClockReading, in zone: Zone
  ) -> Instant {
    switch occurrence.trigger {
    case .interval(let bootID, let dueBoot):
      guard bootID == moment.bootID,
        let due = Instant(milliseconds: dueBoot).advanced(by: moment.offset),
        abs(due.since(occurrence.due)) > 2
      else { return occurrence.due }
      return due
    case .wall(let wall, zone: nil): return zone.instant(of: wall)
    case .series:
      guard let place = occurrence.place else { return occurrence.due }
      let wall = WallTime(secondsAsUTC: place / 1000)
      // So long before an event it may be the second time in an overlap.
      return zone.wall(at: occurrence.due) == wall ? occurrence.due : zone.instant(of: wall)
    case .elapsedSeries:
      let shift = occurrence.trigger.shift(at: moment) ?? 0
      return occurrence.due.advanced(by: shift) ?? occurrence.due
    case .wall(_, zone: .some): return occurrence.due
    }
  }
}
