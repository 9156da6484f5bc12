import CivilTime

/// Turns what was said into instants: the one place where words meet now, a calendar and a zone.
struct Resolver {
  var context: TimeContext
  /// Whether a time is meant that is over (`Parser.past`).
  var looksBack = false

  func reading(of parsed: ParsedTime) throws(TimeError) -> Reading {
    switch parsed {
    case .span(let span, let bytes): return try spanReading(span, bytes)
    case .rule(let rule): return try RuleResolver(rule, self).reading()
    case .moment(let partial):
      let resolver = try DateTimeResolver(partial, self)
      let moment = try resolver.moment()
      guard moment.due > context.now else { throw resolver.error(.past) }
      guard moment.due <= .latest else { throw resolver.error(.tooLarge) }
      return moment
    }
  }

  private func spanReading(_ span: Span, _ bytes: Range<Int>) throws(TimeError) -> Reading {
    guard let due = context.now.adding(span, in: context.zone) else {
      throw TimeError(.tooLarge, in: bytes, accepted: .duration)
    }
    var notes: [Note] = []
    let today = context.zone.wall(at: context.now)
    let there = today.adding(months: span.months)
    if span.months != 0, let there, there.day != today.day {
      notes.append(.lastDayOfMonth(asked: today.day))
    }
    if !span.isElapsed, span.milliseconds == 0, let day = there?.adding(days: Int64(span.days)) {
      notes += context.zone.notes(on: day)
    }
    return Reading(when: .span(span), due: due, notes: notes, bytes: bytes)
  }

  /// The zone that was said, or the context's, and its name if wall times stay in it.
  func zone(_ name: ZoneName?) throws(TimeError) -> (zone: Zone, pin: String?) {
    guard let name else {
      return (context.zone, context.isPinned ? context.zone.name : nil)
    }
    guard let zone = try? Zone.find(name.name) else {
      throw TimeError(.unknownZone, in: name.bytes, accepted: .zone)
    }
    return (zone, zone.name)
  }
}

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
    var failure = TimeError(.future, in: partial.bytes, accepted: .moment)
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
    return switch day {
    case .relative, .ahead, .later, .week, .date(.some, _, _): true
    default: false
    }
  }
}
