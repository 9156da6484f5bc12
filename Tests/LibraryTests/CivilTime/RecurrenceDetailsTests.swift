import Testing

@testable import CivilTime
@testable import Reminders
@testable import Scheduler
@testable import Store

/// What calendars add to a rule: instances left out, others besides, and alarms before them.
@Suite struct TimeRecurrenceDetailsTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var sentence: String
    var rule: String
    var start: String
    var zone = "Europe/Rome"
    var leftOut: [String] = []
    var added: [String] = []
    var lead = Recurrence.Lead()
    /// On the wall, with the offset.
    var due: [String]
    var testDescription: String { sentence }
  }

  @Test(
    "what is left out does not come, what is added does, and each comes by its lead earlier or later",
    arguments: [
      Row(
        sentence: "EXDATE on the wall", rule: "FREQ=DAILY;COUNT=4", start: "2030-01-01T09:00:00",
        leftOut: ["2030-01-02T09:00:00", "2030-01-03T09:00:00"],
        due: ["2030-01-01T09:00:00+01:00", "2030-01-04T09:00:00+01:00"]),
      Row(
        sentence: "EXDATE in UTC", rule: "FREQ=DAILY;COUNT=2", start: "2030-01-01T09:00:00",
        leftOut: ["2030-01-01T08:00:00Z"], due: ["2030-01-02T09:00:00+01:00"]),
      Row(
        sentence: "EXDATE of an instance in the gap", rule: "FREQ=DAILY;COUNT=3",
        start: "2030-03-30T02:30:00", leftOut: ["2030-03-31T02:30:00"],
        due: ["2030-03-30T02:30:00+01:00", "2030-04-01T02:30:00+02:00"]),
      Row(
        sentence: "EXDATE that is no instance", rule: "FREQ=DAILY;COUNT=1",
        start: "2030-01-01T09:00:00", leftOut: ["2030-01-01T10:00:00"],
        due: ["2030-01-01T09:00:00+01:00"]),
      Row(
        sentence: "all of them left out", rule: "FREQ=DAILY;COUNT=1",
        start: "2030-01-01T09:00:00", leftOut: ["2030-01-01T09:00:00"], due: []),
      Row(
        sentence: "RDATE before, between, behind, and one that is there already",
        rule: "FREQ=DAILY;COUNT=2", start: "2030-01-02T09:00:00",
        added: [
          "2030-01-09T09:00:00", "2030-01-01T09:00:00", "2030-01-02T20:00:00",
          "2030-01-03T09:00:00",
        ],
        due: [
          "2030-01-01T09:00:00+01:00", "2030-01-02T09:00:00+01:00", "2030-01-02T20:00:00+01:00",
          "2030-01-03T09:00:00+01:00", "2030-01-09T09:00:00+01:00",
        ]),
      Row(
        sentence: "ten minutes before midnight is another weekday",
        rule: "FREQ=WEEKLY;BYDAY=MO;COUNT=2", start: "2030-01-07T00:05:00",
        lead: .init(seconds: -600),
        due: ["2030-01-06T23:55:00+01:00", "2030-01-13T23:55:00+01:00"]),
      Row(
        sentence: "a day before keeps the time of day over the change of clocks",
        rule: "FREQ=DAILY;COUNT=3", start: "2030-03-30T09:00:00", lead: .init(days: -1),
        due: [
          "2030-03-29T09:00:00+01:00", "2030-03-30T09:00:00+01:00", "2030-03-31T09:00:00+02:00",
        ]),
      Row(
        sentence: "24 hours before do not", rule: "FREQ=DAILY;COUNT=3",
        start: "2030-03-30T09:00:00", lead: .init(seconds: -86_400),
        due: [
          "2030-03-29T09:00:00+01:00", "2030-03-30T08:00:00+01:00", "2030-03-31T09:00:00+02:00",
        ]),
      Row(
        sentence: "what is left out is the instance, not its alarm",
        rule: "FREQ=DAILY;COUNT=2", start: "2030-01-01T09:00:00",
        leftOut: ["2030-01-01T09:00:00"], lead: .init(seconds: 3600),
        due: ["2030-01-02T10:00:00+01:00"]),
      Row(
        sentence: "elapsed time", rule: "FREQ=HOURLY;INTERVAL=5;COUNT=3",
        start: "2030-01-01T09:00:00", leftOut: ["2030-01-01T14:00:00"], lead: .init(days: -1),
        due: ["2029-12-31T09:00:00+01:00", "2029-12-31T19:00:00+01:00"]),
    ])
  func next(row: Row) throws {
    let zone = try Zone.load(row.zone)
    func starts(_ texts: [String]) -> [Recurrence.Start] {
      texts.map { text in
        text.hasSuffix("Z")
          ? .instant(Zone.utc.instant(of: WallTime(String(text.dropLast()))!))
          : .wall(WallTime(text)!)
      }
    }
    let rule = try RecurrenceText.parse(row.rule, timeOfDay: 0).rule
    let recurrence = try Recurrence(
      rule, from: .wall(WallTime(row.start)!),
      details: .init(leftOut: starts(row.leftOut), added: starts(row.added), lead: row.lead))
    let columns = TriggerColumns(.series(recurrence, zone: row.zone))
    // The store keeps all of it.
    for series in [recurrence, try #require(columns.trigger.recurrence)] {
      #expect(series == recurrence)
      var found: [String] = []
      var next = series.next(after: .earliest, in: zone)
      while let instant = next, found.count < 10 {
        found.append(instant.rfc3339(in: zone))
        // From any instant before it, it is the next one.
        let before = Instant(milliseconds: instant.milliseconds - 1)
        #expect(series.next(after: before, in: zone) == instant)
        next = series.next(after: instant, in: zone)
      }
      #expect(found == row.due)
    }
  }

  @Test("an elapsed series keeps what is left out when the clock is set")
  func elapsed() throws {
    let zone = try Zone.load("Europe/Rome")
    var rule = RecurrenceRule(.hourly)
    rule.interval = 2
    let start = WallTime("2030-01-01T09:00:00")!
    let moment = ClockReading(now: zone.instant(of: start), boot: 1_000_000, bootID: "a")
    let second = start.adding(seconds: 7200)!
    let trigger = Trigger(
      try Recurrence(rule, from: .wall(start), details: .init(leftOut: [.wall(second)])), in: zone,
      pinned: nil, at: moment)
    #expect(trigger.kind == "recurring")
    let first = zone.instant(of: start)
    #expect(trigger.next(after: first, in: .utc) == first.advanced(by: 4 * 3_600_000))
    let moved = trigger.moved(by: 600_000)
    #expect(
      moved.next(after: first.advanced(by: 600_000)!, in: .utc)
        == first.advanced(by: 4 * 3_600_000 + 600_000))
  }
}
