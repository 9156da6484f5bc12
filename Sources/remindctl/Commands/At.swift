import TimeLanguage

extension Verb {
  static let at = Verb(
    "at", operands: Words.Help.atOperands, summary: Words.Help.atSummary,
    details: Words.Help.atDetails, options: Creation.options,
    examples: ["at 17:30 call mum", "at tomorrow 9am -- 2 pills"]
  ) { arguments, context in
    try Creation.step(.at, arguments, context)
  }

  static let on = Verb(
    "on", operands: Words.Help.atOperands, summary: Words.Help.onSummary,
    details: Words.Help.atDetails, options: Creation.options,
    examples: ["on friday 17:00 beer", "on 24 dec 9:00 presents"]
  ) { arguments, context in
    try Creation.step(.on, arguments, context)
  }
}
