/// The instances of a rule whose periods are days, weeks, months or years.
struct CalendarSeries: Hashable, Sendable {
  private let frequency: RecurrenceRule.Frequency
  private let interval: Int64
  private let weekStart: Weekday
  private let positions: [Int]
  private let filter: DayFilter
  private let start: WallTime
  /// The seconds of each day that has instances; never empty.
  private let times: [Int32]

  init(_ rule: RecurrenceRule, start: WallTime) {
    frequency = rule.frequency
    interval = Int64(rule.interval)
    weekStart = rule.weekStart
    positions = rule.positions
    filter = DayFilter(rule, start: start)
    self.start = start
    times = TimeFilter(rule, start: start).seconds(of: .day)
  }

  func first(from reading: Int64) -> Int64? {
    let reading = max(reading, start.secondsAsUTC)
    let anchor = period(of: start.dayNumber)
    let ahead = period(of: reading.floorDivided(by: 86_400)) - anchor
    var period = anchor - (-ahead).floorDivided(by: interval) * interval
    // One more than the cycle: the first period may be partly over.
    for _ in 0...cycle {
      let days = days(of: period)
      guard days.lowerBound <= WallSeries.lastDay else { return nil }
      if let found = first(in: days, from: reading) {
        return found.floorDivided(by: 86_400) <= WallSeries.lastDay ? found : nil
      }
      period += interval
    }
    return nil
  }

  private func first(in days: Range<Int64>, from reading: Int64) -> Int64? {
    guard positions.isEmpty else { return firstChosen(in: days, from: reading) }
    let today = reading.floorDivided(by: 86_400)
    for day in max(days.lowerBound, today)..<max(days.upperBound, today) where filter.contains(day)
    {
      if day > today { return day * 86_400 + Int64(times[0]) }
      let index = times.index(from: reading - today * 86_400)
      if index < times.count { return day * 86_400 + Int64(times[index]) }
    }
    return nil
  }

  /// BYSETPOS numbers all instances of the period, also those before `reading` or the start.
  private func firstChosen(in days: Range<Int64>, from reading: Int64) -> Int64? {
    let days = days.filter(filter.contains)
    let count = days.count * times.count
    return positions.lazy.compactMap { position -> Int64? in
      let index = position > 0 ? position - 1 : count + position
      guard (0..<count).contains(index) else { return nil }
      return days[index / times.count] * 86_400 + Int64(times[index % times.count])
    }.filter { $0 >= reading }.min()
  }

  /// The number of the period that holds the day; consecutive.
  private func period(of day: Int64) -> Int64 {
    let date = WallTime.date(ofDay: day)
    switch frequency {
    case .yearly: return Int64(date.year)
    case .monthly: return Int64(date.year * 12 + date.month - 1)
    case .weekly: return (day - firstWeek).floorDivided(by: 7)
    default: return day
    }
  }

  private func days(of period: Int64) -> Range<Int64> {
    func month(_ index: Int64) -> Int64 {
      WallTime.dayNumber(
        year: Int(index.floorDivided(by: 12)), month: Int(index.modulo(12)) + 1, day: 1)
    }
    switch frequency {
    case .yearly: return month(period * 12)..<month(period * 12 + 12)
    case .monthly: return month(period)..<month(period + 1)
    case .weekly: return firstWeek + period * 7..<firstWeek + period * 7 + 7
    default: return period..<period + 1
    }
  }

  /// A day on which a week begins.
  private var firstWeek: Int64 { -Int64(Weekday(dayNumber: 0).days(since: weekStart)) }

  /// After so many periods the calendar looks the same again.
  private var cycle: Int64 {
    switch frequency {
    case .yearly: 400
    case .monthly: 4800
    case .weekly: WallSeries.cycleDays / 7
    default: WallSeries.cycleDays
    }
  }
}
