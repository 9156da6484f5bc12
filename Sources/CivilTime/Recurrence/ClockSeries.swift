/// The instances of a rule whose periods are hours, minutes or seconds of the wall clock.
struct ClockSeries: Hashable, Sendable {
  private let interval: Int64
  private let filter: DayFilter
  private let start: WallTime
  /// A period's length in seconds, and how many of them a day has.
  private let length, count: Int64
  /// The seconds of each period that has instances; empty if BYSETPOS chooses none.
  private let times: [Int32]
  /// The periods of a day that BYHOUR, BYMINUTE and BYSECOND allow and that the interval reaches
  /// on some day; nil: they allow all.
  private let allowed: [Int32]?
  /// After so many days days look the same again.
  private let cycle: Int64

  init(_ rule: RecurrenceRule, start: WallTime) {
    let unit: TimeFilter.Unit =
      switch rule.frequency {
      case .hourly: .hour
      case .minutely: .minute
      default: .second
      }
    interval = Int64(rule.interval)
    filter = DayFilter(rule, start: start)
    self.start = start
    length = unit.rawValue
    count = 86_400 / length

    let clock = TimeFilter(rule, start: start)
    let times = clock.seconds(of: unit)
    let chosen = rule.positions.compactMap { position -> Int32? in
      let index = position > 0 ? position - 1 : times.count + position
      return times.indices.contains(index) ? times[index] : nil
    }
    self.times = rule.positions.isEmpty ? times : Array(Set(chosen)).sorted()

    // Day by day the interval reaches the same periods, moved by multiples of this divisor.
    let divisor = greatestCommonDivisor(interval, count)
    let phase = start.secondsAsUTC.floorDivided(by: length).modulo(divisor)
    allowed = clock.periods(of: unit)?.filter { Int64($0).modulo(divisor) == phase }
    let days = interval / divisor
    cycle = days / greatestCommonDivisor(days, WallSeries.cycleDays) * WallSeries.cycleDays
  }

  func first(from reading: Int64) -> Int64? {
    guard !times.isEmpty, allowed?.isEmpty != true else { return nil }
    let reading = max(reading, start.secondsAsUTC)
    let current = reading.floorDivided(by: length)
    var day = reading.floorDivided(by: 86_400)
    let end = min(day + cycle, WallSeries.lastDay)
    while day <= end {
      guard filter.contains(day) else {
        day += 1
        continue
      }
      var next = max(current, day * count)
      while let period = period(from: next, on: day) {
        let now = reading - period * length
        let index = times.index(from: now)
        if index < times.count { return period * length + Int64(times[index]) }
        next = period + 1
      }
      // A long interval leaves out whole days.
      day = max(day + 1, reached(from: (day + 1) * count).floorDivided(by: count))
    }
    return nil
  }

  /// The first period at or after `next` that the interval reaches.
  private func reached(from next: Int64) -> Int64 {
    let anchor = start.secondsAsUTC.floorDivided(by: length)
    return anchor - (anchor - next).floorDivided(by: interval) * interval
  }

  /// The first period at or after `next` on `day` that the interval reaches and the rule allows.
  private func period(from next: Int64, on day: Int64) -> Int64? {
    var next = next
    while true {
      let period = reached(from: next)
      guard period < (day + 1) * count else { return nil }
      guard let allowed else { return period }
      let place = period - day * count
      let index = allowed.index(from: place)
      guard index < allowed.count else { return nil }
      if Int64(allowed[index]) == place { return period }
      next = day * count + Int64(allowed[index])
    }
  }
}

private func greatestCommonDivisor(_ a: Int64, _ b: Int64) -> Int64 {
  b == 0 ? a : greatestCommonDivisor(b, a % b)
}
