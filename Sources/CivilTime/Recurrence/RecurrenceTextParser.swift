extension RecurrenceText {
  /// Reads an RRULE and an optional DTSTART, in either order and letters of any case, separated by
  /// line breaks or spaces. `RRULE:` may be left out. The meaning of the rule is checked when it
  /// becomes a `Recurrence`; `RecurrenceText.range(of:in:)` tells where to point then.
  ///
  /// - Parameter timeOfDay: seconds since midnight for a DTSTART that is only a date.
  package static func parse(
    _ text: String, timeOfDay: Int
  ) throws(CivilTimeError) -> RecurrenceText {
    var rule: RecurrenceRule?
    var start: (wall: WallTime, isUTC: Bool, zoneName: String?)?
    for line in TextPiece(text).split(on: { $0 == 32 || (9...13).contains($0) }) {
      let (name, value) = line.cut(at: ":")
      let key = name.cut(at: ";").0
      if value == nil || key.isCalled("RRULE") {
        guard rule == nil else { throw key.error(.repeated(.frequency)) }
        if value != nil, key.bytes.count != name.bytes.count {
          throw name.error(.unknown(name.text))
        }
        rule = try parseRule(value ?? name)
      } else if key.isCalled("DTSTART") {
        guard start == nil else { throw key.error(.repeated(.start)) }
        start = try parseStart(name, value!, timeOfDay: timeOfDay)
      } else {
        throw key.error(.unknown(key.text))
      }
    }
    guard let rule else {
      let end = text.utf8.count
      throw .recurrence(.noFrequency, end..<end)
    }
    guard let start else { return RecurrenceText(rule: rule, start: nil, zoneName: nil) }
    if start.isUTC, rule.isElapsed {
      let instant = Instant(seconds: start.wall.secondsAsUTC)
      return RecurrenceText(rule: rule, start: .instant(instant), zoneName: nil)
    }
    return RecurrenceText(rule: rule, start: .wall(start.wall), zoneName: start.zoneName)
  }

  /// Where `text`, which has been read, has the part that `problem` is about; else all of it.
  package static func range(of problem: RecurrenceProblem, in text: String) -> Range<Int> {
    let whole = TextPiece(text)
    let pieces = whole.split { $0 == 32 || (9...13).contains($0) || $0 == 59 || $0 == 58 }
    let culprit = pieces.first { piece in
      problem.part.map { piece.cut(at: "=").0.isCalled($0.rawValue) } ?? false
    }
    return (culprit ?? whole).range
  }
}

extension TextPiece {
  fileprivate func error(_ problem: RecurrenceProblem) -> CivilTimeError {
    .recurrence(problem, range)
  }
}

private func parseRule(_ text: TextPiece) throws(CivilTimeError) -> RecurrenceRule {
  var values: [RecurrenceRule.Part: (name: TextPiece, value: TextPiece)] = [:]
  for piece in text.split(on: { $0 == 59 }, keepingEmpty: true) {
    let (name, value) = piece.cut(at: "=")
    let known = RecurrenceRule.Part.allCases.first { name.isCalled($0.rawValue) }
    guard let part = known, part != .start, let value else {
      throw piece.error(.unknown(piece.text))
    }
    guard values.updateValue((name, value), forKey: part) == nil else {
      throw piece.error(.repeated(part))
    }
  }
  guard let (_, value) = values[.frequency] else {
    throw .recurrence(.noFrequency, text.range.upperBound..<text.range.upperBound)
  }
  let frequency = RecurrenceRule.Frequency.allCases.first { value.isCalled($0.rawValue) }
  guard let frequency else { throw value.error(.invalid(.frequency)) }
  var rule = RecurrenceRule(frequency)

  func list<Element>(
    _ part: RecurrenceRule.Part, _ read: (TextPiece) -> Element?
  ) throws(CivilTimeError) -> [Element] {
    guard let (_, value) = values[part] else { return [] }
    var list: [Element] = []
    for piece in value.split(on: { $0 == 44 }, keepingEmpty: true) {
      guard let element = read(piece) else { throw piece.error(.invalid(part)) }
      list.append(element)
    }
    return list
  }
  func single<Element>(
    _ part: RecurrenceRule.Part, _ read: (TextPiece) -> Element?
  ) throws(CivilTimeError) -> Element? {
    guard let (_, value) = values[part] else { return nil }
    guard let element = read(value) else { throw value.error(.invalid(part)) }
    return element
  }
  rule.interval = try single(.interval, \.number) ?? 1
  for (part, path, _) in RecurrenceRule.lists { rule[keyPath: path] = try list(part, \.number) }
  rule.days = try list(.days, \.day)
  rule.weekStart = try single(.weekStart, \.weekday) ?? .monday
  if let count = try single(.count, \.number) { rule.end = .count(count) }
  if let (wall, hasTime, isUTC) = try single(.until, \.time) {
    if let (name, _) = values[.count] { throw name.error(.exclusive(.count, .until)) }
    let instant = Instant(seconds: wall.secondsAsUTC)
    rule.end = isUTC ? .instant(instant) : hasTime ? .wall(wall) : .day(wall)
  }
  return rule
}

private func parseStart(
  _ name: TextPiece, _ value: TextPiece, timeOfDay: Int
) throws(CivilTimeError) -> (wall: WallTime, isUTC: Bool, zoneName: String?) {
  var zoneName: String?
  for parameter in name.split(on: { $0 == 59 }, keepingEmpty: true).dropFirst() {
    let (key, value) = parameter.cut(at: "=")
    guard let value else { throw parameter.error(.unknown(parameter.text)) }
    if key.isCalled("TZID"), zoneName == nil {
      zoneName = value.text.filter { $0 != "\"" }
      guard zoneName != "" else { throw parameter.error(.invalid(.start)) }
    } else if !key.isCalled("VALUE") || !(value.isCalled("DATE") || value.isCalled("DATE-TIME")) {
      throw parameter.error(.unknown(parameter.text))
    }
  }
  guard let (wall, hasTime, isUTC) = value.time, !(isUTC && zoneName != nil) else {
    throw value.error(.invalid(.start))
  }
  let start = hasTime ? wall : WallTime(secondsAsUTC: wall.secondsAsUTC + Int64(timeOfDay))
  return (start, isUTC, isUTC ? Zone.utc.name : zoneName)
}
