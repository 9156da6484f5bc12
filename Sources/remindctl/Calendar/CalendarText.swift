import Scheduler

/// Texts on their way into a calendar file and out of it.
enum CalendarText {
  /// A text with the time that it reminds of before that comes: `Dentist (15:00)`. It is the same
  /// whenever the file is read.
  static func saying(
    _ text: String, _ time: WallTime, from due: WallTime, isDay: Bool
  ) -> String {
    let date = String(time.description.prefix(10))
    let clock = String(time.description.dropFirst(11).prefix(5))
    if isDay { return "\(text) (\(date))" }
    return time.dayNumber == due.dayNumber ? "\(text) (\(clock))" : "\(text) (\(date) \(clock))"
  }

  /// The text of a series with how long before each of its times it reminds, which is true of all of
  /// them and on every clock: `Stand-up (in 10 min)`.
  /// - Parameter seconds: from when it reminds to the time, or of a day to its beginning.
  static func saying(_ text: String, in seconds: Int64, isDay: Bool) -> String {
    // On the day before, a day is one day ahead at any hour.
    let length = isDay ? (seconds + 86_399) / 86_400 * 86_400 : seconds
    return Messages.pinned(text, Messages.ahead((length * 1000).spoken(units: 3)))
  }

  /// What has no place in a calendar file's texts: control characters, and what ends a line for some
  /// programs that read it.
  static func isStrange(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 9, 10: false
    case 0..<0x20, 0x7f..<0xa0, 0x2028, 0x2029: true
    default: false
    }
  }

  /// Whether a text comes back from a calendar file as another one: readers cut off blanks at its ends.
  static func isStrange(_ text: String) -> Bool {
    text.unicodeScalars.contains(where: isStrange) || text.withoutOuterBlanks != text
  }

  /// A text with them as `%XX`, and back.
  static func escaped(_ text: String) -> String {
    let scalars = text.unicodeScalars
    let ink = scalars.firstIndex { !$0.properties.isWhitespace }
    let last = scalars.lastIndex { !$0.properties.isWhitespace }
    return scalars.indices.reduce(into: "") { result, index in
      let scalar = scalars[index]
      let isAtEnd = ink.map { index < $0 } ?? true || last.map { index > $0 } ?? true
      if isStrange(scalar) || scalar == "%" || isAtEnd {
        result += "%" + String(scalar.value, radix: 16) + ";"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }

  static func visible(_ escaped: String) -> String? {
    var text = ""
    var rest = escaped[...]
    while let percent = rest.firstIndex(of: "%") {
      text += rest[..<percent]
      guard let end = rest[percent...].firstIndex(of: ";"),
        let value = UInt32(rest[rest.index(after: percent)..<end], radix: 16), value != 0,
        let scalar = Unicode.Scalar(value)
      else { return nil }
      text.unicodeScalars.append(scalar)
      rest = rest[rest.index(after: end)...]
    }
    return text + rest
  }
}

extension ReminderOptions {
  /// What remindctl has written of them beside the alarms. What nobody could have asked for is not
  /// taken from a file either.
  init(own: [String: String]) {
    self.init()
    func length(_ name: String) -> Int64? {
      own[name].flatMap { Int64($0) }.flatMap {
        (0...Instant.latest.milliseconds).contains($0) ? $0 : nil
      }
    }
    func line(_ name: String) -> String? {
      own[name].flatMap(CalendarText.visible).flatMap {
        VisibleText.line($0) == $0 && !$0.isEmpty ? $0 : nil
      }
    }
    urgency = own["URGENCY"].flatMap(Urgency.init(rawValue:))
    sound = line("SOUND").flatMap { name in
      name.utf8.allSatisfy { $0.isDigit || $0.isLetter || $0 == 0x2d || $0 == 0x5f } ? name : nil
    }
    icon = line("ICON")
    tag = line("TAG")
    timeout = length("TIMEOUT")
    maxLate = length("MAX-LATE")
    before = (own["BEFORE"] ?? "").split(separator: ",").compactMap { Int64($0) }
      .filter { (1...Instant.latest.milliseconds).contains($0) }
    speak = own["SPEAK"].map { $0 == "TRUE" }
  }
}
