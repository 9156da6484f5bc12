import Testing

@testable import CivilTime

/// The first `limit` instants of a recurrence after `after`.
func instants(
  of recurrence: Recurrence, after: Instant, in zone: Zone, limit: Int
) -> [Instant] {
  var found: [Instant] = []
  while found.count < limit, let next = recurrence.next(after: found.last ?? after, in: zone) {
    found.append(next)
  }
  return found
}

/// What a rule text with a start gives, as the wall clock of its zone shows it.
func walls(_ text: String, after: String? = nil, limit: Int) throws -> [String] {
  let parsed = try RecurrenceText.parse(text, timeOfDay: 0)
  let zone = try parsed.zoneName.map(Zone.load) ?? .utc
  let recurrence = try Recurrence(parsed.rule, from: try #require(parsed.start))
  let start = try after.map { zone.instant(of: try #require(WallTime($0))) } ?? .earliest
  return instants(of: recurrence, after: start, in: zone, limit: limit)
    .map { zone.wall(at: $0).description }
}
