import CivilTime

extension Grammar {
  /// Reads a zone after a time: `UTC`, `Z`, `+02:00`, `UTC+2`, `Europe/Rome`. Abbreviations like
  /// CET mean too many things to too many people.
  mutating func zone() throws(TimeError) -> ZoneName? {
    let start = index
    switch peek().kind {
    case .symbol("+"), .symbol("-"):
      let offset = offset(from: start)
      // `9:00-10:00` is a range, unless it is RFC 3339's whole form.
      if offset != nil, tokens[start].isSymbol("-"), tokens[start].isGlued, !isWholeForm(start) {
        throw error(.secondTime, from: start, to: index, .time)
      }
      return offset
    case .word:
      if peek().word == "z", peek().isGlued, !peek(1).isGlued {
        index += 1
        return ZoneName(name: Zone.utc.name, bytes: bytes(from: start))
      }
      if peek().word == "utc" || peek().word == "gmt" {
        index += 1
        if peek().isGlued, let offset = offset(from: start) { return offset }
        return ZoneName(name: Zone.utc.name, bytes: bytes(from: start))
      }
      let capitals = peek().word.uppercased()
      var isAbbreviation = false
      Self.abbreviations.forEachPlace(of: capitals) { _, row in
        isAbbreviation = row == 0 || text(peek().start..<peek().end) == capitals
      }
      if isAbbreviation { throw error(.ambiguousZone, from: index, .zone) }
      return region()
    default:
      return nil
    }
  }

  /// Whether the time before the offset at `start` has its date before a T, or seconds.
  private func isWholeForm(_ start: Int) -> Bool {
    var first = start
    while first > 0, tokens[first].isGlued { first -= 1 }
    let time = tokens[first..<start]
    return time.contains { $0.word == "t" } || time.filter { $0.isSymbol(":") }.count == 2
  }

  /// `+02:00`, `+0200`; after UTC also `+2`.
  private mutating func offset(from start: Int) -> ZoneName? {
    let first = index
    let isBehindName = first > start
    let isNegative = peek().isSymbol("-")
    guard skipSymbol("+") || skipSymbol("-"), peek().isGlued, let value = peek().value else {
      return rewound(to: first)
    }
    var (hours, minutes) = (value, Int64(0))
    let digits = peek().digits
    index += 1
    if digits == 4 {
      (hours, minutes) = (value / 100, value % 100)
    } else if digits == 2, isGlued(":"), peek(1).isGlued, peek(1).digits == 2 {
      minutes = peek(1).value ?? 99
      index += 2
    } else if !isBehindName || digits > 2 {
      return rewound(to: first)
    }
    let seconds = Int(hours * 3600 + minutes * 60) * (isNegative ? -1 : 1)
    guard !peek().isGlued || isGlued(","), sense().unit == nil, minutes < 60, hours < 24,
      let zone = CivilTime.Zone(fixedOffset: seconds)
    else { return rewound(to: first) }
    return ZoneName(name: zone.name, bytes: bytes(from: start))
  }

  /// `Europe/Rome`: a name with a slash whose first part is a region of the zone database.
  private mutating func region() -> ZoneName? {
    guard isGlued("/", 1), peek(2).isGlued, Self.isRegion(peek().word) else { return nil }
    let start = index
    index = endOfRun(from: index)
    while index > start, [",", ".", ":", ";"].contains(where: tokens[index - 1].isSymbol) {
      index -= 1
    }
    let bytes = bytes(from: start)
    return ZoneName(name: text(bytes), bytes: bytes)
  }

  /// Those that are no words in small letters, either; and those that would otherwise pass for text.
  private static let abbreviations: StaticString = """
     CET CEST EET EEST BST EST EDT CST CDT MDT PST PDT AEST AEDT MESZ \
    | WET WEST IST MSK MST JST NZST NZDT MEZ
    """

  static func isRegion(_ word: String) -> Bool {
    switch word {
    case "africa", "america", "antarctica", "arctic", "asia", "atlantic", "australia", "europe",
      "indian", "pacific", "etc", "us", "canada", "brazil", "chile", "mexico":
      true
    default: false
    }
  }
}
