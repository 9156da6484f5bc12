import Foundation
import Testing

@testable import CivilTime
@testable import TimeLanguage

/// Every case of Fixtures/time-cases.jsonl except systemd's calendar expressions, which are there
/// for reference.
@Suite struct LanguageCaseTests {
  @Test("what people say means what they mean", arguments: TimeCase.all.filter { $0.isRequired })
  func timeCase(row: TimeCase) throws {
    let (value, text) = try row.read()
    #expect(row.allows(value), "read as \(value), not \(row.expect)")
    if value == row.expect, value != .error { #expect(text == row.message) }
  }
}

extension TimeCase {
  var isRequired: Bool { verb != "calendar" }

  func context() throws -> TimeContext {
    let zone = try Zone.load(tz)
    let wall = WallTime(self.now)
    let now = try #require(
      wall.map { zone.instant(of: $0) } ?? Instant.parseRFC3339(self.now)?.instant)
    return TimeContext(now: now, zone: zone, isPinned: false, languages: languages)
  }

  func reading(in context: TimeContext) throws(TimeError) -> Reading {
    try Parser.reading(input, verb: TimeVerb(rawValue: verb) ?? .every, timeEnd: nil, in: context)
  }

  /// What the parser makes of it, in the form of `expect`.
  func read() throws -> (value: Value, text: String?) {
    let context = try context()
    do throws(TimeError) {
      let reading = try reading(in: context)
      return (value(of: reading, now: context.now, zone: context.zone), reading.text)
    } catch {
      return (.error, nil)
    }
  }

  private func value(of reading: Reading, now: Instant, zone: Zone) -> Value {
    switch reading.when {
    case .span(let span) where kind == "duration" || span.isElapsed && kind == "invalid":
      return .seconds(Double(span.days) * 86_400 + Double(span.milliseconds) / 1000)
    case .span, .wall:
      return .text(reading.due.rfc3339(in: zone))
    case .recurrence(let recurrence, let pin):
      let own = pin.flatMap { try? Zone.load($0) } ?? zone
      var instants: [String] = []
      var last = now
      while instants.count < 5, let next = recurrence.next(after: last, in: own) {
        instants.append(next.rfc3339(in: zone))
        last = next
      }
      return .list(instants)
    }
  }
}
