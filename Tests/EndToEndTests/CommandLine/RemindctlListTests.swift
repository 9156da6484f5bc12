import Foundation
import Testing

@testable import Reminders

/// Listing, cancelling and telling about what is stored.
@Suite struct RemindctlListTests {
  let home: Home
  init() async throws { home = try await Home() }

  private func fill(_ count: Int) async throws {
    for number in 1...count { try await home.remindctl("in", "\(60 - number)m", "text \(number)") }
  }

  @Test("the list goes by due time, in the same order in every shape; bare and ls are list")
  func order() async throws {
    try await fill(4)
    let plain = try await home.remindctl("list", "--plain").output
    let rows = plain.split(separator: "\n").map { $0.split(separator: "\t") }
    #expect(rows.map { $0[0] } == ["4", "3", "2", "1"])
    #expect(rows.map { $0[3] } == ["text 4", "text 3", "text 2", "text 1"])
    #expect(rows.allSatisfy { $0[2] == "scheduled" && $0.count == 4 })
    let json = try await home.remindctl("ls", "--json").output
    let document = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let reminders = try #require(document?["reminders"] as? [[String: Any]])
    #expect(document?["schema"] as? Int == 1)
    #expect(reminders.map { $0["id"] as? Int } == [4, 3, 2, 1])
    #expect(reminders.map { $0["due"] as? String } == rows.map { String($0[1]) })
    let people = try await home.run(["remindctl"])
    let ids = people.output.matches(of: /(\d+)  \d\d:\d\d:\d\d  in 5\d min.*  scheduled  text \d/)
    #expect(ids.map { String($0.1) } == ["4", "3", "2", "1"])
    #expect(people.error == "")
  }

  @Test("a reminder that is shown while the list is read is in it, once")
  func shownMeanwhile() async throws {
    try await home.create(400, in: "1s")
    async let counts = home.shell(
      "for i in $(seq 300); do remindctl list --plain | cut -f 1 | sort -u | wc -l; done | sort -u")
    let daemon = try await home.remindd("--channel", "stdout")
    #expect(try await counts.output == "400\n", "\(daemon.child.said.error)")
  }

  @Test("-n takes so many, and in a pipe nothing is added")
  func limit() async throws {
    try await fill(4)
    for shape in [["--plain"], []] {
      let answer = try await home.run(["remindctl", "list", "-n", "2"] + shape)
      #expect(answer.output.contains("text 3"))
      #expect(!answer.output.contains("text 2"))
      #expect(!answer.output.contains("more"))
    }
  }

  @Test("an empty list is no failure, and whole JSON")
  func empty() async throws {
    for shape in [[], ["--plain"], ["--json"]] {
      let answer = try await home.run(["remindctl", "list"] + shape)
      #expect(answer.code == 0)
      #expect(shape == ["--json"] || answer.output == "")
    }
    let json = try await home.remindctl("list", "--json").output
    #expect(json.filter { !$0.isWhitespace } == #"{"schema":1,"reminders":[]}"#)
    #expect(!FileManager.default.fileExists(atPath: home.data), "listing makes no store")
  }

  @Test("a long list comes whole through a pipe, in flat memory")
  func many() async throws {
    try await home.remindctl("in", "5m", "first")
    let answer = try await home.run([
      "/usr/bin/python3", "-c",
      """
      import sqlite3, subprocess, resource, sys
      database = sqlite3.connect(sys.argv[1])
      due = database.execute("SELECT due_ms FROM occurrence").fetchone()[0]
      rows = range(2, 30001)
      database.executemany("INSERT INTO reminder(id, uid, text, kind, boot_id, due_boot_ms,"
        " created_ms) VALUES(?, ?, ?, 'interval', 'b', 0, 0)",
        ((n, str(n), "text " * 40) for n in rows))
      database.executemany("INSERT INTO occurrence(reminder, series_ms, due_ms) VALUES(?, ?, ?)",
        ((n, due + n // 3, due + n // 3) for n in rows))
      database.commit()
      database.close()
      for shape in "--plain", "--json":
        subprocess.run("remindctl list %s > %s/list" % (shape, sys.argv[2]), shell=True, check=True)
        print(len(open(sys.argv[2] + "/list").readlines()))
      print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
      """, home.store, home.folder,
    ])
    let lines = answer.output.split(separator: "\n").compactMap { Int($0) }
    #expect(lines.prefix(2) == [30_000, 30_002], "\(answer.error)")
    // Kilobytes; the text alone is 6 MB, and a debug build's code is larger.
    // A sanitizer keeps what was freed.
    #expect(try #require(lines.last) < 40_000 || Home.isSanitized)
    // Ids of the same due time: none twice, none left out at a page's end.
    let ids = try await home.shell("remindctl list --plain | cut -f1 | sort -un | wc -l")
    #expect(ids.output == "30000\n")
  }

  @Test("several are cancelled together, each once, and echoed")
  func cancel() async throws {
    try await fill(3)
    let answer = try await home.remindctl("rm", "1", "#3", "1", "#1")
    #expect(answer.code == 0)
    #expect(
      answer.output.wholeMatch(
        of: /1  text 1  cancelled \(was due .*\)\n3  text 3  cancelled \(was due .*\)\n/) != nil)
    #expect(try await home.remindctl("list", "--plain").output.hasPrefix("2\t"))
    #expect(try await home.remindctl("show", "1").output.contains("Cancelled at "))
  }

  @Test("of several ids all are cancelled or none")
  func allOrNone() async throws {
    try await fill(3)
    try await home.remindctl("cancel", "2")
    let answer = try await home.remindctl("cancel", "1", "2", "7", "--json")
    #expect(answer.code == 4)
    #expect(answer.error.contains("Reminder 2 is cancelled already."))
    #expect(answer.error.contains("There is no reminder 7."))
    #expect(answer.output.contains(#""ids":["2","7"]"#))
    #expect(try await home.shell("remindctl list --plain | cut -f1").output == "3\n1\n")
  }

  @Test("without an id the next five are shown, and nothing is cancelled")
  func whichOne() async throws {
    try await fill(7)
    let answer = try await home.remindctl("cancel")
    #expect(answer.code == 2)
    #expect(answer.output == "")
    #expect(
      answer.error.matches(of: /text \d/).map { String($0.0) }
        == ["text 7", "text 6", "text 5", "text 4", "text 3"])
    #expect(try await home.shell("remindctl list --plain | wc -l").output == "7\n")
  }

  @Test("everything is cancelled only by force where nobody can be asked")
  func cancelAll() async throws {
    try await fill(3)
    let asked = try await home.remindctl("cancel", "--all")
    #expect(asked.code == 2)
    #expect(asked.error.contains("--force"))
    let forced = try await home.remindctl("cancel", "--all", "--force")
    #expect(
      forced.output.wholeMatch(
        of: /3  text 3  cancelled .*\n2  text 2 .*\n1  text 1 .*\n3 reminders cancelled\n/) != nil)
    #expect(try await home.remindctl("list", "--plain").output == "")
    let again = try await home.remindctl("cancel", "--all", "--force")
    #expect(again.code == 0)
    #expect(again.output == "")
    let undone = try await home.remindctl("undo")
    #expect(undone.output.matches(of: /\d  text \d  not cancelled\n/).count == 3)
    #expect(try await home.shell("remindctl list --plain | wc -l").output == "3\n")
    try await home.create(9, in: "1h")
    let many = try await home.remindctl("cancel", "--all", "--force").output
    #expect(many.hasSuffix("\n... and 2 more\n12 reminders cancelled\n"))
    let json = try await home.remindctl("undo", "--json").object()
    #expect(json["count"] as? Int == 12)
    #expect((json["reminders"] as? [Any])?.count == 12)
  }

  @Test("show tells a life: made from which words, shown how late and why, or cancelled")
  func show() async throws {
    try await home.remindctl("in", "0.1s", "late", "one")
    try await home.remindctl("in", "1h", "--", "cancelled one")
    try await home.remindctl("cancel", "2")
    try await Task.sleep(for: .seconds(1.3))
    let daemon = try await home.remindd("--channel", "stdout")
    try await daemon.lines(1)
    try await home.shell("until remindctl show 1 --json | grep -q accepted; do sleep 0.02; done")
    let late = try await home.remindctl("why", "1").output
    #expect(late.hasPrefix("1  late one\nWas due "))
    #expect(late.contains("from the words 'in 0.1s'."))
    #expect(late.contains(#/Taken up at .*, \d+ s late: remindd was started at /#))
    #expect(late.contains("Written to standard output at "))
    let cancelled = try await home.remindctl("show", "#2").output
    #expect(cancelled.hasPrefix("2  cancelled one\nWas due "))
    #expect(cancelled.contains("from the words 'in 1h'.\nCancelled at "))
    let json = try await home.remindctl("show", "1", "--json").output
    let life = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    #expect((life?["events"] as? [[String: Any]])?.first?["words"] as? String == "in 0.1s")
    #expect(
      (life?["deliveries"] as? [[String: Any]])?.first?["state"] as? String == "accepted")
  }
}
