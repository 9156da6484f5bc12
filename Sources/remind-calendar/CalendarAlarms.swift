import CalendarText
import CivilTime
import Reminders

/// When an entry reminds.
extension CalendarPlan {
  /// A time to remind at, counted from the start of the entry, and options.
  typealias Alarm = (time: CalendarAlarm.Trigger, options: ReminderOptions)

  /// All alarms in order; for an entry without any, one at its time. Alarms before one at the entry's
  /// time become announcements of that one.
  func alarms() throws(CalendarProblem) -> [Alarm] {
    let ownOptions = ReminderOptions(own: entry.own)
    guard !entry.alarms.isEmpty else { return [(.before(mainLead), ownOptions)] }
    var leads: [(lead: Recurrence.Lead, options: ReminderOptions)] = []
    var absolute: [Alarm] = []
    // ACTION:NONE is Apple's alarm that does not remind.
    for alarm in entry.alarms where alarm.action != "NONE" {
      if alarm.isAtPlace { throw problem(alarm.line, .place) }
      var options = ownOptions
      if let gap = alarm.gap, alarm.repeats > 0 {
        let every = (Int64(gap.days) * 86_400 + gap.seconds) * 1000
        options.nag = .init(
          every: max(every, ReminderOptions.Nag.leastEvery),
          times: min(alarm.repeats + 1, ReminderOptions.Nag.mostTimes))
      }
      guard let trigger = alarm.trigger else { throw problem(alarm.line, .alarmWithoutTime) }
      switch trigger {
      case .at: absolute.append((trigger, options))
      case .before(let lead, let isFromEnd):
        let end = isFromEnd ? endLead : Recurrence.Lead()
        leads.append((lead + end, options))
      }
    }
    leads.sort { $0.lead.length < $1.lead.length }
    if let main = leads.firstIndex(where: { $0.lead.isZero }), ownOptions.before.isEmpty {
      var options = leads[main].options
      options.before = leads[..<main].map { -$0.lead.length * 1000 }
      leads = [(Recurrence.Lead(), options)] + leads[(main + 1)...].filter { !$0.lead.isZero }
    }
    return leads.map { (.before($0.lead), $0.options) } + absolute
  }
}

extension ReminderOptions {
  /// The options that remindctl writes as properties. remindctl checks their values.
  fileprivate init(own: [String: String]) {
    self.init()
    urgency = own["URGENCY"].flatMap(Urgency.init)
    sound = own["SOUND"].flatMap(EscapedText.visible)
    icon = own["ICON"].flatMap(EscapedText.visible)
    tag = own["TAG"].flatMap(EscapedText.visible)
    timeout = own["TIMEOUT"].flatMap { Int64($0) }
    maxLate = own["MAX-LATE"].flatMap { Int64($0) }
    before = (own["BEFORE"] ?? "").split(separator: ",").compactMap { Int64($0) }
      .filter { $0 > 0 }
    speak = own["SPEAK"].map { $0 == "TRUE" }
  }
}

extension Recurrence.Lead {
  fileprivate static func + (a: Recurrence.Lead, b: Recurrence.Lead) -> Recurrence.Lead {
    Recurrence.Lead(days: a.days + b.days, seconds: a.seconds + b.seconds)
  }
}
