/// Why a time was not understood, and where: the words for it are the caller's.
package struct TimeError: Error, Hashable, Sendable {
  /// What kind of mistake it is; the raw value is printed in JSON.
  package enum Code: String, Sendable {
    /// There is nothing to read.
    case empty
    /// The words do not begin with a time.
    case notATime = "not-a-time"
    /// A number is followed by a word that is no unit.
    case unknownUnit = "unknown-unit"
    /// A number has no unit.
    case unitMissing = "unit-missing"
    /// A number is not written as one (`1..5`, `1.2.3`, `3.`).
    case badNumber = "bad-number"
    /// The number means one thing here and another there (`1.000`).
    case ambiguousNumber = "ambiguous-number"
    /// A time before now by its sign.
    case negative
    /// A time of no length.
    case zero
    /// Beyond the year 9999.
    case tooLarge = "too-large"
    /// Finer than a millisecond, or a part of a month.
    case tooFine = "too-fine"
    /// "A few", "several": it is not known when.
    case vague
    /// Words that point to the past ("ago").
    case past
    /// A time that should be over is still to come.
    case future
    /// What follows the time is a time as well.
    case secondTime = "second-time"
    /// A time that may be meant, or may be part of the text.
    case ambiguousText = "ambiguous-text"
    /// A word that may be the day, or begin the text: `sun cream at 11am`.
    case ambiguousDay = "ambiguous-day"
    /// Something follows right after the time, or before the text that `--` begins.
    case unexpected
    /// No clock shows it: `25:00`, `13pm`.
    case noSuchTime = "no-such-time"
    /// No calendar has it: `31 april`.
    case noSuchDate = "no-such-date"
    /// Day and month may be either way round, or a number is a year or text.
    case ambiguousDate = "ambiguous-date"
    /// A number is an hour or begins the text.
    case ambiguousHour = "ambiguous-hour"
    /// The midnight that begins the day, or the one that ends it.
    case ambiguousMidnight = "ambiguous-midnight"
    /// A repetition that is read in two ways: `second tuesday`.
    case ambiguousRule = "ambiguous-rule"
    /// Days that may be meant once, or again and again: `il lunedì alle 9`.
    case mayRepeat = "may-repeat"
    /// A day whose usual time, which is meant where none is said, is past: `today`.
    case timeMissing = "time-missing"
    /// An abbreviation of a zone, which does not say which clock changes follow: `CET`.
    case ambiguousZone = "ambiguous-zone"
    /// The parts of a time contradict one another: the date and its weekday, the hour and the
    /// part of the day.
    case contradiction
    /// No zone has this name.
    case unknownZone = "unknown-zone"
    /// A repetition that never comes.
    case never
    /// A repetition that comes too often to be read.
    case tooOften = "too-often"
    /// A repetition that iCalendar's rules cannot express, or an invalid RRULE.
    case badRule = "bad-rule"
  }

  /// The mistake.
  package var code: Code
  /// Where the culprit begins: bytes (UTF-8) from the start of the input.
  package var at: Int
  /// How many bytes it takes; 0 if something is missing.
  package var length: Int
  /// What would have been understood in its place.
  package var accepted: Forms
  /// What the culprit may have been meant for, a word without accents or, for a duration, how
  /// it is said where it is the time; nil if nothing is near.
  package var suggestion: String?

  package init(_ code: Code, at: Int, length: Int, accepted: Forms) {
    self.init(code, in: at..<at + length, accepted: accepted)
  }

  init(_ code: Code, in bytes: Range<Int>, accepted: Forms, suggestion: String? = nil) {
    self.code = code
    at = bytes.lowerBound
    length = bytes.count
    self.accepted = accepted
    self.suggestion = suggestion
  }

  /// The offset where the culprit ends.
  var end: Int { at + length }

  /// Whether the words were a time beyond doubt, and a wrong one.
  var isFirm: Bool {
    switch code {
    case .empty, .notATime, .unknownUnit, .unitMissing, .vague, .ambiguousText, .ambiguousDay,
      .unexpected:
      false
    default: true
    }
  }
}

/// Ways of writing a time, as an error offers them. A set without an array: each attempt to read a
/// time makes errors.
package struct Forms: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `1h20m`, `90 min`, `an hour and a half`.
  package static let duration = Forms(rawValue: 1)
  /// A unit of time after a number: `h`, `minutes`.
  package static let unit = Forms(rawValue: 2)
  /// `24 dec`, `2026-12-24`.
  package static let date = Forms(rawValue: 4)
  /// `17:30`, `5pm`.
  package static let time = Forms(rawValue: 8)
  /// `tomorrow 9am`, `friday 17:00`.
  package static let moment = Forms(rawValue: 16)
  /// `day 9:00`, `mon,wed 18:30`.
  package static let rule = Forms(rawValue: 32)
  /// `Europe/Rome`, `UTC`, `+02:00`.
  package static let zone = Forms(rawValue: 64)

  /// Each of them alone.
  package var each: [Forms] {
    (0..<7).map { Forms(rawValue: 1 << $0) }.filter(contains)
  }

  /// What is accepted where nothing was understood.
  static func all(after verb: TimeVerb) -> Forms {
    switch verb {
    case .in: .duration
    case .at, .on: .moment
    case .every: .rule
    case .any: [.duration, .moment, .rule]
    }
  }
}
