/// The instances of a rule that follows the wall clock. Readings are counted like
/// `WallTime.secondsAsUTC`.
///
/// They are looked for in slots: a slot is a day, or a period of a rule that is more frequent.
struct WallSeries: Hashable, Sendable {
  private let rule: RecurrenceRule
  private let start: WallTime
  private let filter: DayFilter
  /// A slot's length in seconds, and how many of them a day has.
  private let length, count: Int64
  /// The seconds of each slot that has instances; empty if BYSETPOS chooses none of a short period.
  private let times: [Int32]
  /// The slots of a day that BYHOUR, BYMINUTE and BYSECOND allow and that the interval reaches
  /// on some day; nil: they allow all.
  private let allowed: [Int32]?
  /// After so many days all looks the same again.
  private let cycle: Int64
  /// The reading of the last instance, if COUNT ends the series.
  private var last: Int64?

  /// - Parameter rule: checked, not of elapsed time.
  init(_ rule: RecurrenceRule, start: WallTime) {
    self.rule = rule
    self.start = start
    filter = DayFilter(rule, start: start)
    length = rule.frequency.slot
    count = 86_400 / length

    let clock = TimeFilter(rule, start: start)
    let times = clock.times
    let chosen = rule.chosen(of: times.count).map { times[$0] }
    self.times = length == 86_400 || rule.positions.isEmpty ? times : Array(Set(chosen)).sorted()

    // Day by day the interval reaches the same slots, moved by multiples of this divisor.
    let divisor = greatestCommonDivisor(Int64(rule.interval), count)
    let phase = start.secondsAsUTC.floorDivided(by: length).modulo(divisor)
    allowed = clock.slots?.filter { Int64($0).modulo(divisor) == phase }
    let days = Int64(rule.interval) / divisor
    let isLong = [.yearly, .monthly, .weekly].contains(rule.frequency)
    let common = isLong ? 1 : greatestCommonDivisor(days, WallSeries.cycleDays)
    cycle = days / common * WallSeries.cycleDays

    guard case .count(let count) = rule.end else { return }
    for _ in 0..<count {
      guard let next = selected(from: last.map { $0 + 1 } ?? .min) else { break }
      last = next
    }
  }

  /// The first reading at or after `reading` that the rule selects, and not before the start; nil:
  /// the series has ended. The search is bounded by the calendar's cycle of 400 years.
  func first(from reading: Int64) -> Int64? {
    guard let next = selected(from: reading) else { return nil }
    let hasEnded =
      switch rule.end {
      case .never: false
      case .count: last.map { next > $0 } ?? true
      case .day(let day): next.floorDivided(by: 86_400) > day.dayNumber
      case .wall(let wall): next > wall.secondsAsUTC
      // No zone is a day and two hours ahead: what is exact is decided with the zone.
      case .instant(let instant): next - 26 * 3600 > instant.seconds
      }
    return hasEnded ? nil : next
  }

  /// The same, whatever ends the series.
  private func selected(from reading: Int64) -> Int64? {
    guard !times.isEmpty, allowed?.isEmpty != true else { return nil }
    let reading = max(reading, start.secondsAsUTC)
    var slot = reading.floorDivided(by: length)
    let end = min(slot.floorDivided(by: count) + cycle, WallSeries.lastDay)
    while case let day = slot.floorDivided(by: count), day <= end {
      let (place, next) = (slot - day * count, reached(from: slot))
      if next > slot {
        slot = next
      } else if length == 86_400, !rule.positions.isEmpty {
        let days = slots(of: period(of: slot))
        if let found = chosen(of: days, from: reading) { return found }
        slot = days.upperBound
      } else if !filter.contains(day) {
        slot = (day + 1) * count
      } else if let allowed, case let index = allowed.index(from: place),
        index == allowed.count || Int64(allowed[index]) > place
      {
        slot = day * count + (index < allowed.count ? Int64(allowed[index]) : count)
      } else {
        let index = times.index(from: reading - slot * length)
        if index < times.count { return slot * length + Int64(times[index]) }
        slot += 1
      }
    }
    return nil
  }

  /// BYSETPOS numbers all instances of the period, also those before `reading` or the start.
  private func chosen(of days: Range<Int64>, from reading: Int64) -> Int64? {
    let days = days.filter(filter.contains)
    let found = rule.chosen(of: days.count * times.count).map {
      days[$0 / times.count] * 86_400 + Int64(times[$0 % times.count])
    }
    return found.filter { $0 >= reading && $0 < (WallSeries.lastDay + 1) * 86_400 }.min()
  }

  /// The first slot at or after `slot` that is in a period which the interval reaches.
  private func reached(from slot: Int64) -> Int64 {
    let interval = Int64(rule.interval)
    guard interval > 1 else { return slot }
    let anchor = period(of: start.secondsAsUTC.floorDivided(by: length))
    let ahead = (anchor - period(of: slot)).floorDivided(by: interval)
    return max(slot, slots(of: anchor - ahead * interval).lowerBound)
  }

  /// The number of the period that holds the slot; consecutive.
  private func period(of slot: Int64) -> Int64 {
    switch rule.frequency {
    case .yearly: return Int64(WallTime.date(ofDay: slot).year)
    case .monthly:
      let date = WallTime.date(ofDay: slot)
      return Int64(date.year * 12 + date.month - 1)
    case .weekly: return (slot - firstWeek).floorDivided(by: 7)
    case .daily, .hourly, .minutely, .secondly: return slot
    }
  }

  private func slots(of period: Int64) -> Range<Int64> {
    func month(_ index: Int64) -> Int64 {
      WallTime.dayNumber(
        year: Int(index.floorDivided(by: 12)), month: Int(index.modulo(12)) + 1, day: 1)
    }
    switch rule.frequency {
    case .yearly: return month(period * 12)..<month(period * 12 + 12)
    case .monthly: return month(period)..<month(period + 1)
    case .weekly: return firstWeek + period * 7..<firstWeek + period * 7 + 7
    case .daily, .hourly, .minutely, .secondly: return period..<period + 1
    }
  }

  /// A day on which a week begins.
  private var firstWeek: Int64 { -Int64(Weekday(dayNumber: 0).days(since: rule.weekStart)) }

  func next(after instant: Instant, in zone: Zone) -> Instant? {
    let now = instant.seconds
    let period = zone.rules.period(at: now)
    var reading = now + period.offset + 1
    var shifted: Instant?
    if period.start > .min {
      let before = zone.rules.period(at: period.start - 1)
      // What the last jump forward went over still comes, at its distance from the jump.
      if let missed = first(from: now + before.offset + 1), missed < period.start + period.offset {
        shifted = Instant(seconds: missed - before.offset)
      }
      // What the last jump back repeats has been there.
      reading = max(reading, period.start + before.offset)
    }
    // Mostly the first reading is the answer. After one in a gap come those after the gap: the
    // clock may show them before the shifted one is due.
    var found: Instant?
    while found == nil, let next = first(from: reading) {
      reading = next + 1
      switch zone.resolve(WallTime(secondsAsUTC: next)) {
      case .unique(let instant), .overlap(first: let instant, second: _):
        if instant.seconds > now { found = instant }
      case .gap(shifted: let instant, by: _):
        if instant.seconds > now { shifted = min(shifted ?? instant, instant) }
        let behind = zone.rules.period(at: instant.seconds)
        reading = max(reading, behind.start + behind.offset)
      }
    }
    guard let next = [found, shifted].compactMap({ $0 }).min(), next <= .latest else { return nil }
    if case .instant(let end) = rule.end, next > end { return nil }
    return next
  }

  /// The Gregorian calendar repeats after 400 years, a whole number of weeks.
  private static let cycleDays: Int64 = 146_097

  private static let lastDay = WallTime.dayNumber(year: 9999, month: 12, day: 31)
}

extension RecurrenceRule {
  /// Which of so many instances of a period BYSETPOS chooses, from 0 on.
  fileprivate func chosen(of count: Int) -> [Int] {
    positions.map { $0 > 0 ? $0 - 1 : count + $0 }.filter((0..<count).contains)
  }
}

private func greatestCommonDivisor(_ a: Int64, _ b: Int64) -> Int64 {
  b == 0 ? a : greatestCommonDivisor(b, a % b)
}
