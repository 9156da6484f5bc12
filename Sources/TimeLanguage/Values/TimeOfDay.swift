/// A time of day as it was said.
struct TimeOfDay: Hashable {
  /// 0 to 24; 24 is the midnight that ends a day, and only 24:00:00.
  var hour: Int
  var minute = 0
  var second = 0
  /// Which half of the day is meant is certain: `17`, `5pm`, `05:00`, not `5`.
  var isSettled: Bool
  /// A name, and not a clock, said it: `noon`.
  var isNamed = false
  /// Nothing but an hour was said, in figures or words.
  var isBare = false
  /// The word midnight, which may begin a day or end it.
  var isMidnight = false

  /// Seconds since the day began, 0 to 86,400.
  var seconds: Int64 { Int64((hour * 60 + minute) * 60 + second) }

  /// The hours before dawn, which a night that began the day before still has.
  var isSmallHour: Bool { hour < 6 }

  /// This hour with so many minutes past or, if negative, to it.
  func adding(minutes: Int) -> TimeOfDay {
    let sum = (hour * 60 + minutes + 1440) % 1440
    var time = self
    (time.hour, time.minute, time.isMidnight) = (sum / 60, sum % 60, false)
    return time
  }

  /// This time in `part` of the day: 9 in the evening is 21:00. Nil if they contradict.
  func adjusted(to part: PartOfDay) -> TimeOfDay? {
    var time = self
    time.isSettled = true
    let isInPart =
      switch part {
      case .morning: hour < 12
      case .afternoon: (12...19).contains(hour)
      case .evening: hour >= 16
      case .lateEvening, .night: hour >= 17 || hour < 6
      }
    if isSettled { return isInPart ? time : nil }
    switch (part, hour) {
    case (.morning, 1...11), (.afternoon, 12), (.night, 1...5): break
    case (.afternoon, 1...7), (.evening, 4...11), (.lateEvening, 5...11), (.night, 6...11):
      time.hour += 12
    case (.lateEvening, 12), (.night, 12): time.hour = 24
    default: return nil
    }
    return time.hour == 24 && time.seconds > 86_400
      ? TimeOfDay(hour: 0, minute: minute, second: second, isSettled: true) : time
  }
}
