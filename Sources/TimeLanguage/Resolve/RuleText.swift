import CivilTime

/// A repetition in iCalendar's words: `FREQ=WEEKLY;BYDAY=MO`, with RRULE: and DTSTART before it or
/// without, and a text after it.
struct RuleText {
  let input: String
  /// The byte offset where the rule ends.
  let end: Int
  let timeEnd: Int?

  /// Where the rule at the start of `input` ends; nil if none begins there.
  static func end(in input: String, timeEnd: Int?) -> Int? {
    let bytes = Array(input.utf8.prefix(timeEnd ?? .max))
    func isBlank(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
    var end: Int?
    var place = 0
    while true {
      while place < bytes.count, isBlank(bytes[place]) { place += 1 }
      let word = bytes[place...].prefix { !isBlank($0) }
      let name = String(decoding: word.prefix { $0 != 58 && $0 != 59 && $0 != 61 }, as: UTF8.self)
      guard word.contains(58) || word.contains(61),
        isName(name.uppercased())
      else { return end }
      place += word.count
      end = place
    }
  }

  /// Whether `name` begins a line or a part of a recurrence in RFC 5545.
  private static func isName(_ name: String) -> Bool {
    RecurrenceRule.Part(rawValue: name) != nil
      || ["RRULE", "EXDATE", "RDATE", "EXRULE", "DTEND", "DURATION"].contains(name)
  }

  func reading(in context: TimeContext) throws(TimeError) -> Reading {
    let rule = String(decoding: input.utf8.prefix(end), as: UTF8.self)
    let (recurrence, zoneName) = try read(rule, in: context)
    guard let zone = zoneName.map({ try? Zone.find($0) }) ?? context.zone else {
      throw TimeError(.unknownZone, at: 0, length: end, accepted: .zone)
    }
    guard let due = recurrence.next(after: context.now, in: zone) else {
      throw TimeError(.never, at: 0, length: end, accepted: .rule)
    }
    guard !recurrence.isTooOften(after: context.now, in: zone) else {
      throw TimeError(.tooOften, at: 0, length: end, accepted: .rule)
    }
    let pin = zoneName.map { _ in zone.name } ?? (context.isPinned ? zone.name : nil)
    return Reading(
      when: .recurrence(recurrence, zone: pin), due: due, text: try text(), bytes: 0..<end)
  }

  /// Without a DTSTART a rule starts with the first instance after now, so that a COUNT begins there;
  /// it is looked for from now on or, where the rule says the hours, from full ones.
  private func read(
    _ rule: String, in context: TimeContext
  ) throws(TimeError) -> (Recurrence, zoneName: String?) {
    do throws(CivilTimeError) {
      let text = try RecurrenceText.parse(rule, timeOfDay: 9 * 3600)
      let present = context.zone.wall(at: context.now)
      var start = text.start ?? .wall(present)
      if text.start == nil, !text.rule.hours.isEmpty {
        start = .wall(WallTime(secondsAsUTC: present.dayNumber * 86_400))
      } else if text.start == nil, text.rule.isElapsed {
        start = .instant(context.now)
      }
      if text.start == nil { start = try RuleText.first(of: text.rule, from: start, present) }
      return (try Recurrence(text.rule, from: start), text.zoneName)
    } catch {
      guard case .recurrence(let problem, let range) = error else { preconditionFailure() }
      throw TimeError(
        problem == .neverOccurs ? .never : .badRule,
        in: range ?? RecurrenceText.range(of: problem, in: rule), accepted: .rule)
    }
  }

  /// The first instance of `rule` after `start` and the present, or `start` where there is none.
  private static func first(
    of rule: RecurrenceRule, from start: Recurrence.Start, _ present: WallTime
  ) throws(CivilTimeError) -> Recurrence.Start {
    var endless = rule
    endless.end = .never
    let recurrence = try Recurrence(endless, from: start)
    switch start {
    case .instant(let instant):
      return recurrence.next(after: instant, in: .utc).map(Recurrence.Start.instant) ?? start
    case .wall:
      // Read as if the wall stood in UTC, whose clocks never jump.
      let first = recurrence.next(after: Instant(seconds: present.secondsAsUTC), in: .utc)
      return first.map { .wall(Zone.utc.wall(at: $0)) } ?? start
    }
  }

  private func text() throws(TimeError) -> String? {
    if let timeEnd {
      guard !input.utf8.prefix(timeEnd).dropFirst(end).contains(where: { $0 != 32 }) else {
        throw TimeError(.unexpected, at: end, length: timeEnd - end, accepted: [])
      }
      return input.suffix(fromByte: timeEnd)
    }
    let blanks = input.utf8.dropFirst(end).prefix { $0 == 32 || (9...13).contains($0) }.count
    return input.suffix(fromByte: end + blanks)
  }
}
