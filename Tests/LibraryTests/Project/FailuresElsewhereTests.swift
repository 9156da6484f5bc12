import Beds
import Foundation
import Scheduler
import Testing

@testable import CivilTime
@testable import Store
@testable import TimeLanguage

/// What has gone wrong in other programs, as far as no other test here tries it:
/// docs/failures-elsewhere.md has all of it.
@Suite struct FailuresElsewhereTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var sentence: String
    var input: String
    var now: String
    var zone = "Europe/Rome"
    /// When it is due; several are the first ones of a series.
    var due: [String]
    var verb = TimeVerb.at
    var lang = Language.en
    var testDescription: String { sentence }
  }

  private func reading(_ row: Row) throws -> (Reading, TimeContext) {
    let zone = try Zone.load(row.zone)
    let context = TimeContext(
      now: zone.instant(of: try #require(WallTime(row.now))), zone: zone, isPinned: false,
      languages: [row.lang] + Language.allCases.filter { $0 != row.lang })
    return (try Parser.reading(row.input, verb: row.verb, timeEnd: nil, in: context), context)
  }

  private func dues(_ row: Row, limit: Int) throws -> [Instant] {
    let (reading, context) = try reading(row)
    guard case .recurrence(let recurrence, nil) = reading.when else { return [reading.due] }
    var found: [Instant] = []
    while found.count < limit,
      let next = recurrence.next(after: found.last ?? context.now, in: context.zone)
    {
      found.append(next)
    }
    return found
  }

  @Test(
    "the day, the half of the day and the language are the ones that were meant",
    arguments: [
      Row(
        sentence: "later today, west of Greenwich", input: "15:00", now: "2026-06-17T14:30:00",
        zone: "America/Los_Angeles", due: ["2026-06-17T15:00:00-07:00"]),
      Row(
        sentence: "later today, a day ahead of UTC", input: "15:00", now: "2026-06-17T14:30:00",
        zone: "Pacific/Kiritimati", due: ["2026-06-17T15:00:00+14:00"]),
      Row(
        sentence: "later today, a day behind that", input: "15:00", now: "2026-06-17T14:30:00",
        zone: "Pacific/Niue", due: ["2026-06-17T15:00:00-11:00"]),
      Row(
        sentence: "the next year's first day, on this one's last", input: "jan 1 9:00",
        now: "2026-12-31T10:00:00", due: ["2027-01-01T09:00:00+01:00"], verb: .on),
      Row(
        sentence: "PM behind a narrow no-break space", input: "5:30\u{202F}PM",
        now: "2026-06-17T14:30:00", due: ["2026-06-17T17:30:00+02:00"]),
      Row(
        sentence: "nine in summer, said in winter", input: "2026-04-02 09:00",
        now: "2026-03-01T09:00:00", due: ["2026-04-02T09:00:00+02:00"], verb: .on),
      Row(
        sentence: "English for an Italian", input: "24 december 9am", now: "2026-06-17T14:30:00",
        due: ["2026-12-24T09:00:00+01:00"], verb: .on, lang: .it),
      Row(
        sentence: "English for a Pole", input: "24 december 9am", now: "2026-06-17T14:30:00",
        due: ["2026-12-24T09:00:00+01:00"], verb: .on, lang: .pl),
      Row(
        sentence: "Italian in a C locale", input: "il 24 dicembre alle 9",
        now: "2026-06-17T14:30:00", due: ["2026-12-24T09:00:00+01:00"], verb: .any),
      Row(
        sentence: "Polish in a C locale", input: "24 grudnia o 9", now: "2026-06-17T14:30:00",
        due: ["2026-12-24T09:00:00+01:00"], verb: .any),
      Row(
        sentence: "every second day keeps its hour over the change", input: "2 days at 8:00",
        now: "2026-03-27T12:00:00",
        due: [
          "2026-03-28T08:00:00+01:00", "2026-03-30T08:00:00+02:00", "2026-04-01T08:00:00+02:00",
        ], verb: .every),
      Row(
        sentence: "the first of March is not skipped",
        input: "FREQ=MONTHLY;BYMONTHDAY=1,6,11,16,21,26,31", now: "2026-02-21T12:00:00",
        due: ["2026-02-26T12:00:00+01:00", "2026-03-01T12:00:00+01:00"], verb: .every),
    ])
  func meant(row: Row) throws {
    let zone = try Zone.load(row.zone)
    #expect(try dues(row, limit: row.due.count).map { $0.rfc3339(in: zone) } == row.due)
  }

  @Test(
    "elapsed repetitions neither stand still nor hurry in the hour of a change",
    arguments: [
      ("10m", "2026-10-25T01:55:00", "Europe/Rome", 600),
      ("hour", "2026-03-28T22:30:00", "Europe/Dublin", 3600),
      ("hour", "2026-03-28T22:30:00", "Europe/London", 3600),
      ("hour", "2026-03-28T22:30:00", "Europe/Lisbon", 3600),
      ("hour", "2026-10-24T22:30:00", "Europe/Dublin", 3600),
    ] as [(String, String, String, Int64)])
  func steady(input: String, now: String, zone: String, step: Int64) throws {
    let row = Row(sentence: "", input: input, now: now, zone: zone, due: [], verb: .every)
    let (_, context) = try reading(row)
    let dues = try dues(row, limit: 18)
    for (count, due) in dues.enumerated() {
      #expect(due.since(context.now) == Int64(count + 1) * step * 1000)
    }
    #expect(dues.count == 18)
  }

  @Test("a month is no 30 days: the 12th stays the 12th")
  func months() throws {
    let row = Row(
      sentence: "", input: "month", now: "2026-01-12T09:00:00", due: [], verb: .every)
    let zone = try Zone.load(row.zone)
    let walls = try dues(row, limit: 24).map { zone.wall(at: $0).description }
    #expect(walls.count == 24)
    #expect(walls.allSatisfy { $0.hasSuffix("-12T09:00:00") }, "\(walls)")
  }

  @Test("a number without its unit is never glued to another", arguments: ["1d12", "1w3"])
  func glued(input: String) {
    let row = Row(sentence: "", input: input, now: "2026-06-17T14:30:00", due: [], verb: .in)
    let error = #expect(throws: TimeError.self) { try reading(row) }
    #expect(error?.code == .unitMissing)
  }

  @Test("every row of the list of such failures names tests that there are, or says why not")
  func list() throws {
    let page = try Project.text("docs/failures-elsewhere.md")
    let tests = URL(filePath: Project.file("Tests"))
    var sources: [String: String] = [:]
    for case let file as URL in FileManager.default.enumerator(
      at: tests, includingPropertiesForKeys: nil)!
    where file.pathExtension == "swift" {
      sources[file.deletingPathExtension().lastPathComponent] = try String(
        contentsOf: file, encoding: .utf8)
    }
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.contains("https://") }
    #expect(rows.count > 50)
    for row in rows {
      let last = row.split(separator: "|").last ?? ""
      let names = last.matches(of: /`(\w+)\.(\w+)`/)
      #expect(!names.isEmpty || last.contains("not tried: "), "\(row)")
      for name in names {
        let source = sources[String(name.1)] ?? ""
        #expect(source.contains("func \(name.2)("), "\(name.0)")
      }
    }
  }
}
