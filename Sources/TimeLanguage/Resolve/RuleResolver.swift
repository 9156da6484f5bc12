import CivilTime

/// Makes a recurrence of a repetition as it was said.
///
/// Its start is its first occurrence, so that counts and intervals begin there: every second week
/// on Friday begins with the coming Friday.
struct RuleResolver {
  let partial: PartialRule
  let resolver: Resolver
  let zone: Zone
  private let pin: String?
  let present: WallTime
  /// The day before which nothing is due; nil: from now.
  let firstDay: Int64?

  init(_ partial: PartialRule, _ resolver: Resolver) throws(TimeError) {
    self.partial = partial
    self.resolver = resolver
    (zone, pin) = try resolver.zone(partial.zone ?? partial.from?.zone)
    present = zone.wall(at: resolver.context.now)
    let from = partial.from.flatMap { $0.hasDay ? $0 : nil }
    firstDay = try from.map { from throws(TimeError) in try DateTimeResolver(from, resolver).day() }
  }

  var now: Instant { resolver.context.now }

  /// Occurrences come after this instant.
  private var after: Instant {
    guard let firstDay, firstDay > present.dayNumber else { return now }
    let midnight = zone.instant(of: WallTime(secondsAsUTC: firstDay * 86_400))
    return Instant(milliseconds: midnight.milliseconds - 1)
  }

  func error(_ code: TimeError.Code) -> TimeError {
    TimeError(code, in: partial.bytes, accepted: .rule)
  }

  func reading() throws(TimeError) -> Reading {
    switch partial.step {
    case .elapsed(let step):
      try partial.closing == nil ? elapsedReading(every: step) : windowReading(every: step)
    case .calendar(let interval, let frequency): try calendar(interval, frequency)
    case nil: throw error(.notATime)
    }
  }

  func reading(
    of recurrence: Recurrence, after: Instant, _ notes: [Note] = []
  ) throws(TimeError) -> Reading {
    guard let due = recurrence.next(after: after, in: zone) else { throw error(.never) }
    return Reading(
      when: .recurrence(recurrence, zone: pin), due: due, notes: notes, bytes: partial.bytes)
  }

  func recurrence(
    _ rule: RecurrenceRule, from start: Recurrence.Start
  ) throws(TimeError) -> Recurrence {
    do throws(CivilTimeError) {
      return try Recurrence(rule, from: start)
    } catch {
      throw self.error(error.recurrence == .neverOccurs ? .never : .badRule)
    }
  }

  private func calendar(
    _ interval: Int, _ frequency: RecurrenceRule.Frequency
  ) throws(TimeError) -> Reading {
    let saysTime = !partial.times.isEmpty || partial.part != nil
    if !saysTime, !partial.hasDays, partial.from == nil, interval > 1 || frequency != .daily {
      return try fromNow(interval, frequency)
    }
    guard partial.closing == nil else { throw error(.badRule) }
    var rule = RecurrenceRule(frequency)
    rule.days = partial.weekdays
    rule.months = partial.months
    if let workday = partial.workday {
      rule.days = Weekday.allCases.prefix(5).map { RecurrenceRule.Day($0) }
      rule.positions = [workday]
    }
    try setMonthDays(of: &rule)
    var interval = interval
    if partial.isQuarterly, frequency == .monthly {
      rule.frequency = .yearly
      rule.months = [1, 4, 7, 10]
      interval = 1
      if partial.hasDays, !rule.positions.isEmpty { throw error(.badRule) }
    }
    return try firstReading(of: rule, interval: interval, at: times())
  }

  /// The days of the month; a day that some months lack is their last one.
  private func setMonthDays(of rule: inout RecurrenceRule) throws(TimeError) {
    guard let day = partial.monthDays.first else { return }
    if partial.monthDays.count > 1 || partial.isQuarterly {
      rule.monthDays = partial.monthDays.map { $0 == 31 ? -1 : $0 }
      guard partial.isQuarterly || rule.monthDays.allSatisfy({ $0 <= 28 }) else {
        throw error(.badRule)
      }
      return
    }
    let longest = partial.months.first.map { WallTime.days(inMonth: $0, of: 2000) }
    if day < 0 || longest ?? 29 != 29 {
      rule.monthDays = [day]
    } else {
      (rule.monthDays, rule.positions) = RecurrenceRule.monthDays(upTo: day)
    }
  }

  /// `every month` without a word about when: from now, at the present time of day.
  private func fromNow(
    _ interval: Int, _ frequency: RecurrenceRule.Frequency
  ) throws(TimeError) -> Reading {
    var rule = RecurrenceRule(frequency)
    rule.interval = interval
    var start: WallTime?
    switch frequency {
    case .daily: start = present.adding(days: Int64(interval))
    case .weekly: start = present.adding(days: Int64(7 * interval))
    case .monthly:
      start = present.adding(months: interval)
      (rule.monthDays, rule.positions) = RecurrenceRule.monthDays(upTo: present.day)
    default:
      start = present.adding(months: 12 * interval)
      rule.months = [present.month]
      rule.monthDays = [present.day]
      if present.month == 2, present.day == 29 {
        (rule.monthDays, rule.positions) = RecurrenceRule.monthDays(upTo: 29)
      }
    }
    guard let start else { throw error(.tooLarge) }
    rule.end = try end(from: start, elapsedFrom: nil)
    return try reading(of: recurrence(rule, from: .wall(start)), after: now)
  }

  private func times() throws(TimeError) -> [TimeOfDay] {
    guard !partial.times.isEmpty else {
      // `every day from april 1 at 9:00`
      if let time = partial.from?.time { return [time] }
      return [TimeOfDay(hour: partial.part?.hour ?? 9, isSettled: true)]
    }
    var times: [TimeOfDay] = []
    for time in partial.times {
      var time = time
      if let part = partial.part {
        guard let adjusted = time.adjusted(to: part) else { throw error(.contradiction) }
        time = adjusted
      }
      if time.hour == 24 {
        // The midnight between two days: of every day it does not matter which.
        guard partial.step == .calendar(1, .daily) else { throw error(.ambiguousMidnight) }
        time.hour = 0
      }
      times.append(time)
    }
    return times.sorted { $0.seconds < $1.seconds }
  }

  /// The recurrence of `rule`, whose interval is still 1, from its first occurrence on.
  func firstReading(
    of rule: RecurrenceRule, interval: Int, at times: [TimeOfDay]
  ) throws(TimeError) -> Reading {
    var rule = rule
    if times.count > 1 {
      rule.hours = Array(Set(times.map(\.hour))).sorted()
      rule.minutes = Array(Set(times.map(\.minute))).sorted()
      rule.seconds = Array(Set(times.map(\.second))).sorted()
      // iCalendar crosses the lists; 9:00 and 18:30 would also mean 9:30 and 18:00.
      if rule.hours.count * rule.minutes.count * rule.seconds.count != Set(times).count {
        guard partial.closing != nil else { throw error(.badRule) }
        choose(times, of: &rule)
      }
    }
    let day = max(firstDay ?? present.dayNumber, present.dayNumber)
    let lower = WallTime(secondsAsUTC: (day - 1) * 86_400 + times[0].seconds)
    var first = rule
    // Every fourth year from a leap year, not from one whose February is shorter.
    if interval > 1, rule.frequency == .yearly, rule.months == [2], rule.monthDays == [28, 29] {
      (first.monthDays, first.positions) = ([29], [])
    }
    let probe = try recurrence(first, from: .wall(lower))
    guard let due = probe.next(after: after, in: zone) else { throw error(.never) }
    let start = self.start(of: due, at: times)
    rule.interval = interval
    rule.end = try end(from: start, elapsedFrom: nil)
    let isAssumed =
      partial.times.isEmpty && partial.part == nil && partial.from?.time == nil
      && partial.closing == nil
    let notes = (isAssumed ? [Note.assumedTime(start)] : []) + zone.notes(on: start)
    return try reading(of: recurrence(rule, from: .wall(start)), after: after, notes)
  }

  /// Chooses `times` among those that the lists of `rule` make, which are those of a day:
  /// `30 minutes from 9:00 to 17:00` has no 17:30.
  private func choose(_ times: [TimeOfDay], of rule: inout RecurrenceRule) {
    rule.frequency = .daily
    let wanted = Set(times.map(\.seconds))
    let all = rule.hours.flatMap { hour in
      rule.minutes.flatMap { minute in
        rule.seconds.map { second in Int64((hour * 60 + minute) * 60 + second) }
      }
    }
    rule.positions = all.indices.filter { wanted.contains(all[$0]) }.map { $0 + 1 }
  }

  /// The wall time of the instance at `first` as the rule has it, which is not what the clock
  /// shows where it jumps.
  private func start(of first: Instant, at times: [TimeOfDay]) -> WallTime {
    let wall = zone.wall(at: first)
    let time = times.last { $0.seconds <= Int64(wall.secondOfDay) } ?? times[0]
    return WallTime(secondsAsUTC: wall.dayNumber * 86_400 + time.seconds)
  }

  /// Where a series ends whose first occurrence is at `start`.
  func end(
    from start: WallTime, elapsedFrom first: Instant?
  ) throws(TimeError) -> RecurrenceRule.End {
    if let count = partial.count { return .count(count) }
    if let until = partial.until {
      if until.time != nil || until.part != nil {
        let moment = try DateTimeResolver(until, resolver).moment()
        guard first == nil, case .wall(let wall, _) = moment.when else {
          return .instant(moment.due)
        }
        return .wall(wall)
      }
      // Said on a Wednesday, `until wednesday` is a week.
      var until = until
      if until.day == nil { until.day = .next }
      let day = try DateTimeResolver(until, resolver).day()
      return .day(WallTime(secondsAsUTC: day * 86_400))
    }
    if let lasting = partial.lasting {
      // `for 3 days` is three times, not four; `every 10 minutes for an hour` has its last one.
      if first != nil {
        guard let end = now.adding(lasting, in: zone) else { throw error(.tooLarge) }
        return .instant(Instant(seconds: end.seconds))
      }
      // `monday 9:00 for 2 hours` says how long Monday's matter takes.
      guard !lasting.isElapsed else { throw error(.badRule) }
      let end = start.adding(months: lasting.months)?.adding(days: Int64(lasting.days))?
        .adding(seconds: lasting.milliseconds / 1000 - 1)
      guard let end else { throw error(.tooLarge) }
      return .wall(end)
    }
    return .never
  }
}
