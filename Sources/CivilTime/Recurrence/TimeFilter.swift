/// The times of day that BYHOUR, BYMINUTE and BYSECOND select.
struct TimeFilter {
  private let rule: RecurrenceRule
  private let start: WallTime

  init(_ rule: RecurrenceRule, start: WallTime) {
    self.rule = rule
    self.start = start
  }

  /// Without leap seconds the 60th second is the 59th (RFC 5545 §3.3.12).
  private var seconds: [Int] { Array(Set(rule.seconds.map { min($0, 59) })).sorted() }

  private var slot: Int64 { rule.frequency.slot }

  /// The seconds of each slot at which there are instances: what is smaller than the slot is
  /// selected, or else is the start's.
  var times: [Int32] {
    let hours = slot == 86_400 ? rule.hours.isEmpty ? [start.hour] : rule.hours : [0]
    let minutes =
      slot >= 3600 ? rule.minutes.isEmpty ? [start.minute] : rule.minutes : [0]
    let seconds = slot >= 60 ? rule.seconds.isEmpty ? [start.second] : seconds : [0]
    return combine(hours, minutes, seconds)
  }

  /// The hours, minutes or seconds of a day, by number, to which the parts limit a rule of that
  /// frequency; nil if they do not.
  var slots: [Int32]? {
    let limitsMinutes = slot < 3600 && !rule.minutes.isEmpty
    let limitsSeconds = slot == 1 && !rule.seconds.isEmpty
    guard slot < 86_400, !rule.hours.isEmpty || limitsMinutes || limitsSeconds else { return nil }
    func all(_ values: [Int], _ range: Range<Int>) -> [Int] {
      values.isEmpty ? Array(range) : values
    }
    let hours = all(rule.hours, 0..<24)
    let minutes = slot < 3600 ? all(rule.minutes, 0..<60) : [0]
    let seconds = slot == 1 ? all(seconds, 0..<60) : [0]
    return combine(hours, minutes, seconds).map { $0 / Int32(slot) }
  }

  private func combine(_ hours: [Int], _ minutes: [Int], _ seconds: [Int]) -> [Int32] {
    hours.flatMap { hour in
      minutes.flatMap { minute in
        seconds.map { second in Int32(hour * 3600 + minute * 60 + second) }
      }
    }
  }
}

extension [Int32] {
  /// The index of the first element that is not below `value`, in a sorted array.
  func index(from value: Int64) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if Int64(self[middle]) < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
