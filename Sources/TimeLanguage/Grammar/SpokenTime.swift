extension Grammar {
  /// Reads a time that is said in words: `noon`, `half past five`, `quarter to noon`, `kwadrans po
  /// 15`, `wpół do szesnastej`, `za pięć dziewiąta`.
  mutating func spokenTime() throws(TimeError) -> TimeOfDay? {
    let start = index
    if let time = try namedTime() { return time }
    return try minutesAndHour() ?? rewound(to: start)
  }

  /// `noon`, `12 noon`, `mezzogiorno e mezzo`.
  private mutating func namedTime() throws(TimeError) -> TimeOfDay? {
    let figure = peek().value == 12 && sense(1).time != nil ? 1 : 0
    guard let hour = sense(figure).time else { return nil }
    index += figure + 1
    var time = TimeOfDay(hour: hour % 24, isSettled: true, isMidnight: hour == 24)
    try addMinutes(to: &time)
    time.isNamed = time.minute == 0
    if time.isMidnight { time.hour = 24 }
    return time
  }

  /// Minutes past or to an hour.
  private mutating func minutesAndHour() throws(TimeError) -> TimeOfDay? {
    let start = index
    let isAhead = language.hasHourWords && skip(.ahead)
    let isFigure = peek().kind == .number
    guard let (minutes, isHalf, hasUnit) = spokenMinutes() else { return nil }
    let offset: Int
    if isAhead {
      guard sense().hour != nil, !isHalf else { return nil }
      offset = -minutes
    } else if skip(.past) {
      offset = minutes
    } else if has(.to) || has(.before), !isFigure || hasUnit {
      // `5 to 9` in figures may be a range.
      guard language.hasHourWords || !isHalf else { return nil }
      index += 1
      offset = -minutes
    } else {
      return nil
    }
    return try fullHour(from: start)?.adding(minutes: offset)
  }

  /// `half`, `a quarter`, `twenty`, `5 minutes`.
  private mutating func spokenMinutes() -> (minutes: Int, isHalf: Bool, hasUnit: Bool)? {
    let start = index
    if !has(.quarter, 0), has(.quarter, 1) { skip(.article) }
    if skip(.half) { return (30, true, false) }
    if skip(.quarter) || skip(unit: .quarterHour) { return (15, false, false) }
    guard let minutes = wholeNumber(), (1...59).contains(minutes) else { return rewound(to: start) }
    return (minutes, false, skip(unit: .minute))
  }

  /// The hour that minutes are counted from.
  private mutating func fullHour(from start: Int) throws(TimeError) -> TimeOfDay? {
    if let time = sense().time {
      index += 1
      return TimeOfDay(hour: time, isSettled: true)
    }
    var time: TimeOfDay
    if let value = peek().value, value < 25, !isGlued(":", 1) {
      index += 1
      time = TimeOfDay(hour: Int(value), isSettled: value > 12 || value == 0, isBare: true)
    } else if let hour = hourWord(), hour < 25 {
      time = TimeOfDay(hour: hour, isSettled: hour > 12 || hour == 0, isBare: true)
    } else {
      return nil
    }
    return try valid(time, isAfternoon: readMeridiem(), from: start)
  }

  /// Reads an hour in words: a cardinal, or the language's own word for it.
  mutating func hourWord() -> Int? {
    guard language.hasHourWords else { return numberWords() }
    guard let hour = sense().hour else { return nil }
    index += 1
    if hour == 20, let unit = sense().hour, unit < 5 {
      index += 1
      return hour + unit
    }
    return hour
  }

  /// Reads an hour in words where its place allows one: `alle tre e venti`, `o siedemnastej`,
  /// `five o'clock`, `five pm`.
  mutating func hourInWords(_ place: Surroundings) throws(TimeError) -> TimeOfDay? {
    let start = index
    guard let hour = hourWord(), hour < 25 else { return rewound(to: start) }
    var time = TimeOfDay(hour: hour, isSettled: hour > 12 || hour == 0, isBare: true)
    if !skipOclock() {
      try addMinutes(to: &time)
      let next = has([.of, .on, .past]) ? 1 : 0
      let isKnown =
        place.isAfterWord || isAtMeridiem || sense(next).part != nil
      guard isKnown, sense().unit == nil else { return rewound(to: start) }
    }
    return try valid(time, isAfternoon: readMeridiem(), from: start)
  }

  /// Steps over `o'clock`.
  mutating func skipOclock() -> Bool {
    if has(.of), has(.oclock, 1) { index += 1 }
    return skip(.oclock)
  }

  /// Whether `am` or `pm` is here.
  var isAtMeridiem: Bool {
    var copy = self
    return copy.readMeridiem() != nil
  }

  /// What follows an hour in words: `e mezza`, `e un quarto`, `meno dieci`, `e venti`, `trzydzieści`.
  mutating func addMinutes(to time: inout TimeOfDay) throws(TimeError) {
    let start = index
    let isMinus = skip(.minus)
    let isPlus = !isMinus && skip(.and)
    if isPlus || isMinus {
      if let minutes = try partOfHour(), skip(unit: .minute) || sense().unit == nil {
        time = time.adding(minutes: isMinus ? -minutes : minutes)
        return
      }
    } else if peek(-1).kind == .word, let minutes = numberWords(), (10...59).contains(minutes),
      sense().unit == nil
    {
      time.minute = minutes
      time.isMidnight = false
      return
    }
    index = start
  }

  private mutating func partOfHour() throws(TimeError) -> Int? {
    if skip(.half) { return 30 }
    if has(.quarter, 1), has(.article) || sense().number == 3 {
      index += 2
      return has(.article, -2) ? 15 : 45
    }
    if skip(.quarter) { return 15 }
    if language.joinsMinutes, peek().digits == 2, let value = peek().value, value < 60,
      !peek(1).isGlued
    {
      // `ogni giorno alle 8 e 20`: at 8:20, or at 8 and at 20?
      if isRule, value < 25 { throw error(.ambiguousHour, from: index, .time) }
      index += 1
      return Int(value)
    }
    return numberWords().flatMap { (5...59).contains($0) ? $0 : nil }
  }
}
