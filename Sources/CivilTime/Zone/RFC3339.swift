extension Instant {
  /// `2026-03-29T09:00:00+02:00` (RFC 3339): the wall time in `zone`, its offset as figures (also
  /// `+00:00`), fractions of a second cut off.
  ///
  /// The format knows whole minutes of offset and years of four digits alone. An offset with
  /// seconds is rounded to minutes and the wall time with it, so that the text still means this
  /// instant (RFC 3339 §5.8); what lies in the year 0 or 10000 in `zone` is written in UTC.
  package func rfc3339(in zone: Zone) -> String {
    let exact = zone.offset(at: self)
    var minutes = (abs(exact) + 30) / 60 * exact.signum()
    var wall = WallTime(secondsAsUTC: seconds + Int64(minutes * 60))
    if !(1...9999).contains(wall.year) {
      minutes = 0
      wall = WallTime(secondsAsUTC: seconds)
    }
    let sign = minutes < 0 ? "-" : "+"
    return "\(wall)\(sign)\(padded(abs(minutes) / 60, 2)):\(padded(abs(minutes) % 60, 2))"
  }

  /// Reads RFC 3339, with its freedoms: small letters, a space instead of the T, fractions of a
  /// second (kept to the millisecond), `Z`, and a leap second, which counts as the one after it.
  /// - Returns: the instant and the offset as written, in seconds east of UTC; nil for anything
  ///   else, and for what lies outside `Instant.earliest...Instant.latest`.
  package static func parseRFC3339(_ text: String) -> (instant: Instant, offset: Int)? {
    var bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes.count <= 64,
      [UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")].contains(bytes[10])
    else { return nil }
    bytes[10] = UInt8(ascii: "T")
    let isLeapSecond = bytes[17] == UInt8(ascii: "6") && bytes[18] == UInt8(ascii: "0")
    if isLeapSecond { bytes.replaceSubrange(17...18, with: "59".utf8) }
    guard let wall = WallTime(String(decoding: bytes[..<19], as: UTF8.self)) else { return nil }

    var rest = bytes[19...]
    var milliseconds: Int64 = 0
    if rest.first == UInt8(ascii: ".") {
      let digits = rest.dropFirst().prefix { (48...57).contains($0) }
      guard !digits.isEmpty else { return nil }
      rest = rest.dropFirst(1 + digits.count)
      for place in 0..<3 {
        let digit = place < digits.count ? digits[digits.startIndex + place] : 48
        milliseconds = milliseconds * 10 + Int64(digit - 48)
      }
    }
    guard let offset = offset(rest) else { return nil }

    let seconds = wall.secondsAsUTC - Int64(offset)
    if isLeapSecond {
      guard seconds % 86_400 == 86_399 || seconds % 86_400 == -1 else { return nil }
    }
    guard
      let instant = Instant(seconds: seconds).advanced(
        by: isLeapSecond ? 1000 : milliseconds)
    else { return nil }
    return (instant, offset)
  }

  /// `Z` or `±HH:MM`.
  private static func offset(_ bytes: ArraySlice<UInt8>) -> Int? {
    let text = String(decoding: bytes, as: UTF8.self)
    if text == "Z" || text == "z" { return 0 }
    return Zone(offsetName: text)?.offset(at: .earliest)
  }
}
