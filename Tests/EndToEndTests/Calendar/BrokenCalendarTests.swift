import Foundation
import Testing

@testable import Localization
@testable import Store

/// Calendar files that are broken, or have parts that no reminder can keep: the line is named, and
/// nothing is imported.
@Suite(
  .enabled(if: Home.hasCalendars, "remind-calendar is built where libical is: libical-dev"),
  .timeLimit(.minutes(5)))
struct BrokenCalendarTests {
  let home: Home
  init() async throws { home = try await Home() }

  struct Row: CustomTestStringConvertible, Sendable {
    var sentence: String
    /// What stands in an event, from line 5 on, or the whole file where it begins with `!`.
    var lines: String
    var line: Int
    var property = ""
    var testDescription: String { sentence }
  }

  private func write(_ lines: String) throws -> String {
    if lines.hasPrefix("!") { return try home.calendar(String(lines.dropFirst())) }
    return try home.calendar(
      """
      BEGIN:VCALENDAR
      VERSION:2.0
      BEGIN:VEVENT
      UID:a
      \(lines)
      END:VEVENT
      BEGIN:VEVENT
      UID:b
      DTSTART:20300101T090000
      END:VEVENT
      END:VCALENDAR

      """)
  }

  @Test(
    "a broken file is named by its line, exit 1, and nothing is imported",
    arguments: [
      Row(sentence: "no date", lines: "DTSTART:tomorrow", line: 5, property: "DTSTART"),
      Row(sentence: "month 13", lines: "DTSTART:20301301T090000", line: 5, property: "DTSTART"),
      Row(sentence: "30 February", lines: "DTSTART:20300230T090000", line: 5, property: "DTSTART"),
      Row(
        sentence: "behind a folded line",
        lines: "DESCRIPTION:a\n b\n c\nDTSTART:20300101T250000", line: 8, property: "DTSTART"),
      Row(
        sentence: "a rule without FREQ", lines: "DTSTART:20300101T090000\nRRULE:BYDAY=MO",
        line: 6, property: "RRULE"),
      Row(
        sentence: "a weekday that is none",
        lines: "DTSTART:20300101T090000\nRRULE:FREQ=WEEKLY;BYDAY=XX", line: 6, property: "RRULE"),
      Row(
        sentence: "an EXDATE in words", lines: "DTSTART:20300101T090000\nEXDATE:never", line: 6,
        property: "EXDATE"),
      Row(
        sentence: "an alarm that is no duration",
        lines: "DTSTART:20300101T090000\nBEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:soon\nEND:VALARM",
        line: 8, property: "TRIGGER"),
      Row(
        sentence: "a line without a colon", lines: "DTSTART:20300101T090000\nand more text",
        line: 6),
      Row(
        sentence: "an alarm that does not end", lines: "DTSTART:20300101T090000\nBEGIN:VALARM",
        line: 6),
      Row(
        sentence: "an event that does not end",
        lines: "!BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nUID:a\nEND:VCALENDAR\n", line: 3),
      Row(sentence: "no calendar", lines: "!Dear all,\n", line: 1),
      Row(sentence: "an empty file", lines: "!", line: 1),
      Row(sentence: "a page of the web", lines: "!<!DOCTYPE html>\n<html>\n", line: 1),
      Row(sentence: "an event alone", lines: "!BEGIN:VEVENT\nEND:VEVENT\n", line: 1),
      Row(
        sentence: "a file that was cut off", lines: "!BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\n",
        line: 2),
      Row(
        sentence: "vCalendar", lines: "!BEGIN:VCALENDAR\nVERSION:1.0\nEND:VCALENDAR\n", line: 2,
        property: "VERSION"),
      Row(sentence: "a NUL", lines: "DTSTART:20300101T090000\nSUMMARY:a\0b", line: 6),
      Row(
        sentence: "an offset that is missing",
        lines:
          "!BEGIN:VCALENDAR\nBEGIN:VTIMEZONE\nTZID:a\nBEGIN:STANDARD\nDTSTART:20300101T000000\n"
          + "TZOFFSETTO:+0100\nEND:STANDARD\nEND:VTIMEZONE\nEND:VCALENDAR\n", line: 4,
        property: "TZOFFSETFROM"),
    ])
  func broken(row: Row) async throws {
    let path = try write(row.lines)
    let answer = try await home.remindctl("import", path, "--json")
    #expect(answer.code == 1)
    let error = try #require(try answer.object()["error"] as? [String: Any])
    #expect(error["code"] as? String == "calendar-broken")
    #expect(error["line"] as? Int == row.line, "\(answer.error)")
    if row.property != "" { #expect(error["property"] as? String == row.property) }
    #expect(answer.error.hasPrefix("remindctl: Line \(row.line)"))
    #expect(answer.error.hasSuffix("Nothing was imported.\n"))
    #expect(!FileManager.default.fileExists(atPath: home.store))
  }

  @Test("text in another encoding is named by its line")
  func latin() async throws {
    let path = try write("SUMMARY:caf%E9\nDTSTART:20300101T090000")
    try await home.shell("sed -i 's/%E9/\\xe9/' \(path)")
    let answer = try await home.remindctl("import", path)
    #expect(answer.error.hasPrefix("remindctl: Line 5: SUMMARY is not UTF-8 text.\n"))
  }

  @Test(
    "what no reminder can keep is refused by its line, and left out when asked to",
    arguments: [
      Row(
        sentence: "a change of all that follow",
        lines: "RECURRENCE-ID;RANGE=THISANDFUTURE:20300101T090000\nDTSTART:20300101T100000",
        line: 5, property: "range"),
      Row(
        sentence: "a rule of exceptions",
        lines: "DTSTART:20300101T090000\nRRULE:FREQ=DAILY\nEXRULE:FREQ=WEEKLY", line: 7,
        property: "exrule"),
      Row(
        sentence: "a calendar of another kind",
        lines: "DTSTART:20300101T090000\nRRULE:RSCALE=CHINESE;FREQ=YEARLY", line: 6,
        property: "rrule"),
      Row(
        sentence: "a rule that never comes",
        lines: "DTSTART:20300101T090000\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", line: 6,
        property: "rrule"),
      Row(
        sentence: "a rule that comes too often",
        lines: "DTSTART:20300101T090000\nRRULE:FREQ=MINUTELY;BYSECOND=0,5", line: 6,
        property: "rrule"),
      Row(
        sentence: "a zone that is none", lines: "DTSTART;TZID=Middle Earth:20300101T090000",
        line: 5, property: "tzid"),
      Row(
        sentence: "an alarm at a place",
        lines: "DTSTART:20300101T090000\nBEGIN:VALARM\nTRIGGER:PT0S\nPROXIMITY:ARRIVE\nEND:VALARM",
        line: 6, property: "place"),
      Row(
        sentence: "an alarm without a time",
        lines: "DTSTART:20300101T090000\nBEGIN:VALARM\nACTION:DISPLAY\nEND:VALARM", line: 6,
        property: "trigger"),
      Row(
        sentence: "the same UID again",
        lines: "DTSTART:20300101T090000\nEND:VEVENT\nBEGIN:VEVENT\nUID:a\nDTSTART:20300102T090000",
        line: 7, property: "uid"),
    ])
  func unsupported(row: Row) async throws {
    let path = try write(row.lines)
    let answer = try await home.remindctl("import", path, "--json")
    #expect(answer.code == 1)
    let error = try #require(try answer.object()["error"] as? [String: Any])
    #expect(error["code"] as? String == "calendar-unsupported")
    let parts = try #require(error["unsupported"] as? [[String: Any]])
    #expect(parts.map { $0["line"] as? Int } == [row.line], "\(answer.error)")
    #expect(parts.map { $0["part"] as? String } == [row.property])
    #expect(answer.error.contains("Line \(row.line)"))
    #expect(try await home.remindctl("list", "--plain").output == "")
    let rest = try await home.remindctl("import", path, "--skip-unsupported")
    #expect(rest.code == 0)
    #expect(rest.error.contains("Left out: Line \(row.line)"), "\(rest.error)")
    #expect(try await home.remindctl("list", "--plain").output.contains("T09:00:00"))
  }

  @Test(
    "an instance alone of a series that is stored is refused; of one that is not, it is a reminder")
  func instanceAlone() async throws {
    let alone = try home.calendar(
      """
      BEGIN:VCALENDAR
      BEGIN:VEVENT
      UID:a
      RECURRENCE-ID:20300102T090000
      DTSTART:20300102T120000
      END:VEVENT
      END:VCALENDAR

      """, name: "alone.ics")
    #expect(try await home.remindctl("import", alone, "--dry-run").output.hasSuffix("1 new\n"))
    try await home.remindctl(
      "import", try write("DTSTART:20300101T090000\nRRULE:FREQ=DAILY"))
    let answer = try await home.remindctl("import", alone, "--json")
    #expect(answer.output.contains(#""part":"recurrence-id""#))
  }

  @Test("no file makes the reader crash or hang: random changes to real ones")
  func mutations() async throws {
    let script = """
      import glob, random, subprocess, sys
      random.seed(20261130)
      seeds = [open(path, "rb").read() for path in sorted(glob.glob(sys.argv[2] + "/*.ics"))]
      assert len(seeds) > 5
      parts = b"".join(seeds).split(b"\\n")
      for number in range(int(sys.argv[3])):
          data = bytearray(random.choice(seeds))
          for _ in range(random.choice([1, 3, 30])):
              place = random.randrange(len(data) + 1)
              kind = random.randrange(5)
              if kind == 0: data[place:place] = random.choice(parts) + b"\\n"
              elif kind == 1: data[place:place + random.randrange(40)] = b""
              elif kind == 2: data[place:place + 1] = bytes([random.randrange(256)])
              elif kind == 3: data[place:place] = random.choice([b"9" * 30, b";", b":", b'"', b"\\n ", b"-", b"=", b","]) 
              else: data[place:place] = data[place // 2:place]
              del data[1000000:]
          run = subprocess.run([sys.argv[1], "1796000000000"], input=bytes(data), capture_output=True, timeout=20)
          if run.returncode not in (0, 1) or not run.stdout.rsplit(b"\\n", 2)[-2].startswith((b'{"fault":', b'{"end":')):
              open(sys.argv[4], "wb").write(data)
              sys.exit(f"input {number}: {run.returncode} {run.stdout[-200:]} {run.stderr[-200:]}")
      """
    let answer = try await home.run([
      "python3", "-c", script, Home.programs + "/remind-calendar", Home.calendars, "150",
      home.folder + "/found",
    ])
    #expect(answer.code == 0, "\(answer.error)")
  }

  @Test(
    "a file without end takes no memory without end",
    .enabled(if: !Home.isSanitized, "a sanitizer takes terabytes of addresses"))
  func endless() async throws {
    let answer = try await home.shell(
      """
      (printf 'BEGIN:VCALENDAR\\nBEGIN:VEVENT\\nSUMMARY:'; head -c 300000000 /dev/zero | tr '\\0' a) \
        | (ulimit -v 1000000; remindctl import -)
      """)
    #expect(answer.code == 1)
    #expect(answer.error.hasPrefix("remindctl: Line 3: SUMMARY is too long."), "\(answer.error)")
  }

  @Test(
    "a message had another value than the file, or another fault",
    arguments: [
      ("DTSTART:20261341T000000Z", "Line 5: DTSTART cannot be '20261341T000000Z'."),
      (
        "DTSTART:20300101T090000\nEXDATE:20300231T090000",
        "Line 6: EXDATE cannot be '20300231T090000'."
      ),
      (
        "DTSTART:20300101T090000\nBEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-P99999999999D\nEND:VALARM",
        "Line 8: TRIGGER cannot be '-P99999999999D'."
      ),
      (
        "DTSTART:20300101T090000\nBEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-P4000D\nEND:VALARM",
        "Line 8: TRIGGER cannot be '-P4000D'."
      ),
      // Counted with 32 bits this is a day.
      (
        "DTSTART:20300101T090000\nBEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-P4294967297D\nEND:VALARM",
        "Line 8: TRIGGER cannot be '-P4294967297D'."
      ),
      (
        "!" + String(repeating: "BEGIN:VCALENDAR\n", count: 40),
        "Line 17: VCALENDAR lies too deep within others."
      ),
    ])
  func values(lines: String, said: String) async throws {
    let answer = try await home.remindctl("import", try write(lines))
    #expect(answer.code == 1)
    #expect(answer.error == "remindctl: \(said)\nNothing was imported.\n")
  }
}
