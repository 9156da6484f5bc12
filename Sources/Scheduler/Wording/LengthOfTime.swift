extension Int64 {
  /// This number of milliseconds, as a person says a length of time: its two greatest units, cut
  /// off (never more than there is), and at least seconds: `1 h 20 min`, `3 d 4 h`, `0 s`.
  /// Negative ones are spoken of by their size.
  public var spoken: String { spoken(units: 2) }

  /// The same with up to `units` units; 4 leaves nothing out but parts of a second.
  public func spoken(units: Int) -> String {
    let seconds = Swift.abs(self / 1000)
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60)
    let parts: [(Int64, (Int64) -> String)] = [
      (days, { tr("{n} d", ["n": String($0)]) }),
      (hours, { tr("{n} h", ["n": String($0)]) }),
      (minutes, { tr("{n} min", ["n": String($0)]) }),
      (seconds % 60, { tr("{n} s", ["n": String($0)]) }),
    ]
    guard let first = parts.firstIndex(where: { $0.0 > 0 }) else { return parts[3].1(0) }
    return parts[first...].prefix(units).filter { $0.0 > 0 }.map { $0.1($0.0) }
      .joined(separator: " ")
  }
}
