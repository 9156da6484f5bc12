import CivilTime
import Reminders
import Scheduler

/// When an entry reminds.
extension CalendarPlan {
  /// When one reminds, and what else it is to do.
  struct Alarm {
    enum Time {
      case lead(Recurrence.Lead)
      case at(CalendarTime)
    }

    var time: Time
    var options = ReminderOptions()
  }

  /// Every alarm, by its time; of an entry without any, one at its time. One at the time itself takes
  /// those before it along as its announcements.
  func alarms() throws(CalendarProblem) -> [Alarm] {
    guard !entry.alarms.isEmpty else { return [Alarm(time: .lead(mainLead), options: ownOptions)] }
    var leads: [(lead: Recurrence.Lead, options: ReminderOptions)] = []
    var absolute: [Alarm] = []
    // Apple says so that nothing is to remind of it.
    for alarm in entry.alarms where alarm.action != "NONE" {
      if alarm.isAtPlace { throw problem(alarm.line, .place) }
      var options = ownOptions
      if let gap = alarm.gap, alarm.repeats > 0 {
        let every = (Int64(gap.days) * 86_400 + gap.seconds) * 1000
        options.nag = .init(
          every: max(every, ReminderOptions.Nag.leastEvery),
          times: min(alarm.repeats + 1, ReminderOptions.Nag.mostTimes))
      }
      switch alarm.trigger {
      case nil: throw problem(alarm.line, .alarmWithoutTime)
      case .at(let time): absolute.append(Alarm(time: .at(time), options: options))
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
    return leads.map { Alarm(time: .lead($0.lead), options: $0.options) } + absolute
  }
}

extension Recurrence.Lead {
  /// Its length in seconds, with days of 24 hours.
  var length: Int64 { Int64(days) * 86_400 + seconds }

  static func + (a: Recurrence.Lead, b: Recurrence.Lead) -> Recurrence.Lead {
    Recurrence.Lead(days: a.days + b.days, seconds: a.seconds + b.seconds)
  }
}
