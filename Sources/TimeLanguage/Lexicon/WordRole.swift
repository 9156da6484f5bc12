/// What a word does in a sentence.
struct WordRole: OptionSet {
  let rawValue: UInt64

  init(rawValue: UInt64) { self.rawValue = rawValue }
  private init(bit: UInt64) { rawValue = 1 << bit }

  // Quantities

  /// `a`, `an`: one of something.
  static let article = WordRole(bit: 0)
  static let half = WordRole(bit: 1)
  /// A fourth part.
  static let quarter = WordRole(bit: 2)
  /// One and a half (Polish `półtora`).
  static let oneAndHalf = WordRole(bit: 3)
  /// Two of something (`a couple of hours`).
  static let couple = WordRole(bit: 4)
  /// An unknown quantity (`a few`).
  static let vague = WordRole(bit: 5)
  /// A unit that means one of it when no number precedes (Polish has no article).
  static let alone = WordRole(bit: 6)
  /// What makes an ordinal of figures: `th`.
  static let ordinalEnding = WordRole(bit: 7)

  // Small words

  static let and = WordRole(bit: 8)
  static let of = WordRole(bit: 9)
  static let or = WordRole(bit: 43)
  static let the = WordRole(bit: 10)
  /// Before a time of day: `at`, `alle`, `o`.
  static let at = WordRole(bit: 11)
  /// Before a day: `on`, `w`.
  static let on = WordRole(bit: 12)
  /// Before a number that is a day of the month: `il`, `dnia`.
  static let date = WordRole(bit: 13)
  /// Before a duration: `in`, `tra`, `za`.
  static let ahead = WordRole(bit: 14)
  /// After a duration, for the past: `ago`, `fa`, `temu`.
  static let ago = WordRole(bit: 15)
  static let minus = WordRole(bit: 16)
  /// `about`, which changes nothing.
  static let about = WordRole(bit: 17)
  static let now = WordRole(bit: 18)
  static let this = WordRole(bit: 19)
  static let next = WordRole(bit: 20)
  /// Minutes after an hour: `past`, `po`.
  static let past = WordRole(bit: 21)
  static let before = WordRole(bit: 22)
  static let after = WordRole(bit: 23)
  /// The second half of `o'clock`.
  static let oclock = WordRole(bit: 24)
  static let end = WordRole(bit: 25)

  /// A part of the day that is a time by itself: Polish `wieczorem`.
  static let whole = WordRole(bit: 38)

  /// Ties a time after it to the words before it: `by friday`, `na jutro`.
  static let tie = WordRole(bit: 39)

  /// A short name of Sunday that is rather another word: Polish `nie`.
  static let perhapsSunday = WordRole(bit: 45)

  /// Makes of tomorrow the day after it: `dopo domani`.
  static let dayAfter = WordRole(bit: 40)

  // Repetitions

  static let every = WordRole(bit: 26)
  /// Makes an interval of an ordinal: Polish `co drugi dzień`, every two days.
  static let interval = WordRole(bit: 27)
  static let other = WordRole(bit: 28)
  /// A form that only repetitions have: `mondays`.
  static let plural = WordRole(bit: 29)
  static let workday = WordRole(bit: 30)
  static let weekend = WordRole(bit: 31)
  static let from = WordRole(bit: 32)
  static let to = WordRole(bit: 33)
  /// Before the two ends of a window: `between 9:00 and 17:00`.
  static let between = WordRole(bit: 41)
  /// `and` in the middle of a window, and nowhere else: Polish `między 9 a 17`.
  static let betweenAnd = WordRole(bit: 44)
  static let until = WordRole(bit: 34)
  /// Before the length of a series: `for`, `per`, `przez`.
  static let lasting = WordRole(bit: 35)
  static let times = WordRole(bit: 36)
  static let starting = WordRole(bit: 37)
  /// `once`, `twice`.
  static let once = WordRole(bit: 42)
}
