import Foundation
import Testing

@testable import Store

/// What imports and exports once got wrong.
@Suite(
  .enabled(if: Home.hasCalendars, "remind-calendar is built where libical is: libical-dev"),
  .timeLimit(.minutes(5)))
struct ImportRegressionTests {
  let home: Home
  init() async throws { home = try await Home() }

  private static func event(_ lines: String, uid: String = "a") -> String {
    "BEGIN:VEVENT\nUID:\(uid)\nSUMMARY:tea \(uid)\n\(lines)\nEND:VEVENT\n"
  }

  private static func alarm(_ trigger: String) -> String {
    "\nBEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:\(trigger)\nEND:VALARM"
  }

  @discardableResult
  private func put(
    _ events: String..., method: String = "", zone: String = "UTC"
  ) async throws -> Home.Answer {
    let path = try home.calendar(
      "BEGIN:VCALENDAR\nVERSION:2.0\n\(method)\(events.joined())END:VCALENDAR\n")
    return try await home.remindctl("import", path, changing: ["TZ": zone])
  }

  private func list() async throws -> [String] {
    try await home.remindctl("list", "--plain", changing: ["TZ": "UTC"]).output
      .split(separator: "\n").map { line in
        let fields = line.split(separator: "\t")
        return fields[1].prefix(19) + " " + fields[3]
      }
  }

  @Test("a message that calls an event off cancelled nothing, and made a reminder of it")
  func cancellation() async throws {
    let event = Self.event("DTSTART:20300101T090000Z")
    let other = Self.event("DTSTART:20300101T100000Z", uid: "b")
    try await put(event, other)
    let off = try await put(event, method: "METHOD:CANCEL\n")
    #expect(off.output.hasSuffix(": 0 new, 1 changed\n"), "\(off.error)")
    #expect(try await list() == ["2030-01-01T10:00:00 tea b"])
    let unknown = try await put(
      Self.event("DTSTART:20300101T090000Z", uid: "c"), method: "METHOD:CANCEL\n")
    #expect(unknown.output.hasSuffix(": 0 new, 1 done or cancelled\n"), "\(unknown.error)")
  }

  @Test("an event on a day that its own rule leaves out did not come itself")
  func first() async throws {
    // A Saturday.
    let made = try await put(
      Self.event("DTSTART:20300105T100000Z\nRRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=2"))
    #expect(made.output.hasSuffix(": 1 new\n"), "\(made.error)")
    var times: [String] = []
    while let line = try await list().first {
      times.append(String(line.prefix(10)))
      try await home.remindctl("skip", "1")
    }
    #expect(times == ["2030-01-05", "2030-01-07", "2030-01-14"])
  }

  @Test(
    "the text of a series had one clock's time of one season, and of a day before none at all",
    arguments: [
      (
        "DTSTART;TZID=Europe/Rome:20300102T093000\nRRULE:FREQ=WEEKLY", "-PT10M",
        "tea a (in 10 min)"
      ),
      ("DTSTART:20300102T093000Z\nRRULE:FREQ=WEEKLY", "-P1D", "tea a (in 1 d)"),
      ("DTSTART;VALUE=DATE:20300102\nRRULE:FREQ=YEARLY", "-PT15H", "tea a (in 1 d)"),
    ])
  func distance(lines: String, trigger: String, text: String) async throws {
    try await put(Self.event(lines + Self.alarm(trigger)), zone: "America/New_York")
    #expect(try await list().map { $0.dropFirst(20) } == [text[...]])
  }

  @Test("an event with an early alarm was exported as the event, at the time of its alarm")
  func moved() async throws {
    let event = Self.event("DTSTART:20300110T093000Z" + Self.alarm("-P1D"))
    let day = Self.event("DTSTART;VALUE=DATE:20301225" + Self.alarm("-PT15H"), uid: "b")
    let plain = Self.event("DTSTART:20300111T093000Z", uid: "c")
    try await put(event, day, plain)
    let calendar = try await home.remindctl("export").output
    let names = calendar.split(separator: "\r\n").filter { $0.hasPrefix("UID:") }
    #expect(names == ["UID:a\\;ALARM=1", "UID:c", "UID:b\\;ALARM=1"])
    let path = try home.calendar(calendar, name: "back.ics")
    #expect(try await home.remindctl("import", path).output.hasSuffix(": 0 new, 3 unchanged\n"))
    // And the calendar itself still has a say.
    #expect(try await put(event, day, plain).output.hasSuffix(": 0 new, 3 unchanged\n"))
    let off = event.replacing("SUMMARY", with: "STATUS:CANCELLED\nSUMMARY")
    #expect(try await put(off, day, plain).output.hasSuffix(": 0 new, 1 changed, 2 unchanged\n"))
  }

  @Test("an event that was gone from its file still reminded, and nobody was told")
  func gone() async throws {
    let event = Self.event("DTSTART:20300101T090000Z")
    let other = Self.event("DTSTART:20300101T100000Z", uid: "b")
    let both = try await put(event, other)
    #expect(!both.error.contains("gone"))
    let one = try await put(other)
    #expect(
      one.error.contains("1 reminder whose event is gone from the file still comes: 1 (tea a)."))
    #expect(try await list().count == 2)
    try await home.remindctl("cancel", "1")
    #expect(try await !put(other).error.contains("gone"))
  }

  @Test("what was imported, taken back and imported again was called changed")
  func again() async throws {
    let event = Self.event("DTSTART:20300101T090000Z")
    try await put(event)
    try await home.remindctl("undo")
    #expect(try await put(event).output.hasSuffix(": 1 new\n"))
    #expect(try await list() == ["2030-01-01T09:00:00 tea a"])
  }

  @Test("a rule without words was shown raw, single dates as a rule, and a day as midnight")
  func words() async throws {
    try await put(
      Self.event("DTSTART:20300913T090000Z\nRRULE:FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", uid: "a"),
      Self.event("DTSTART:20300101T100000Z\nRDATE:20300105T100000Z,20300107T100000Z", uid: "b"),
      Self.event(
        "DTSTART;VALUE=DATE:20300301\nRRULE:FREQ=YEARLY" + Self.alarm("-PT15H"), uid: "c"))
    let utc = ["TZ": "UTC"]
    let list = try await home.remindctl("list", changing: utc).output
    #expect(list.contains("tea a (by the rule FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13)"), "\(list)")
    #expect(list.contains("tea b (on 3 dates)"), "\(list)")
    // UTC is named if the system has another zone.
    #expect(
      list.contains(#/tea c \(in 1 d\) \(every year on 1 March( UTC)?; 15 h before it\)/#),
      "\(list)")
    let spoken = try await home.remindctl("list", "--sentences", changing: utc).output
    #expect(spoken.contains("tea a, by a rule of a calendar, "), "\(spoken)")
    #expect(
      spoken.contains(#/every year on 1 March( UTC)?; 15 hours before it, /#), "\(spoken)")
  }

  @Test("an event that wants no reminder counted as one without a time")
  func unwanted() async throws {
    let none = "\nBEGIN:VALARM\nACTION:NONE\nTRIGGER;VALUE=DATE-TIME:19760401T005545Z\nEND:VALARM"
    let answer = try await put(
      Self.event("DTSTART:20300101T090000Z" + none), Self.event("DESCRIPTION:x", uid: "b"))
    #expect(answer.output.hasSuffix(": 0 new, 1 without a time, 1 that wants no reminder\n"))
  }
}
