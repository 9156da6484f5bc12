import Beds
import Foundation
import Testing

@testable import Localization
@testable import Reminders

/// Times, repetitions and phrases with both real programs.
@Suite(.timeLimit(.minutes(5))) struct WhenTests {
  let home: Home
  init() async throws { home = try await Home() }

  @Test(
    "every time that is printed can be typed again, and is the same",
    arguments: [
      "tomorrow 17:30", "2028-02-29 23:59:59", "9999-12-31 12:00", "2027-10-31 2:30 +01:00",
    ])
  func readBack(when: String) async throws {
    func due(_ words: String) async throws -> String {
      let answer = try await home.remindctl("parse", "--json", words)
      return try #require(try answer.object()["due"] as? String, "\(words): \(answer.error)")
    }
    let first = try await due("on " + when)
    let said = try await home.remindctl("parse", "on " + when).output
    let line = try #require(said.firstMatch(of: /Next: (.*) \(in/))
    #expect(try await due(String(line.1)) == first)
    #expect(try await due(first) == first)
    try await home.remindctl("on", when, "tea")
    let listed = try await home.remindctl("list", "--plain").output
    #expect(try await due(listed.split(separator: "\t").map(String.init)[1]) == first)
  }

  @Test("a reminder at a time fires then, once")
  func at() async throws {
    let daemon = try await home.remindd("--channel", "stdout", "--json")
    let made = try await home.shell("remindctl at @$(($(date +%s) + 2)) tea --json")
    #expect(made.code == 0)
    let due = try #require(try object(made.output)["due_ms"] as? Int64)
    try await daemon.lines(1)
    let alert = try #require(try daemon.alerts().first)
    #expect(alert.text == "tea")
    #expect(alert.dueMs == due)
    #expect(due % 1000 == 0)
    // The line comes before its record.
    try await home.waitUntilUnanswered("tea")
    #expect(!(try await home.remindctl("list", "--plain")).output.contains("\tscheduled\t"))
  }

  @Test("a repetition fires on its grid, and ends")
  func every() async throws {
    let daemon = try await home.remindd("--channel", "stdout", "--json")
    let made = try await home.remindctl("every", "FREQ=SECONDLY;COUNT=3", "tick", "--json")
    #expect(made.code == 0)
    let first = try #require(try object(made.output)["due_ms"] as? Int64)
    try await daemon.line(with: "\"due_ms\":\(first + 2000)")
    // A machine that is slow may take two of them for one that is late.
    let alerts = try daemon.alerts()
    #expect(alerts.allSatisfy { $0.id == 1 && $0.text == "tick" })
    #expect(Set(alerts.map(\.dueMs)).isSubset(of: [first, first + 1000, first + 2000]))
    #expect(alerts.map(\.dueMs) == Set(alerts.map(\.dueMs)).sorted())
    // The line comes before its record.
    try await until("its end") {
      try await !home.remindctl("list", "--plain").output.contains("scheduled")
    }
  }

  @Test("a repetition in another zone comes by the clocks there, and again a day later")
  func pinned() async throws {
    let daemon = try await home.remindd("--channel", "stdout", "--json")
    let made = try await home.shell(
      "remindctl every day $(TZ=Asia/Tokyo date -d '+3 seconds' +%T) sushi --tz asia/tokyo --json")
    #expect(made.code == 0)
    let reminder = try object(made.output)
    #expect((reminder["due"] as? String)?.hasSuffix("+09:00") == true)
    let due = try #require(reminder["due_ms"] as? Int64)
    try await daemon.lines(1)
    #expect(try daemon.alerts().first?.dueMs == due)
    let pending = try object(try await home.remindctl("status", "--json").output)
    let next = try #require(pending["next"] as? [String: Any])
    #expect(next["due_ms"] as? Int64 == due + 86_400_000)
    #expect(next["zone"] as? String == "Asia/Tokyo")
  }

  @Test("the JSON of what was made says its kind, rule, wall time and zone")
  func members() async throws {
    let common = [
      "created_ms", "daemon", "due", "due_ms", "id", "kind", "options", "schema", "state", "text",
      "uid",
    ]
    let wall = try object(try await home.remindctl("at", "17:30", "tea", "--json").output)
    #expect(wall.keys.sorted() == (common + ["wall"]).sorted())
    #expect(wall["kind"] as? String == "wall")
    #expect((wall["wall"] as? String)?.hasSuffix("T17:30:00") == true)
    let pinned = try object(
      try await home.remindctl("at", "2030-12-24 09:00", "--tz", "europe/rome", "--json").output)
    #expect(pinned.keys.sorted() == (common + ["wall", "zone"]).sorted())
    #expect(pinned["due"] as? String == "2030-12-24T09:00:00+01:00")
    #expect(pinned["zone"] as? String == "Europe/Rome")
    #expect(pinned["text"] as? String == "Alert Time!")
    let series = try object(
      try await home.remindctl("every", "weekday", "9:00", "stand-up", "--json").output)
    #expect(series.keys.sorted() == (common + ["rrule", "wall"]).sorted())
    #expect(series["kind"] as? String == "recurring")
    #expect(series["rrule"] as? String == "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR")
    let listed = try object(try await home.remindctl("list", "--json").output)
    let rules = (listed["reminders"] as? [[String: Any]])?.compactMap { $0["rrule"] as? String }
    #expect(rules == ["FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"])
    let people = try await home.remindctl("list")
    #expect(people.output.contains("stand-up (every weekday at 09:00:00)"))
    let life = try await home.remindctl("show", "3")
    #expect(life.output.contains("Repeats every weekday at 09:00:00."))
    #expect(life.output.contains("from the words 'every weekday 9:00'"))
  }

  @Test(
    "a phrase needs no verb",
    arguments: [
      ("20m tea", "tea  at"), ("tomorrow 9am dentist", "dentist  on"),
      ("call mum at 5pm", "call mum  "), ("tra 20 minuti il tè", "il tè  "),
      ("jutro o 9 dentysta", "dentysta  on"),
      ("every weekday 9:00 stand-up", "stand-up  every weekday at 09:00:00, next "),
      ("every day 8:00 2 pills", "2 pills  every day at 08:00:00, next "),
      ("add call mum at 5pm", "call mum  "), ("5m -- 2 eggs", "2 eggs  "),
      ("--tz Asia/Tokyo tomorrow 9:00 sushi", "sushi  on"),
    ])
  func phrase(line: String, echo: String) async throws {
    let made = try await home.shell("remindctl \(line)")
    #expect(made.code == 0, "\(made.error)")
    #expect(made.output.hasPrefix("1  " + echo), "\(made.output)")
    #expect(FileManager.default.fileExists(atPath: home.store))
  }

  @Test(
    "what is not understood is refused with its code, and nothing is stored",
    arguments: [
      (["at"], 3), (["at", "today", "0:00"], 3), (["at", "25:00"], 3), (["at", "tea"], 3),
      (["on", "03/04/2026"], 3), (["on", "30", "feb"], 3), (["every", "tea"], 3),
      (["every", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30"], 3), (["every", "second"], 3),
      (["at", "9:00", "--tz", "Nowhere"], 3), (["at", "9:00", "--tz"], 2),
      (["foo", "bar"], 3), ([""], 3), (["lst", "tomorrow", "9am"], 2), (["lst"], 2),
      (["evry", "day", "9:00", "tea"], 2), (["parse", "tea"], 3),
      (["parse", "--as", "x", "5m"], 2),
      (["parse", "--stdin", "5m"], 2), (["add"], 3),
    ] as [([String], Int32)])
  func refused(line: [String], code: Int32) async throws {
    let answer = try await home.run(["remindctl"] + line)
    #expect(answer.code == code)
    #expect(answer.output == "")
    #expect(answer.error.hasPrefix("remindctl: "))
    let withJSON = try await home.run(["remindctl"] + line + ["--json"])
    #expect(withJSON.code == code)
    #expect(try object(withJSON.output)["error"] != nil)
    #expect(!FileManager.default.fileExists(atPath: home.store))
  }

  @Test("a dry run shows the same and stores nothing")
  func dryRun() async throws {
    for line in ["in 20m tea", "at 17:30 tea", "every day 9:00 tea", "20m tea"] {
      let dry = try await home.shell("remindctl \(line) --dry-run")
      #expect(dry.code == 0)
      #expect(dry.output.hasPrefix("tea  "))
      #expect(dry.error == "remindctl: A dry run: nothing was stored.\n")
      let json = try object(try await home.shell("remindctl \(line) --dry-run --json").output)
      #expect(json["id"] == nil)
      #expect(json["due_ms"] is Int)
    }
    #expect(!FileManager.default.fileExists(atPath: home.data))
  }

  @Test("requests are answered one by one, as they come")
  func stream() async throws {
    let child = try home.start([
      "/bin/sh", "-c", #"(echo '{"input":"in 5m tea"}'; sleep 60) | remindctl parse --stdin"#,
    ])
    let line = try await child.wait(for: "the answer") { $0.lines.first }
    let answer = try object(line)
    #expect(answer["kind"] as? String == "duration")
    #expect(answer["seconds"] as? Int == 300)
    #expect(answer["text"] as? String == "tea")
    child.send(SIGKILL)
  }

  @Test("a request that is none is answered too, and the next one is read")
  func badRequests() async throws {
    let lines = ["", "tea", "[]", "{\"input\":5}", "{\"as\":\"x\",\"input\":\"5m\"}", "{}"]
    let requests = lines.joined(separator: "\n") + "\n" + #"{"input":"in 5m","lang":"xx"}"#
    let file = home.folder + "/requests"
    try requests.write(toFile: file, atomically: false, encoding: .utf8)
    let answer = try await home.remindctl("parse", "--stdin", input: file)
    #expect(answer.code == 0)
    let answers = try answer.output.split(separator: "\n").map { try object(String($0)) }
    #expect(answers.count == 7)
    #expect(answers.dropLast().allSatisfy { $0["error"] is [String: Any] })
    #expect(answers.last?["seconds"] as? Int == 300)
  }

  @Test("a line that is too long is answered, and not kept")
  func longLine() async throws {
    let answer = try await home.shell(
      #"(head -c 3000000 /dev/zero | tr '\0' x; echo; echo '{"input":"in 5m"}') | "#
        + "remindctl parse --stdin")
    #expect(answer.code == 0)
    let answers = try answer.output.split(separator: "\n").map { try object(String($0)) }
    #expect(answers.count == 2)
    #expect(answers.first?["error"] is [String: Any])
    #expect(answers.last?["seconds"] as? Int == 300)
  }

  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test(
    "a time that is no reminder's was told what a reminder's is",
    arguments: [
      (["edit", "1", "--nag", "0s"], "--nag: '0s' is no time at all."),
      (["edit", "1", "--max-late", "-1"], "--max-late: '-1' is less than nothing."),
      (["edit", "1", "--timeout", "-5s"], "--timeout: '-5s' is less than nothing."),
      (["edit", "1", "--in", "0s"], "--in: '0s' is no time at all."),
      (["edit", "1", "--at", "5 parsecs"], "--at: "), (["pause", "0s"], "'0s' is no time at all."),
      (["snooze", "1", "-5m"], "'-5m' is less than nothing."),
      (["history", "--since", "xyz"], "'xyz' "),
    ] as [([String], String)])
  func timeAlone(words: [String], says: String) async throws {
    try await home.remindctl("in", "9h", "tea")
    let answer = try await home.run(["remindctl"] + words)
    #expect(answer.code == 3)
    #expect(answer.error.hasPrefix("remindctl: " + says), "\(answer.error)")
    #expect(!answer.error.contains("text comes behind"), "\(answer.error)")
    #expect(!answer.error.contains("reminder comes later"), "\(answer.error)")
    let reminder = try await home.remindctl("in", "0s", "tea")
    #expect(reminder.error.contains("'0s' is no time at all. A reminder comes later than now."))
    #expect(reminder.error.contains("the text comes behind: remindctl in 1h20m tea"))
  }

  @Test("seconds since the epoch were noted to be in UTC, and UTC was named twice")
  func epoch() async throws {
    let rome = ["TZ": "Europe/Rome"]
    let made = try await home.remindctl("at", "@1893456000", "tea", changing: rome)
    #expect(made.code == 0)
    #expect(!made.output.contains("UTC"))
    try await home.remindctl("at", "2030-01-01 00:00", "UTC", "soup", changing: rome)
    try await home.remindctl("at", "2030-01-01 00:00", "Asia/Tokyo", "rice", changing: rome)
    let list = try await home.remindctl("list", changing: rome).output
    #expect(list.contains("  tea\n"), "\(list)")
    #expect(list.contains("  soup (00:00:00 UTC)\n"), "\(list)")
    #expect(list.contains("  rice (00:00:00 JST, Asia/Tokyo)\n"), "\(list)")
    let tea = try await home.remindctl("list", "--json", changing: ["TZ": "Asia/Tokyo"]).output
    #expect(tea.contains(#""due_ms":1893456000000"#))
  }
}
