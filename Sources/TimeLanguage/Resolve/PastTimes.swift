import CivilTime

/// Times in the past. A resolver that looks back has `looksBack` set.
extension Resolver {
  /// The instant, not after now, that `parsed` means.
  func pastInstant(of parsed: ParsedTime) throws(TimeError) -> Instant {
    let partial: PartialDateTime
    switch parsed {
    case .span(let span, let bytes):
      return try instant(span, ago: TimeError(.tooLarge, in: bytes, accepted: .duration))
    case .rule(let rule): throw TimeError(.unexpected, in: rule.bytes, accepted: .moment)
    case .moment(let said): partial = said
    }
    let day: Int64 = 86_400_000
    var failure = error(.future, partial)
    for back in partial.isOneDay ? [0] : [0, day, 7 * day, 31 * day, 366 * day] {
      guard let earlier = context.now.advanced(by: -back) else { continue }
      var then = self
      then.context.now = earlier
      do throws(TimeError) {
        let due = try DateTimeResolver(partial, then).moment().due
        if due <= context.now { return due }
      } catch { if failure.code == .future { failure = error } }
    }
    throw failure
  }

  /// The instant that lies `span` before now; `error` if it is out of range.
  func instant(_ span: Span, ago error: TimeError) throws(TimeError) -> Instant {
    let back = Span(months: -span.months, days: -span.days, milliseconds: -span.milliseconds)
    guard let instant = context.now.adding(back, in: context.zone) else { throw error }
    return instant
  }
}

extension PartialDateTime {
  /// Whether it means the same day all through today.
  fileprivate var isOneDay: Bool {
    if instant != nil { return true }
    switch day {
    case .relative, .ahead, .later, .week, .date(.some, _, _): return true
    case nil, .next, .afterComing, .date(nil, _, _), .ofMonth, .endOfMonth, .nth, .nthWorkday:
      return false
    }
  }
}
