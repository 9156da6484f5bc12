/// What a word does in a sentence. The bits are the rows of `Lexicon.roles`.
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
  static let or = WordRole(bit: 9)
  static let of = WordRole(bit: 10)
  static let the = WordRole(bit: 11)
  /// Before a time of day: `at`, `alle`, `o`.
  static let at = WordRole(bit: 12)
  /// Before a day: `on`, `w`.
  static let on = WordRole(bit: 13)
  /// Before a number that is a day of the month: `il`, `dnia`.
  static let date = WordRole(bit: 14)
  /// Before a duration: `in`, `tra`, `za`.
  static let ahead = WordRole(bit: 15)
  /// After a duration, for the past: `ago`, `fa`, `temu`.
  static let ago = WordRole(bit: 16)
  static let minus = WordRole(bit: 17)
  /// `about`, which changes nothing.
  static let about = WordRole(bit: 18)
  static let now = WordRole(bit: 19)
  static let this = WordRole(bit: 20)
  static let next = WordRole(bit: 21)
  /// Minutes after an hour: `past`, `po`.
  static let past = WordRole(bit: 22)
  static let before = WordRole(bit: 23)
  static let after = WordRole(bit: 24)
  /// The second half of `o'clock`.
  static let oclock = WordRole(bit: 25)
  static let end = WordRole(bit: 26)
  /// A part of the day that is a time by itself: Polish `wieczorem`.
  static let whole = WordRole(bit: 27)
  /// Ties a time after it to the words before it: `by friday`, `na jutro`.
  static let tie = WordRole(bit: 28)
  /// A short name of Sunday that is rather another word: Polish `nie`.
  static let perhapsSunday = WordRole(bit: 29)
  /// Makes of tomorrow the day after it: `dopo domani`.
  static let dayAfter = WordRole(bit: 30)

  // Repetitions

  static let every = WordRole(bit: 31)
  /// Makes an interval of an ordinal: Polish `co drugi dzień`, every two days.
  static let interval = WordRole(bit: 32)
  static let other = WordRole(bit: 33)
  /// A form that only repetitions have: `mondays`.
  static let plural = WordRole(bit: 34)
  static let workday = WordRole(bit: 35)
  static let weekend = WordRole(bit: 36)
  static let from = WordRole(bit: 37)
  static let to = WordRole(bit: 38)
  /// Before the two ends of a window: `between 9:00 and 17:00`.
  static let between = WordRole(bit: 39)
  /// `and` in the middle of a window, and nowhere else: Polish `między 9 a 17`.
  static let betweenAnd = WordRole(bit: 40)
  static let until = WordRole(bit: 41)
  /// Before the length of a series: `for`, `per`, `przez`.
  static let lasting = WordRole(bit: 42)
  static let times = WordRole(bit: 43)
  static let starting = WordRole(bit: 44)
  /// `once`, `twice`.
  static let once = WordRole(bit: 45)
}
