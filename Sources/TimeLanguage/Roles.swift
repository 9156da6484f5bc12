/// What a word does in a sentence.
struct Roles: OptionSet {
  let rawValue: UInt64

  init(rawValue: UInt64) { self.rawValue = rawValue }
  private init(bit: UInt64) { rawValue = 1 << bit }

  // Quantities

  /// `a`, `an`: one of something.
  static let article = Roles(bit: 0)
  static let half = Roles(bit: 1)
  /// A fourth part.
  static let quarter = Roles(bit: 2)
  /// One and a half (Polish `półtora`).
  static let oneAndHalf = Roles(bit: 3)
  /// Two of something (`a couple of hours`).
  static let couple = Roles(bit: 4)
  /// A quantity that nobody knows (`a few`).
  static let vague = Roles(bit: 5)
  /// A unit that means one of it when no number precedes (Polish has no article).
  static let alone = Roles(bit: 6)
  /// What makes an ordinal of figures: `th`.
  static let ordinalEnding = Roles(bit: 7)

  // Small words

  static let and = Roles(bit: 8)
  static let of = Roles(bit: 9)
  static let or = Roles(bit: 43)
  static let the = Roles(bit: 10)
  /// Before a time of day: `at`, `alle`, `o`.
  static let at = Roles(bit: 11)
  /// Before a day: `on`, `w`.
  static let on = Roles(bit: 12)
  /// Before a number that is a day of the month: `il`, `dnia`.
  static let date = Roles(bit: 13)
  /// Before a duration: `in`, `tra`, `za`.
  static let ahead = Roles(bit: 14)
  /// After a duration, for the past: `ago`, `fa`, `temu`.
  static let ago = Roles(bit: 15)
  static let minus = Roles(bit: 16)
  /// `about`, which changes nothing.
  static let about = Roles(bit: 17)
  static let now = Roles(bit: 18)
  static let this = Roles(bit: 19)
  static let next = Roles(bit: 20)
  /// Minutes after an hour: `past`, `po`.
  static let past = Roles(bit: 21)
  static let before = Roles(bit: 22)
  static let after = Roles(bit: 23)
  /// The second half of `o'clock`.
  static let oclock = Roles(bit: 24)
  static let end = Roles(bit: 25)

  /// A part of the day that is a time by itself: Polish `wieczorem`.
  static let whole = Roles(bit: 38)

  /// Ties a time behind it to the words before it: `by friday`, `na jutro`.
  static let tie = Roles(bit: 39)

  /// A short name of Sunday that is rather another word: Polish `nie`.
  static let perhapsSunday = Roles(bit: 45)

  /// Makes of tomorrow the day after it: `dopo domani`.
  static let dayAfter = Roles(bit: 40)

  // Repetitions

  static let every = Roles(bit: 26)
  /// Makes an interval of an ordinal: Polish `co drugi dzień`, every two days.
  static let interval = Roles(bit: 27)
  static let other = Roles(bit: 28)
  /// A form that only repetitions have: `mondays`.
  static let plural = Roles(bit: 29)
  static let workday = Roles(bit: 30)
  static let weekend = Roles(bit: 31)
  static let from = Roles(bit: 32)
  static let to = Roles(bit: 33)
  /// Before the two ends of a window: `between 9:00 and 17:00`.
  static let between = Roles(bit: 41)
  /// `and` in the middle of a window, and nowhere else: Polish `między 9 a 17`.
  static let betweenAnd = Roles(bit: 44)
  static let until = Roles(bit: 34)
  /// Before the length of a series: `for`, `per`, `przez`.
  static let lasting = Roles(bit: 35)
  static let times = Roles(bit: 36)
  static let starting = Roles(bit: 37)
  /// `once`, `twice`.
  static let once = Roles(bit: 42)
}
