import TimeLanguage

extension Verb {
  static let every = Verb(
    "every", operands: Words.Help.everyOperands, summary: Words.Help.everySummary,
    details: Words.Help.everyDetails, options: Creation.options,
    examples: ["every weekday 9:00 stand-up", "every 2 weeks on friday 17:00 bins"]
  ) { arguments, context in
    try Creation.step(.every, arguments, context)
  }
}
