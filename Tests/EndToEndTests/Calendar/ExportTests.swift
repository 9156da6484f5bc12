import Beds
import Foundation
import Testing

/// `remindctl export`, judged by another program's reading, and by reading it back.
@Suite(.timeLimit(.minutes(5))) struct ExportTests {
  let home: Home
  init() async throws { home = try await Home() }

  /// Whether the judges are there: scripts/dependencies test.
  static let hasJudges =
    (try? {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/python3")
      process.arguments = ["-c", "import icalendar, dateutil, zoneinfo"]
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      return process.terminationStatus == 0
    }()) ?? false

  /// Everything that a reminder can be.
  private func fill() async throws {
    let made = try await home.shell(
      """
      set -e
      remindctl in 20h "tea, \\\\ ; \\"two\\"
      lines 🌱 and so much text that it must be folded somewhere in the middle: ÄÖÜ äöü ÄÖÜ äöü ÄÖÜ"
      remindctl in 3h strict --nag 5m --times 7 --before 10m,1h --urgency critical --tag trip \
        --sound bell --timeout 2m --max-late 30m --icon call-start --speak
      remindctl at '2030-06-01 9:00'
      remindctl at '2030-06-01 9:00' rome --tz Europe/Rome
      remindctl at '2030-06-01 9:00' west --tz -05:00
      remindctl at '2030-10-27 02:30' twice --tz Europe/Rome
      remindctl every weekday 9:00 until 2027-03-31 stand-up --tz Europe/Rome
      remindctl every day 8:00 until 2027-03-31 floating
      remindctl every 3 hours water
      remindctl every 25 minutes 10 times counted
      remindctl every month on the 31st 9:00 rent
      remindctl every 2 weeks on friday 17:00 green --tz America/Nuuk
      remindctl every last friday 17:00 beer --tz America/New_York --before 1h
      remindctl every day 7:00 pills; remindctl skip 14 3
      printf 'a\\033[1mb\\rc\\342\\200\\250d %%' | remindctl in 30h -
      """)
    #expect(made.code == 0, "\(made.error)")
  }

  /// What the store says of each reminder: when it comes, what it says, and what it does.
  private func facts(_ home: Home) async throws -> [String] {
    try await home.remindctl("list", "--json", changing: ["TZ": "UTC"]).objects("reminders").map {
      // A file has whole seconds.
      let due = try #require($0["due_ms"] as? Int)
      let text = try #require($0["text"] as? String)
      let options = try #require($0["options"] as? [String: Any])
      let said = try JSONSerialization.data(withJSONObject: options, options: .sortedKeys)
      return "\((due + 999) / 1000) \(text) \(String(decoding: said, as: UTF8.self))"
    }
  }

  @Test(
    "read back into an empty store it is the same, and into its own nothing is new or changed",
    .enabled(if: Home.hasCalendars, "remind-calendar is built where libical is: libical-dev"))
  func roundTrip() async throws {
    try await fill()
    let path = home.folder + "/home/c.ics"
    let made = try await home.remindctl("export", "--output", path)
    #expect(made.output == "15 reminders are written to \(path).\n", "\(made.error)")
    #expect(try await home.shell("stat -c %a \(path); ls ~").output == "600\nc.ics\n")
    let same = try await home.remindctl("import", path)
    #expect(same.output == "\(path): 0 new, 15 unchanged\n", "\(same.error)")
    let other = try await Home()
    #expect(try await other.remindctl("import", path).output == "\(path): 15 new\n")
    #expect(try await facts(other) == facts(home))
    // And on from there.
    let again = other.folder + "/home/c.ics"
    try await other.remindctl("export", "--output", again)
    #expect(try await other.remindctl("import", again).output == "\(again): 0 new, 15 unchanged\n")
  }

  @Test(
    "python's icalendar and dateutil find the same texts and the same next three times of each",
    .enabled(if: Self.hasJudges, "needs python3-icalendar and python3-dateutil"),
    .enabled(if: Home.canBeUTC, "the system's zone is not UTC, and mounting needs root"))
  func judged() async throws {
    try await home.enterUTC()
    try await fill()
    let path = home.folder + "/home/c.ics"
    let utc = ["TZ": "UTC"]
    #expect(try await home.remindctl("export", "--output", path, changing: utc).code == 0)
    let now = Int(Date.now.timeIntervalSince1970 * 1000)
    let oracle = Project.file("Tests/Oracles/icalendar_times.py")
    let judged = try await home.run(["/usr/bin/python3", oracle, path, String(now)])
    #expect(judged.code == 0, "\(judged.error)")
    var theirs: [String] = []
    for line in try judged.lines() {
      theirs.append("\(line["due"] as? Int ?? 0) \(line["text"] as? String ?? "")")
    }
    var ours: [String] = []
    for reminder in try await home.remindctl("list", "--json", changing: utc).objects("reminders") {
      let text = try #require(reminder["text"] as? String)
      let due = try #require(reminder["due_ms"] as? Int)
      // What no text of a calendar can have is a question mark there.
      let shown = text.replacing(/[\u{1B}\r\u{2028}]/, with: "?")
      ours.append("\((due + 999) / 1000 * 1000) \(shown)")
    }
    #expect(ours.count == 15)
    for line in try await home.remindctl("list", "--json").objects("reminders")
    where line["rrule"] != nil {
      for _ in 0..<2 {
        let skipped = try await home.remindctl("skip", "\(line["id"] ?? 0)", "--json").object()
        let next = try #require(skipped["next_ms"] as? Int)
        ours.append("\(next) \(line["text"] as? String ?? "")")
      }
    }
    #expect(ours.sorted() == theirs.sorted())
  }

  @Test("it is printed without --output, a file that is there stays unless --force, a tag chooses")
  func output() async throws {
    try await home.remindctl("in", "1h", "tea", "--tag", "a")
    try await home.remindctl("in", "1h", "coffee")
    let printed = try await home.remindctl("export", "--tag", "a").output
    #expect(printed.hasPrefix("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"))
    #expect(printed.hasSuffix("END:VCALENDAR\r\n"))
    #expect(printed.contains("SUMMARY:tea\r\n") && !printed.contains("coffee"))
    let path = home.folder + "/home/c.ics"
    try await home.shell("echo before > \(path)")
    let refused = try await home.remindctl("export", "--output", path, "--json")
    #expect(refused.code == 1 && refused.output.contains("file-exists"))
    #expect(try await home.shell("cat \(path); ls ~").output == "before\nc.ics\n")
    let made = try await home.remindctl("export", "--output", path, "--force", "--json").object()
    #expect(made["count"] as? Int == 2)
    #expect(made["exported"] as? String == path)
    #expect(try await home.remindctl("export", "--json").code == 2)
    #expect(try await home.remindctl("export", "x").code == 2)
    #expect(try await home.remindctl("export", "--output", "/proc/nowhere/x").code == 1)
    #expect(try await home.shell("remindctl export > /dev/full").code == 1)
  }

  @Test("blanks at the ends of a text were lost")
  func blanks() async throws {
    let texts = ["x  ", "  x", " a b\t", "\n x\n", "100% "]
    for text in texts { try await home.remindctl("in", "1h", "--", text) }
    let path = home.folder + "/home/c.ics"
    #expect(try await home.remindctl("export", "--output", path).code == 0)
    let other = try await Home()
    #expect(try await other.remindctl("import", path).code == 0)
    let found = try await other.remindctl("list", "--json").objects("reminders")
    #expect(Set(found.compactMap { $0["text"] as? String }) == Set(texts))
  }

  @Test("a tag or an icon with blanks at its ends came back without them, one of blanks not at all")
  func blanksOfTags() async throws {
    let words = [" x", "x  ", "a  b", "\u{A0}x\u{3000}", "   ", "100%", "%20;"]
    for word in words { try await home.remindctl("in", "1h", "x", "--tag", word, "--icon", word) }
    let path = home.folder + "/home/c.ics"
    #expect(try await home.remindctl("export", "--output", path).code == 0)
    let other = try await Home()
    let taken = try await other.remindctl("import", path)
    #expect(taken.code == 0, "\(taken.error)")
    let found = try await other.remindctl("list", "--json").objects("reminders")
    let options = found.compactMap { $0["options"] as? [String: Any] }
    #expect(Set(options.compactMap { $0["tag"] as? String }) == Set(words))
    #expect(Set(options.compactMap { $0["icon"] as? String }) == Set(words))
    #expect(try await home.remindctl("import", path).output.hasSuffix(": 0 new, 7 unchanged\n"))
  }

  @Test("without a store it is an empty calendar")
  func empty() async throws {
    let printed = try await home.remindctl("export")
    #expect(printed.code == 0)
    #expect(printed.output.hasSuffix("CALSCALE:GREGORIAN\r\nEND:VCALENDAR\r\n"))
    #expect(!FileManager.default.fileExists(atPath: home.store))
  }
}
