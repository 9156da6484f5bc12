import CivilTime
import Scheduler
import TimeLanguage

/// A repetition in words: `every weekday at 09:00:00, 10 times`.
///
/// Every rule that the grammar makes has words, and many of iCalendar's; the others are shown as
/// they are.
struct RuleSentence {
  private let rule: RecurrenceRule
  private let start: WallTime

  /// - Parameter start: on the clocks of the reader.
  init(_ rule: RecurrenceRule, start: WallTime) {
    self.rule = rule
    self.start = start
  }

  /// The days on which it comes, or how often; nil where there are no words for it.
  var days: String? {
    guard rule.weekNumbers.isEmpty, rule.yearDays.isEmpty else { return nil }
    let isPlain = rule.monthDays.isEmpty && rule.positions.isEmpty
    switch rule.frequency {
    case .secondly: return rule.isElapsed ? Messages.everySeconds(rule.interval) : nil
    case .minutely: return rule.isElapsed ? Messages.everyMinutes(rule.interval) : nil
    case .hourly: return rule.isElapsed ? Messages.everyHours(rule.interval) : nil
    case .daily:
      // Times of a day may be chosen: `30 minutes from 9:00 to 17:00`.
      guard rule.monthDays.isEmpty, isPlain || !rule.hours.isEmpty else { return nil }
      if rule.days.isEmpty { return inMonths(Messages.everyDays(rule.interval)) }
      return rule.interval == 1 ? inMonths(weekly) : nil
    case .weekly:
      guard isPlain else { return nil }
      return inMonths(weekly)
    case .monthly:
      guard let day = dayOfMonth else { return nil }
      return inMonths(Messages.everyMonths(rule.interval, on: day))
    case .yearly: return yearly
    }
  }

  private var weekly: String {
    let days = rule.days.isEmpty ? [Weekday(rawValue: start.weekday)!] : rule.days.map(\.weekday)
    if rule.interval == 1, days == Weekday.workdays { return Messages.everyWeekday }
    if rule.interval == 1, days.count == 7 { return Messages.everyDays(1) }
    return Messages.everyWeeks(rule.interval, on: days)
  }

  private var yearly: String? {
    let saysDay = !rule.monthDays.isEmpty || !rule.days.isEmpty
    // The nth day or weekday of a year has no words.
    guard !rule.months.isEmpty || !saysDay else { return nil }
    let months = rule.months.isEmpty ? [start.month] : rule.months
    let day = saysDay ? rule.monthDays.first : start.day
    if let day, day > 0, months.count == 1, rule.monthDays.count < 2, rule.days.isEmpty,
      rule.positions.isEmpty
    {
      return Messages.everyYears(rule.interval, on: Messages.date(day: day, month: months[0]))
    }
    guard let day = dayOfMonth else { return nil }
    return Messages.everyYears(
      rule.interval, on: day, months: Messages.list(months.map(Messages.inMonth)))
  }

  /// `the 15th`, `the last Friday`; nil where there are no words for it.
  private var dayOfMonth: String? {
    let (monthDays, days, positions) = (rule.monthDays, rule.days, rule.positions)
    switch (monthDays.isEmpty, days.isEmpty) {
    case (true, true): return positions.isEmpty ? Messages.day(start.day) : nil
    case (false, true):
      if let day = monthDays.last, day > 28,
        RecurrenceRule.monthDays(upTo: day) == (monthDays, positions)
      {
        return day == 31 ? Messages.day(-1) : Messages.dayOrLast(day)
      }
      guard positions.isEmpty, monthDays.allSatisfy({ $0 >= -1 }) else { return nil }
      // The last day is -1, and stands at the end.
      return Messages.list(
        monthDays.sorted { ($0 < 0 ? 32 : $0) < ($1 < 0 ? 32 : $1) }.map(Messages.day))
    case (true, false):
      if positions.count == 1, days == Weekday.workdays.map({ RecurrenceRule.Day($0) }),
        positions[0] >= -1
      {
        return Messages.workday(positions[0])
      }
      guard positions.isEmpty, days.allSatisfy({ ($0.ordinal ?? -2) >= -1 }) else { return nil }
      return Messages.list(days.map { Messages.weekday($0.ordinal ?? 0, $0.weekday) })
    case (false, false): return nil
    }
  }

  private func inMonths(_ days: String) -> String {
    guard !rule.months.isEmpty else { return days }
    return Messages.inMonths(days, Messages.list(rule.months.map(Messages.inMonth)))
  }

  /// The times of each day, in order; empty where time elapses.
  var times: [WallTime] {
    guard !rule.isElapsed else { return [] }
    let hours = rule.hours.isEmpty ? [start.hour] : rule.hours
    let minutes = rule.minutes.isEmpty ? [start.minute] : rule.minutes
    let seconds = rule.seconds.isEmpty ? [start.second] : rule.seconds.map { min($0, 59) }
    let times = hours.flatMap { hour in
      minutes.flatMap { minute in
        seconds.map { WallTime(secondsAsUTC: Int64((hour * 60 + minute) * 60 + $0)) }
      }
    }
    guard rule.frequency == .daily, !rule.positions.isEmpty else { return times }
    let places = rule.positions.map { $0 > 0 ? $0 - 1 : times.count + $0 }
    return Set(places).sorted().filter(times.indices.contains).map { times[$0] }
  }
}

extension Weekday {
  fileprivate static let workdays = Array(allCases.prefix(5))
}

extension Recurrence {
  /// Whether it is single dates, as a calendar lists them, and no rule.
  fileprivate var isDates: Bool { rule.end == .count(1) && details?.added.isEmpty == false }
}

extension Context {
  /// A repetition in words, or as its rule where it has none.
  func rule(_ recurrence: Recurrence) -> String {
    let said = plainRule(recurrence)
    guard var details = recurrence.details else { return said }
    if recurrence.isDates { details.added = [] }
    let lead = details.lead.length
    return Messages.rule(said, details, lead: lead == 0 ? nil : length(lead * 1000, units: 4))
  }

  private func plainRule(_ recurrence: Recurrence) -> String {
    let rule = recurrence.rule
    let start: WallTime =
      switch recurrence.start {
      case .wall(let wall): wall
      case .instant(let instant): wall(at: instant)
      }
    let sentence = RuleSentence(rule, start: start)
    if recurrence.isDates { return Messages.onDates((recurrence.details?.added.count ?? 0) + 1) }
    guard let days = sentence.days else {
      return isSpoken ? Messages.calendarRule : Messages.calendarRule(rule.description)
    }
    var said = days
    // Of an event of a whole day the beginning says nothing.
    let isWholeDay =
      recurrence.details?.lead.isZero == false && sentence.times == [WallTime(secondsAsUTC: 0)]
    let times = isWholeDay ? [] : sentence.times
    if times.count > 4 {
      said = Messages.often(
        said, count: times.count, from: clock.time(times[0]), to: clock.time(times.last!))
    } else if !times.isEmpty {
      said = Messages.rule(said, at: Messages.list(times.map(clock.time)))
    }
    if local.isPinned, !rule.isElapsed { said = Messages.rule(said, zone: local.zone.name) }
    switch rule.end {
    case .never: return said
    case .count(let count): return Messages.rule(said, times: count)
    case .day(let day): return Messages.rule(said, until: clock.date(day, from: wall(at: now)))
    case .wall(let end): return Messages.rule(said, until: clock.moment(end, from: wall(at: now)))
    case .instant(let end): return Messages.rule(said, until: dateAndTime(at: end))
    }
  }
}
