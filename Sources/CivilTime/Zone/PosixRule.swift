/// The zone that a POSIX TZ string describes, such as `CET-1CEST,M3.5.0,M10.5.0/3` (POSIX.1,
/// "Environment Variables", with RFC 9636 §3.3.2's hours from -167 to 167). Zone files end with
/// one for the years after their last transition. A class: to destroy an optional struct of this size, the
/// runtime builds its type at each start, for 49,000 instructions.
final class PosixRule: Hashable, Sendable {
  let standard: LocalTimeType
  let daylight: Daylight?

  init(standard: LocalTimeType, daylight: Daylight?) {
    self.standard = standard
    self.daylight = daylight
  }

  static func == (a: PosixRule, b: PosixRule) -> Bool {
    a.standard == b.standard && a.daylight == b.daylight
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(standard)
    hasher.combine(daylight)
  }

  struct Daylight: Hashable, Sendable {
    let type: LocalTimeType
    /// When the year's summer time begins, in standard time, and ends, in summer time.
    let start, end: Changeover
  }

  struct Changeover: Hashable, Sendable {
    let day: Day
    /// Seconds from that day's midnight; may lie days away from it.
    let time: Int

    enum Day: Hashable, Sendable {
      /// `Jn`, 1 to 365: 29 February is never counted.
      case julian(Int)
      /// `n`, 0 to 365: 29 February is counted.
      case ordinal(Int)
      /// `Mm.w.d`: the `week`th (5: the last) `weekday` (0: Sunday) of `month`.
      case weekday(month: Int, week: Int, weekday: Int)
    }

    /// Seconds of the wall clock's reading in `year`, counted like `WallTime.secondsAsUTC`.
    func reading(in year: Int) -> Int64 {
      let dayNumber: Int64
      switch day {
      case .julian(let n):
        let leap = WallTime.isLeap(year) && n >= 60 ? 1 : 0
        dayNumber = WallTime.dayNumber(year: year, month: 1, day: 1) + Int64(n - 1 + leap)
      case .ordinal(let n):
        dayNumber = WallTime.dayNumber(year: year, month: 1, day: 1) + Int64(n)
      case .weekday(let month, let week, let weekday):
        let first = WallTime.dayNumber(year: year, month: month, day: 1)
        let ahead = (weekday - WallTime(secondsAsUTC: first * 86_400).weekday + 7) % 7
        let weeks = ahead + 7 * (week - 1) < WallTime.days(inMonth: month, of: year) ? week : 4
        dayNumber = first + Int64(ahead + 7 * (weeks - 1))
      }
      return dayNumber * 86_400 + Int64(time)
    }
  }

  /// What holds at `seconds` from the epoch, and from when until when.
  func period(at seconds: Int64) -> ZoneRules.Period {
    guard let daylight else {
      return .init(start: .min, end: .max, type: standard)
    }
    let day = WallTime(secondsAsUTC: seconds + Int64(standard.offset)).dayNumber
    let year = WallTime.date(ofDay: day).year
    var start = Int64.min
    var end = Int64.max
    var type = standard
    // Changeovers may lie a week outside their year. Where both fall on the same instant the
    // beginning wins: that is how a zone says that its summer never ends.
    for year in year - 2...year + 2 {
      for (change, before, after) in [
        (daylight.end, daylight.type, standard), (daylight.start, standard, daylight.type),
      ] {
        let instant = change.reading(in: year) - Int64(before.offset)
        if instant > seconds {
          end = min(end, instant)
        } else if instant >= start {
          start = instant
          type = after
        }
      }
    }
    return .init(start: start, end: end, type: type)
  }
}
