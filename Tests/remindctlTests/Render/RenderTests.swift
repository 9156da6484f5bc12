import Testing

@testable import CivilTime
@testable import Reminders
@testable import Scheduler
@testable import Store
@testable import System
@testable import remindctl

@Suite struct RenderTests {
  // 2026-11-30 01:53:20 UTC, a Monday.
  static let now: Int64 = 1_796_003_600_000

  @Test(
    "a time is said as far as it is needed",
    arguments: [
      ("UTC", 4_800_000, "at 03:13:20", "in 1 h 20 min", "Today"),
      ("UTC", 500, "at 01:53:20", "in 0 s", "Today"),
      ("UTC", 0, "at 01:53:20", "now", "Today"),
      ("UTC", -999, "at 01:53:19", "now", "Today"),
      ("UTC", -61_000, "at 01:52:19", "1 min 1 s ago", "Today"),
      ("UTC", 86_400_000, "on Tue 1 Dec at 01:53:20", "in 1 d", "Tomorrow"),
      ("UTC", -86_400_000, "on Sun 29 Nov at 01:53:20", "1 d ago", "Yesterday"),
      ("UTC", 40 * 86_400_000, "on Sat 9 Jan 2027 at 01:53:20", "in 40 d", "Sat 9 Jan 2027"),
    ])
  func when(tz: String, ahead: Int64, when: String, distance: String, day: String) {
    let context = Context.test(now: Self.now, tz: tz)
    // The zone is left out where it is the system's: compare without it.
    let due = Instant(milliseconds: Self.now + ahead)
    let said = context.when(due)
    #expect((said.hasSuffix(" UTC") ? String(said.dropLast(4)) : said) == when)
    #expect(context.distance(to: due) == distance)
    #expect(context.day(of: due) == day)
  }

  @Test("the zone is named where it is not the system's, and where its offset is then another")
  func zone() {
    let pinned = Context.test(now: Self.now, tz: "Pacific/Chatham")
    #expect(pinned.when(pinned.now) == "at 15:38:20 +1345")
    #expect(
      pinned.when(Instant(milliseconds: Self.now + 180 * 86_400_000))
        == "on Sat 29 May 2027 at 14:38:20 +1245")
  }

  @Test(
    "the columns stand under each other, whatever is in them",
    arguments: ["tea", "日本語", "e\u{301}cole", "👩‍👩‍👧 family", "\u{1b}[31mred\nline"])
  func columns(text: String) {
    let context = Context.test(now: Self.now, terminal: .none)
    let short = entry(7, text: text, due: Self.now + 1000)
    let long = entry(12_345, text: "x", due: Self.now + 4_800_000)
    let lines = Row.lines([Row(short, context), Row(long, context)], context.terminal)
    #expect(lines[0].hasPrefix("    7  01:53:21"))
    #expect(lines[1].hasPrefix("12345  03:13:20"))
    #expect(lines[0].hasSuffix("  scheduled  " + VisibleText.line(text)))
    let paths = lines.map {
      DisplayWidth.of(String($0[..<$0.firstRange(of: "scheduled")!.lowerBound]))
    }
    #expect(paths[0] == paths[1])
    #expect(!lines[0].unicodeScalars.contains { $0.value < 0x20 })
  }

  @Test("a terminal's line is never longer than the terminal is wide")
  func cut() {
    let context = Context.test(now: Self.now, terminal: .wide)
    for text in [String(repeating: "word ", count: 40), String(repeating: "語", count: 60)] {
      let row = Row(entry(7, text: text, due: Self.now + 1000), context)
      let line = Row.lines([row], context.terminal)[0]
      #expect(DisplayWidth.of(line) <= 60)
      #expect(DisplayWidth.of(line) >= 58)
      #expect(line.hasSuffix("..."))
    }
  }

  @Test(
    "a text takes as many columns as a terminal gives it",
    arguments: [("", 0), ("tea", 3), ("日本", 4), ("e\u{301}", 1), ("ü", 1), ("👍🏽", 2)])
  func width(text: String, columns: Int) {
    #expect(DisplayWidth.of(text) == columns)
  }

  @Test("what is due and not shown is under its own heading, with the reason")
  func held() {
    let context = Context.test(now: Self.now, terminal: .wide)
    var held = entry(7, text: "tea", due: Self.now - 60_000)
    held.fired = Instant(milliseconds: Self.now - 60_000)
    held.holdReason = .noServer
    let row = Row(held, context)
    #expect(row.heading == "Due, and still to be shown")
    let line = Row.lines([row], context.terminal)[0]
    #expect(line.contains("1 min ago"))
    #expect(line.contains("\u{1b}[33mheld: no notification server\u{1b}[0m"))
    let late = Row(entry(8, text: "tea", due: Self.now - 60_000), context)
    #expect(Row.lines([late], .none)[0].contains("overdue"))
  }

  @Test("a repetition is told behind its text")
  func repeating() throws {
    let context = Context.test(now: Self.now)
    let request = try Request("day 9:00", as: .every, timeEnd: nil, context)
    var series = entry(7, text: "tea", due: request.due.milliseconds)
    series.trigger = request.trigger
    let row = Row(series, context)
    #expect(Row.lines([row], .none)[0].contains("  tea (every day at 09:00:00"))
    let members = JSON.object(series.members(in: context.local.zone)).text
    #expect(members.contains(#""kind":"recurring""#))
    #expect(members.contains(#""rrule":"FREQ=DAILY","wall":"2026-11-30T09:00:00""#))
  }

  @Test(
    "a text for scripts stays on its line and in its column",
    arguments: [
      ("a\tb\nc\\n", "a\\tb\\nc\\\\n"), ("\r", "\\r"), ("\u{1b}[31m", "\\u001b[31m"),
      ("\u{202e}\u{9b}", "\\u202e\\u009b"), ("tè \"語\"", "tè \"語\""),
    ])
  func plain(text: String, escaped: String) {
    #expect(JSON.escaped(text) == escaped)
  }

  @Test("a reminder in JSON does not change with the locale")
  func json() {
    let context = Context.test(now: Self.now, tz: "Asia/Kolkata", language: "pl_PL.UTF-8")
    var reminder = entry(7, text: nil, due: Self.now)
    #expect(
      JSON.object(reminder.members(in: context.local.zone)).text
        == #"{"id":7,"uid":"u","text":"Alert Time!","state":"scheduled","kind":"interval","#
        + #""due":"2026-11-30T07:23:20+05:30","due_ms":1796003600000,"created_ms":1796003600000,"#
        + #""options":{}}"#)
    reminder.fired = reminder.due
    reminder.holdReason = .refused
    reminder.state = .unanswered
    let members = reminder.members(in: context.local.zone).suffix(2)
    #expect(
      JSON.object(Array(members)).text == #"{"fired_ms":1796003600000,"held":"refused"}"#)
  }

  private func entry(_ id: Int64, text: String?, due: Int64) -> Entry {
    Entry(
      id: id, uid: "u", text: text, trigger: .interval(bootID: "b", dueBoot: 0),
      created: Instant(milliseconds: Self.now), occurrence: id, due: Instant(milliseconds: due),
      fired: nil, state: .scheduled, holdReason: nil)
  }
}
