import CivilTime

/// Turns what was said into instants: the one place where words meet now, a calendar and a zone.
struct Resolver {
  var context: TimeContext
  /// Whether a time is meant that is over (`Parser.past`).
  var looksBack = false

  func reading(of parsed: ParsedTime) throws(TimeError) -> Reading {
    switch parsed {
    case .span(let span, let bytes): try spanReading(span, bytes)
    case .moment(let partial): try dateTimeReading(partial)
    case .rule(let rule): try RuleResolver(rule, self).reading()
    }
  }

  private func spanReading(_ span: Span, _ bytes: Range<Int>) throws(TimeError) -> Reading {
    guard let due = context.now.adding(span, in: context.zone) else {
      throw TimeError(.tooLarge, in: bytes, accepted: .duration)
    }
    var notes: [Note] = []
    let today = context.zone.wall(at: context.now)
    if span.months != 0, let there = today.adding(months: span.months), there.day != today.day {
      notes.append(.lastDayOfMonth(asked: today.day))
    }
    if !span.isElapsed, span.milliseconds == 0,
      let there = today.adding(months: span.months)?.adding(days: Int64(span.days))
    {
      notes += context.zone.notes(on: there)
    }
    return Reading(when: .span(span), due: due, text: nil, notes: notes, bytes: bytes)
  }

  /// The zone that was said, or the context's.
  func zone(_ name: ZoneName?) throws(TimeError) -> (zone: Zone, pin: String?) {
    guard let name else {
      return (context.zone, context.isPinned ? context.zone.name : nil)
    }
    do throws(ZoneError) {
      let zone = try Zone.find(name.name)
      return (zone, zone.name)
    } catch {
      throw TimeError(
        .unknownZone, in: name.bytes, accepted: .zone)
    }
  }

  private func dateTimeReading(_ partial: PartialDateTime) throws(TimeError) -> Reading {
    let moment = try DateTimeResolver(partial, self).moment()
    guard moment.due > context.now else { throw error(.past, partial) }
    guard moment.due <= .latest else { throw error(.tooLarge, partial) }
    return Reading(
      when: .wall(moment.wall, zone: moment.pin), due: moment.due, text: nil, notes: moment.notes,
      bytes: partial.bytes)
  }

  func error(_ code: TimeError.Code, _ partial: PartialDateTime) -> TimeError {
    TimeError(
      code, in: partial.bytes, accepted: .moment)
  }
}
