/// What the grammar read, before it meets now and a zone.
indirect enum Draft {
  case span(Span, bytes: Range<Int>)
  case moment(Outline)
  case rule(RuleOutline)

  /// Whether the words say on which day, and at what time.
  var saysDayAndTime: (day: Bool, time: Bool) {
    switch self {
    case .span(let span, _): (true, span.isElapsed)
    case .moment(let outline):
      outline.instant != nil
        ? (true, true) : (outline.hasDay, outline.time != nil || outline.part != nil)
    case .rule(let rule):
      switch rule.step {
      case .elapsed: (true, true)
      default: (true, !rule.times.isEmpty || rule.part != nil || rule.from?.time != nil)
      }
    }
  }
}
