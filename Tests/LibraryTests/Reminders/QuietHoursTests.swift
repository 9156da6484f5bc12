import Testing

@testable import CivilTime
@testable import Reminders
@testable import Scheduler

@Suite("Quiet hours")
struct QuietHoursTests {
  @Test(
    "when they end",
    arguments: [
      ("22:00-07:00", "2026-06-17T23:30:00", "2026-06-18T07:00:00"),
      ("22:00-07:00", "2026-06-18T06:59:59", "2026-06-18T07:00:00"),
      ("22:00-07:00", "2026-06-18T07:00:00", nil),
      ("22:00-07:00", "2026-06-17T21:59:59", nil),
      ("13:00-14:30", "2026-06-17T14:00:00", "2026-06-17T14:30:00"),
      ("sat,sun 00:00-24:00", "2026-06-20T12:00:00", "2026-06-22T00:00:00"),
      (
        "mon-thu,sun 22:00-07:00; fri,sat 23:30-09:00", "2026-06-20T08:00:00", "2026-06-20T09:00:00"
      ),
      ("mon-thu,sun 22:00-07:00; fri,sat 23:30-09:00", "2026-06-19T22:30:00", nil),
      ("fri-mon 20:00-21:00", "2026-06-21T20:10:00", "2026-06-21T21:00:00"),
      ("22:00-00:00; 00:00-06:00", "2026-06-17T23:00:00", "2026-06-18T06:00:00"),
      ("", "2026-06-17T23:30:00", nil),
    ] as [(String, String, String?)])
  func end(text: String, now: String, end: String?) throws {
    let quiet = try #require(QuietHours(text))
    let now = Zone.utc.instant(of: try #require(WallTime(now)))
    #expect(quiet.end(at: now, in: .utc).map { Zone.utc.wall(at: $0).description } == end)
  }

  @Test(
    "what is not of that form is refused",
    arguments: [
      "22:00", "22-7", "25:00-07:00", "22:00-22:00", "noday 22:00-07:00", "22:00-07:0", "a b c",
    ])
  func refused(text: String) { #expect(QuietHours(text) == nil) }

  @Test("over a change of clocks they follow the wall")
  func clockChange() throws {
    let rome = try Zone.load("Europe/Rome")
    let quiet = try #require(QuietHours("22:00-07:00"))
    let now = rome.instant(of: WallTime(year: 2026, month: 10, day: 24, hour: 23)!)
    #expect(
      quiet.end(at: now, in: rome)
        == rome.instant(of: WallTime(year: 2026, month: 10, day: 25, hour: 7)!))
  }
}
