/// What a zone's clocks do for a while.
struct LocalTimeType: Hashable, Sendable {
  /// Seconds east of UTC.
  let offset: Int
  let isDaylight: Bool
  let abbreviation: String
}

/// A zone's clock changes: a list of them, then a rule for all later years. A class: zones are
/// passed on often, and a reference costs nothing to pass.
final class ZoneRules: Hashable, Sendable {
  /// Seconds from the epoch, strictly ascending.
  let transitions: [Int64]
  /// For each transition, the index of the type that it begins.
  let indices: [UInt8]
  /// Never empty; the first one holds before the first transition (RFC 9636 §3.2).
  let types: [LocalTimeType]
  /// What holds from the last transition on; nil: its type, for ever.
  let rule: PosixRule?

  init(transitions: [Int64], indices: [UInt8], types: [LocalTimeType], rule: PosixRule?) {
    self.transitions = transitions
    self.indices = indices
    self.types = types
    self.rule = rule
  }

  convenience init(_ rule: PosixRule) {
    self.init(transitions: [], indices: [], types: [rule.standard], rule: rule)
  }

  /// The offset that holds for ever, in seconds east of UTC; nil if clocks change.
  var constantOffset: Int? {
    // No `==`: it would have the runtime build a type at each start, for 35,000 instructions.
    guard transitions.isEmpty, case .none = rule?.daylight else { return nil }
    return (rule?.standard ?? types[0]).offset
  }

  static func == (a: ZoneRules, b: ZoneRules) -> Bool {
    a === b
      || a.transitions == b.transitions && a.indices == b.indices && a.types == b.types
        && a.rule == b.rule
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(transitions)
    hasher.combine(indices)
    hasher.combine(types)
    hasher.combine(rule)
  }

  /// A stretch of time without any clock change, in seconds from the epoch.
  struct Period {
    let start: Int64
    /// The first second that no longer belongs to it.
    let end: Int64
    let type: LocalTimeType
    var offset: Int64 { Int64(type.offset) }
  }

  func period(at seconds: Int64) -> Period {
    var low = 0
    var high = transitions.count
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle] <= seconds { low = middle + 1 } else { high = middle }
    }
    let start = low == 0 ? Int64.min : transitions[low - 1]
    if low == transitions.count, let rule {
      let period = rule.period(at: seconds)
      return Period(start: max(start, period.start), end: period.end, type: period.type)
    }
    return Period(
      start: start, end: low == transitions.count ? .max : transitions[low],
      type: types[low == 0 ? 0 : Int(indices[low - 1])])
  }
}
