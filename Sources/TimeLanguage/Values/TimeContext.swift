import CivilTime

/// What the words are given to: the same words can mean different things after different verbs.
package enum TimeVerb: String, CaseIterable, Sendable {
  /// A duration, or days ahead and a time of day.
  case `in`
  /// A moment; a number alone is an hour.
  case at
  /// A moment; `24.12` is a date.
  case on
  /// A repetition.
  case every
  /// A whole phrase, with its own prepositions, before or after its text.
  case any
}

/// Where and when an input is read.
package struct TimeContext: Sendable {
  /// The present.
  package var now: Instant
  /// The zone whose clock the words mean.
  package var zone: Zone
  /// Whether wall times stay in `zone` wherever the user goes (`--tz`, `TZ`).
  package var isPinned: Bool
  /// The languages to read, best first. The first one's habits count for dates in figures.
  package var languages: [Language]

  package init(now: Instant, zone: Zone, isPinned: Bool, languages: [Language]) {
    self.now = now
    self.zone = zone
    self.isPinned = isPinned
    self.languages = languages
  }
}
