/// Why a time was not understood, and where: the words for it are the caller's.
public struct TimeError: Error, Hashable, Sendable {
  /// What kind of mistake it is; the raw value is printed in JSON.
  public enum Code: String, Sendable {
    /// There is nothing to read.
    case empty
    /// The words do not begin with a time.
    case notATime = "not-a-time"
    /// A number is followed by a word that is no unit.
    case unknownUnit = "unknown-unit"
    /// A number stands without a unit.
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
    /// "A few", "several": nobody knows when.
    case vague
    /// Words that point to the past ("ago").
    case past
    /// What follows the time is a time as well.
    case secondTime = "second-time"
    /// Something stands right behind the time, or before the text that `--` begins.
    case unexpected
  }

  /// The mistake.
  public var code: Code
  /// Where the culprit begins: bytes (UTF-8) from the start of the input.
  public var at: Int
  /// How many bytes it takes; 0 where something is missing.
  public var length: Int
  /// What would have been understood in its place.
  public var accepted: [Form]

  public init(_ code: Code, at: Int, length: Int, accepted: [Form]) {
    self.code = code
    self.at = at
    self.length = length
    self.accepted = accepted
  }
}

/// A way of writing a time, as an error offers it.
public enum Form: String, CaseIterable, Sendable {
  /// `1h20m`, `90 min`, `an hour and a half`.
  case duration
  /// A unit of time after a number: `h`, `minutes`.
  case unit
}
