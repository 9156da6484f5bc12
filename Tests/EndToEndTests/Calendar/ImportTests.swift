import Foundation
import Testing

@testable import Store

/// `remindctl import`, with files as other programs write them.
@Suite(
  .enabled(if: Home.hasCalendars, "remind-calendar is built where libical is: libical-dev"),
  .timeLimit(.minutes(5)))
struct ImportTests {
  let home: Home
  init() async throws { home = try await Home() }

  struct Row: CustomTestStringConvertible, Sendable {
    var file: String
    var report: String
    /// Due time in UTC, and text.
    var reminders: [String]
    var testDescription: String { file }
  }

  @Test(
    "what other programs write becomes reminders at the right times, and read again nothing twice",
    .enabled(if: Home.canBeUTC, "the system's zone is not UTC, and mounting needs root"),
    arguments: [
      Row(
        file: "google.ics", report: "5 new, 1 past, 1 done or cancelled",
        reminders: [
          "2030-01-07T08:20:00 Stand-up ☕ (in 10 min)",
          "2030-01-22T08:50:00 Stand-up (moved) (09:00)", "2030-06-06T09:00:00 Mum's birthday",
          "2030-12-23T14:00:00 Dentist, Dr. Rossi (2030-12-24 14:00)",
          "2030-12-24T13:30:00 Dentist, Dr. Rossi (14:00)",
        ]),
      Row(
        file: "apple.ics", report: "2 new, 1 that wants no reminder",
        reminders: [
          // 2:30 is in the gap: 3:30, and a quarter of an hour that passes before it.
          "2030-03-10T07:15:00 Night train (07:30)",
          "2030-04-30T09:00:00 All day with an alarm the day before (2030-05-01)",
        ]),
      Row(
        file: "outlook.ics", report: "2 new",
        reminders: [
          "2030-01-08T13:45:00 Review (in 15 min)", "2030-07-01T14:00:00 Call with New York",
        ]),
      Row(
        file: "thunderbird.ics", report: "2 new, 1 done or cancelled, 1 without a time",
        reminders: [
          "2030-01-10T18:30:00 Choir", "2030-04-04T16:00:00 Tax return (2030-04-05 16:00)",
        ]),
      Row(
        file: "khal.ics", report: "2 new",
        reminders: [
          // The first of the two quarters to two.
          "2030-02-15T12:30:00 Floating lunch",
          "2030-04-06T14:45:00 Twice on Sunday and once more",
        ]),
      Row(
        file: "nextcloud.ics", report: "2 new",
        reminders: ["2030-03-02T09:00:00 Water the plants 🌱", "2030-03-03T12:00:00 Parcel"]),
    ])
  func files(row: Row) async throws {
    try await home.enterUTC()
    let path = Home.calendars + row.file
    let utc = ["TZ": "UTC"]
    let dry = try await home.remindctl("import", path, "--dry-run", changing: utc)
    #expect(dry.output == "\(path): \(row.report)\n", "\(dry.error)")
    #expect(try await home.remindctl("list", "--plain").output == "")
    let made = try await home.remindctl("import", path, changing: utc)
    #expect(made.output == dry.output, "\(made.error)")
    let reminders = { () async throws -> [String] in
      try await home.remindctl("list", "--plain", changing: utc).output.split(separator: "\n")
        .map { line in
          let fields = line.split(separator: "\t")
          return fields[1].prefix(19) + " " + fields[3]
        }
    }
    #expect(try await reminders() == row.reminders)
    let again = try await home.remindctl("import", path, "--json", changing: utc).object()
    #expect(again["new"] as? Int == 0)
    #expect(again["changed"] as? Int == 0)
    #expect(again["unchanged"] as? Int == row.reminders.count)
    let undone = try await home.remindctl("undo", "--json").object()
    #expect(undone["count"] as? Int == row.reminders.count)
    #expect(try await home.remindctl("list", "--plain").output == "")
    // What was taken back is news again.
    try await home.remindctl("import", path, changing: utc)
    #expect(try await reminders() == row.reminders)
  }

  private static let two = """
    BEGIN:VCALENDAR
    VERSION:2.0
    BEGIN:VEVENT
    UID:a
    SUMMARY:tea
    DTSTART:20300101T090000Z
    END:VEVENT
    BEGIN:VEVENT
    UID:b
    SUMMARY:coffee
    DTSTART:20300101T100000
    RRULE:FREQ=DAILY
    BEGIN:VALARM
    TRIGGER:PT0S
    END:VALARM
    BEGIN:VALARM
    TRIGGER:PT5M
    END:VALARM
    END:VEVENT
    END:VCALENDAR

    """

  @Test(
    "what has changed in the file is changed, what is gone from it is cancelled, and undo is one act"
  )
  func changes() async throws {
    let path = try home.calendar(Self.two)
    #expect(try await home.remindctl("import", path).output == "\(path): 3 new\n")
    let before = try await home.remindctl("list", "--plain").output
    try home.calendar(
      Self.two.replacing("SUMMARY:tea", with: "SUMMARY:green tea")
        .replacing("20300101T100000", with: "20300101T110000")
        .replacing("BEGIN:VALARM\nTRIGGER:PT5M\nEND:VALARM\n", with: ""))
    let made = try await home.remindctl("import", path)
    #expect(made.output == "\(path): 0 new, 2 changed, 1 no longer in the file\n")
    let list = try await home.remindctl("list", "--plain").output
    #expect(list.contains("green tea") && list.contains("T11:00:00") && !list.contains("T10:0"))
    #expect(try await home.remindctl("undo").output.split(separator: "\n").count > 2)
    #expect(try await home.remindctl("list", "--plain").output == before)
    #expect(try await home.remindctl("show", "1").output.contains("Imported "))
  }

  @Test("what the user has done is kept until the file says something else")
  func kept() async throws {
    let path = try home.calendar(Self.two)
    try await home.remindctl("import", path)
    try await home.remindctl("edit", "1", "--text", "my tea")
    try await home.remindctl("skip", "2")
    try await home.remindctl("cancel", "3")
    let before = try await home.remindctl("list", "--plain").output
    #expect(try await home.remindctl("import", path).output == "\(path): 0 new, 3 unchanged\n")
    #expect(try await home.remindctl("list", "--plain").output == before)
    try home.calendar(Self.two.replacing("SUMMARY:tea", with: "SUMMARY:green tea"))
    #expect(
      try await home.remindctl("import", path).output == "\(path): 0 new, 1 changed, 2 unchanged\n")
    #expect(try await home.remindctl("list", "--plain").output.contains("green tea"))
  }

  @Test("a task that is completed is done, an event that is called off is cancelled")
  func finished() async throws {
    let path = try home.calendar(Self.two.replacing("VEVENT", with: "VTODO"))
    try await home.remindctl("import", path)
    try home.calendar(
      Self.two.replacing("VEVENT", with: "VTODO")
        .replacing("SUMMARY:tea", with: "STATUS:COMPLETED")
        .replacing("SUMMARY:coffee", with: "STATUS:CANCELLED"))
    #expect(try await home.remindctl("import", path).output.contains("2 changed"))
    #expect(try await home.remindctl("list", "--plain").output == "")
    let past = try await home.remindctl("history", "--plain").output
    #expect(past.contains("done\ttea") && past.contains("cancelled\tcoffee"))
  }

  @Test("a file that comes through a pipe is read as well, and named so")
  func pipe() async throws {
    try home.calendar(Self.two)
    let made = try await home.shell("cat ~/calendar.ics | remindctl import -")
    #expect(made.output == "standard input: 3 new\n", "\(made.error)")
    #expect(try await home.remindctl("show", "1").output.contains("from standard input"))
  }

  @Test("a running remindd shows what was imported, and a popup's answer is one to the reminder")
  func served() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    let soon = Date.now.addingTimeInterval(2)
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "C")
    formatter.timeZone = .gmt
    formatter.dateFormat = "yyyyMMdd'T'HHmmss'Z'"
    try home.calendar(
      Self.two.replacing("20300101T090000Z", with: formatter.string(from: soon)))
    let made = try await home.remindctl("import", home.folder + "/home/calendar.ics")
    #expect(made.error == "")
    try await daemon.line(with: "tea")
    try await home.waitUntilUnanswered("tea")
    #expect(try await home.remindctl("done").output.contains("tea"))
  }

  @Test("without the program that reads calendars one is told so, exit 1")
  func noReader() async throws {
    try home.calendar(Self.two)
    let copy = home.folder + "/remindctl"
    // By cp(1): what starts here in the same moment would inherit a file that is open to be written,
    // and nobody can run that.
    try await home.run(["cp", Home.programs + "/remindctl", copy])
    let answer = try await home.run([copy, "import", home.folder + "/home/calendar.ics", "--json"])
    #expect(answer.code == 1)
    #expect(answer.output.contains(#""code":"no-calendar-reader""#))
    #expect(answer.error.contains("libical"))
  }

  @Test(
    "a file that cannot be opened is said by its name, exit 1", arguments: ["/proc/nowhere", "/"])
  func unreadable(path: String) async throws {
    let answer = try await home.remindctl("import", path)
    #expect(answer.code == 1)
    #expect(answer.error.hasPrefix("remindctl: \(path): "))
    #expect(!FileManager.default.fileExists(atPath: home.store))
  }

  @Test(
    "ten thousand events in seconds; its time is in the log",
    .enabled(if: !Home.isSanitized, "a sanitizer takes minutes"))
  func many() async throws {
    let script = """
      import sys
      print("BEGIN:VCALENDAR\\r\\nVERSION:2.0\\r")
      for i in range(10000):
          print(f"BEGIN:VEVENT\\r\\nUID:{i}@example.org\\r\\nDTSTAMP:20260101T000000Z\\r\\nSUMMARY:event {i}\\r")
          print(f"DTSTART;TZID=Europe/Rome:2030{i % 12 + 1:02}{i % 28 + 1:02}T{i % 24:02}{i % 60:02}00\\r")
          print("DESCRIPTION:" + "x" * 60 + "\\r\\nLOCATION:here\\r\\nBEGIN:VALARM\\r\\nACTION:DISPLAY\\r")
          print("TRIGGER:-PT10M\\r\\nEND:VALARM\\r\\nEND:VEVENT\\r")
      print("END:VCALENDAR\\r")
      """
    try await home.shell("python3 -c '\(script)' > ~/many.ics")
    let start = ContinuousClock.now
    let made = try await home.remindctl("import", home.folder + "/home/many.ics")
    print("10,000 events were imported in \(ContinuousClock.now - start)")
    #expect(made.output.hasSuffix(": 10000 new\n"), "\(made.error)")
    let again = ContinuousClock.now
    let second = try await home.remindctl("import", home.folder + "/home/many.ics")
    print("and read again in \(ContinuousClock.now - again)")
    #expect(second.output.hasSuffix(": 0 new, 10000 unchanged\n"), "\(second.error)")
    #expect(try await home.remindctl("undo", "--json").object()["count"] as? Int == 10_000)
    #expect(try await home.remindctl("list", "--plain").output == "")
  }
}
