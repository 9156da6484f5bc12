import CivilTime

/// What the grammar read, before it meets now and a zone.
indirect enum ParsedTime {
  case span(Span, bytes: Range<Int>)
  case moment(PartialDateTime)
  case rule(PartialRule)

  /// Whether the words say on which day, and at what time: by the clock, since after `tonight` and
  /// `noon` a text may say it more exactly.
  var saysDayAndTime: (day: Bool, time: Bool) {
    switch self {
    case .span(let span, _): (true, span.isElapsed)
    case .moment(let partial):
      (
        partial.hasDay || partial.instant != nil,
        partial.instant != nil || partial.time?.isNamed == false
      )
    case .rule(let rule): (true, rule.saysTime)
    }
  }

  var isRule: Bool { if case .rule = self { true } else { false } }
  var isSpan: Bool { if case .span = self { true } else { false } }

  /// Whether they say on which days: of a repetition, which of them.
  var saysDays: Bool {
    switch self {
    case .span: false
    case .moment(let partial): partial.instant != nil || partial.hasDay
    case .rule(let rule): rule.hasDays
    }
  }

  /// Whether they say a time of day, or its name (`noon`).
  var saysTime: Bool {
    switch self {
    case .span(let span, _): span.isElapsed
    case .moment(let partial): partial.instant != nil || partial.time != nil
    case .rule(let rule): rule.saysTime || !rule.times.isEmpty
    }
  }

  /// Whether they say when on a day, be it only by a part of it (`in the morning`).
  var saysPart: Bool {
    switch self {
    case .span: saysTime
    case .moment(let partial): saysTime || partial.part != nil
    case .rule(let rule): saysTime || rule.part != nil
    }
  }
}
