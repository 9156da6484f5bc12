import Foundation
import Testing

/// What has been, and what is forgotten; with both real programs.
@Suite(.timeLimit(.minutes(5))) struct HistoryTests {
  let home: Home
  init() async throws { home = try await Home() }

  @Test("history has what was shown and what ended, the newest first, in every form")
  func history() async throws {
    #expect(try await home.remindctl("history").error.contains("Nothing has been shown"))
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.show("tea", "--tag", "kitchen", by: daemon)
    try await home.remindctl("done")
    try await home.show("soup", by: daemon)
    try await home.remindctl("in", "9h", "gone")
    try await home.remindctl("cancel", "3")
    try await home.remindctl("in", "9h", "to come")

    let text = try await home.remindctl("history").output.split(separator: "\n")
    #expect(text[1].contains("cancelled"))
    #expect(text[1].hasSuffix("  gone"))
    #expect(text[2].contains("not answered"))
    #expect(text[2].hasSuffix("  soup"))
    #expect(text[3].hasSuffix("done          tea"))
    #expect(text.count == 4)

    let json = try await home.remindctl("history", "--json").objects("history")
    #expect(json.map { $0["text"] as? String } == ["gone", "soup", "tea"])
    #expect(json.map { $0["state"] as? String } == ["cancelled", "unanswered", "done"])
    #expect(json.allSatisfy { $0["at_ms"] is Int })
    #expect(json[2]["late_ms"] is Int)
    let plain = try await home.remindctl("history", "--plain", "-n", "2").output
    #expect(
      plain.split(separator: "\n").map { $0.split(separator: "\t")[2] }
        == ["cancelled", "unanswered"])
    let tagged = try await home.remindctl("history", "--tag", "kitchen", "--json")
    #expect(try tagged.objects("history").map { $0["id"] as? Int } == [1])
    #expect(try await home.remindctl("history", "--since", "1h", "-n", "1").output.contains("gone"))
    try await Task.sleep(for: .milliseconds(1100))
    #expect(
      try await home.remindctl("history", "--since", "1s", "--json").objects("history").isEmpty)
    #expect(try await home.remindctl("history", "--since", "yesterday").output.contains("soup"))
    #expect(try await home.remindctl("history", "--since", "tomorrow").code == 3)
    #expect(try await home.remindctl("history", "--json", "--plain").code == 2)
  }

  @Test("what was skipped is told so, and what an edit took the place of is no history")
  func replaced() async throws {
    try await home.remindctl("every", "day", "9:00", "pills")
    try await home.remindctl("skip", "1")
    try await home.remindctl("in", "9h", "tea")
    try await home.remindctl("edit", "2", "--in", "8h")
    let past = try await home.remindctl("history", "--json").objects("history")
    #expect(past.map { $0["text"] as? String } == ["pills"])
    #expect(past.map { $0["skipped"] as? Bool } == [true])
    #expect(try await home.remindctl("history").output.contains("skipped  pills"))
    try await home.remindctl("cancel", "2")
    #expect(try await home.remindctl("history").output.contains("cancelled  tea"))
  }

  @Test("show tells a whole life: late and why, snoozed, done")
  func life() async throws {
    try await home.remindctl("in", "0.1s", "tea", "--tag", "kitchen")
    try await Task.sleep(for: .seconds(1.2))
    let daemon = try await home.remindd("--channel", "stdout")
    try await daemon.line(with: "tea")
    try await home.waitUntilUnanswered("tea")
    #expect(try await home.remindctl("show", "1").output.contains("`remindctl snooze 1`"))
    try await home.remindctl("snooze", "1", "0.1s")
    try await daemon.lines(2)
    try await home.waitUntilUnanswered("tea")
    try await home.remindctl("done", "1")
    let told = try await home.remindctl("why", "1").output.split(separator: "\n")
    #expect(told[0] == "1  tea")
    #expect(told[1].wholeMatch(of: /Was due .*: done\./) != nil)
    #expect(told[2] == "With tag kitchen.")
    #expect(told[3].wholeMatch(of: /Made .*, from the words 'in 0\.1s'\./) != nil)
    #expect(told[4].wholeMatch(of: /Taken up .*, \d+ s late: remindd was started .*\./) != nil)
    #expect(told[5].hasPrefix("Written to standard output "))
    #expect(told[6].wholeMatch(of: /Put off .* by 'snooze 1 0\.1s': again .*\./) != nil)
    #expect(told[7].hasPrefix("Taken up "))
    #expect(told[8].hasPrefix("Written to standard output "))
    #expect(told[9].hasPrefix("Marked as done "))
    #expect(told.count == 10)

    let json = try await home.remindctl("show", "1", "--json").object()
    let occurrences = try #require(json["occurrences"] as? [[String: Any]])
    #expect(occurrences.map { $0["state"] as? String } == ["snoozed", "done"])
    #expect(occurrences.map { $0["snooze"] as? Bool } == [false, true])
    let events = try #require(json["events"] as? [[String: Any]])
    #expect(events.map { $0["kind"] as? String } == ["created", "snoozed", "done"])
    #expect(events[1]["until_ms"] is Int)
  }

  @Test("what is forgotten is in none of the files, also while the daemon runs")
  func forgotten() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.show("swordfish", by: daemon)
    try await home.remindctl("in", "9h", "plugh kept")
    let refused = try await home.remindctl("forget", "1", "2", "--force", "--json")
    #expect(refused.code == 4)
    #expect((try refused.object()["error"] as? [String: Any])?["code"] as? String == "unfinished")
    #expect(try await home.remindctl("forget", "9", "--force").code == 4)
    try await home.remindctl("edit", "1", "--text", "swordfish too")
    try await home.remindctl("done", "1")
    let asked = try await home.remindctl("forget", "1")
    #expect(asked.code == 2)
    #expect(asked.error.contains("--force"))
    let before = try await home.shell("grep -l swordfish \(home.data)/*")
    #expect(before.code == 0)
    #expect(
      try await home.remindctl("forget", "1", "--force").output == "1  swordfish too  forgotten\n")
    #expect(try await home.shell("grep -l swordfish \(home.data)/*").output == "")
    #expect(try await home.shell("grep -l plugh \(home.data)/*").output != "")
    #expect(try await home.remindctl("show", "1").code == 4)
    #expect(try await home.remindctl("history").error.contains("Nothing has been shown"))
  }

  @Test("everything that was finished before a time is forgotten, and nothing else")
  func forgetBefore() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.show("old", by: daemon)
    try await home.remindctl("done")
    try await home.show("unanswered", by: daemon)
    try await home.remindctl("in", "9h", "to come")
    let end = "@\(Int(Date.now.timeIntervalSince1970) + 1)"
    try await Task.sleep(for: .milliseconds(1100))
    try await home.remindctl("in", "9h", "new")
    try await home.remindctl("cancel", "4")
    let forgotten = try await home.remindctl("forget", "--before", end, "--force", "--json")
    #expect(try forgotten.object()["forgotten"] as? [Int] == [1])
    #expect(try forgotten.object()["erased"] as? Bool == true)
    #expect(try await home.remindctl("show", "4").code == 0)
    let none = try await home.remindctl("forget", "--before", end, "--force")
    #expect(none.code == 0)
    #expect(none.error.contains("There is nothing to forget."))
    #expect(try await home.remindctl("forget", "--before", "tomorrow", "--force").code == 3)
    #expect(try await home.remindctl("forget", "--before", "1s", "4", "--force").code == 2)
  }
}
