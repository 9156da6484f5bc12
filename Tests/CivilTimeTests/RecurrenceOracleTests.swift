import Foundation
import Testing

@testable import CivilTime

/// A line that Tests/Oracles/recurrence.py wrote.
private struct OracleRow: Decodable {
  var rule, start, after: String
  var expect: [String]
}

private func rows(_ file: URL) throws -> [OracleRow] {
  try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")).map {
    try JSONDecoder().decode(OracleRow.self, from: $0)
  }
}

private func expectAgreement(_ rows: [OracleRow]) throws {
  var wrong: [String] = []
  for row in rows {
    let rule = try RecurrenceText.parse(row.rule, timeOfDay: 0).rule
    let start = try #require(WallTime(row.start))
    let after = Zone.utc.instant(of: try #require(WallTime(row.after)))
    var found: [String] = []
    do {
      let recurrence = try Recurrence(rule, from: .wall(start))
      found = instants(of: recurrence, after: after, in: .utc, limit: 5)
        .map { Zone.utc.wall(at: $0).description }
      let text = RecurrenceText(rule: recurrence.rule, start: recurrence.start, zoneName: nil)
        .description
      let again = try RecurrenceText.parse(text, timeOfDay: 0)
      if try Recurrence(again.rule, from: #require(again.start)) != recurrence {
        wrong.append("\(row.rule) does not come back from \(text)")
      }
    } catch CivilTimeError.recurrence(.neverOccurs, _) {}
    if found != row.expect {
      wrong.append("\(row.rule) from \(start) after \(row.after): \(found), not \(row.expect)")
    }
  }
  #expect(
    wrong.isEmpty, "\(wrong.count) of \(rows.count): \(wrong.prefix(10).joined(separator: "\n"))")
}

@Test("Random rules agree with python3-dateutil")
func agreesWithDateutil() throws {
  let file = Bundle.module.url(
    forResource: "recurrences", withExtension: "jsonl", subdirectory: "Fixtures")
  let rows = try rows(try #require(file))
  #expect(rows.count >= 1000)
  try expectAgreement(rows)
}

/// `scripts/oracle` makes new rules and names their file here.
private let fresh = ProcessInfo.processInfo.environment["REMIND_ORACLE"]

@Test("Fresh random rules agree with python3-dateutil", .enabled(if: fresh != nil))
func freshRulesAgreeWithDateutil() throws {
  try expectAgreement(try rows(URL(fileURLWithPath: try #require(fresh))))
}
