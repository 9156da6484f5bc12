import Testing

@testable import CivilTime
@testable import TimeLanguage

@Test(
  "The iCalendar cases have the instants that other programs give them",
  arguments: TimeCase.all.filter { $0.verb == "rrule" })
func rruleCases(row: TimeCase) throws {
  guard row.expect != .error else {
    #expect(throws: (any Error).self) {
      let parsed = try RecurrenceText.parse(row.input, timeOfDay: 9 * 3600)
      _ = try Recurrence(parsed.rule, from: try #require(parsed.start))
    }
    return
  }
  let parsed = try RecurrenceText.parse(row.input, timeOfDay: 9 * 3600)
  let local = try Zone.load(row.tz)
  let zone = try parsed.zoneName.map(Zone.load) ?? local
  let recurrence = try Recurrence(parsed.rule, from: try #require(parsed.start))
  let now =
    try WallTime(row.now).map(local.instant)
    ?? #require(Instant.parseRFC3339(row.now)?.instant)
  var found: [Instant] = []
  while found.count < 5, let next = recurrence.next(after: found.last ?? now, in: zone) {
    found.append(next)
  }
  #expect(row.allows(.list(found.map { $0.rfc3339(in: local) })))
  let again = try RecurrenceText.parse(
    RecurrenceText(rule: recurrence.rule, start: recurrence.start, zoneName: parsed.zoneName).description,
    timeOfDay: 0)
  #expect(try Recurrence(again.rule, from: #require(again.start)) == recurrence)
}
