/// What the words are given to: the same words can mean different things after different verbs.
package enum Verb: String, CaseIterable, Sendable {
  /// A duration, or days ahead and a time of day.
  case `in`
  /// A moment; a number alone is an hour.
  case at
  /// A moment; `24.12` is a date.
  case on
  /// A repetition.
  case every
  /// A whole phrase, with its own prepositions, before or behind its text.
  case any
}
