import Foundation
import Testing

@testable import Reminders

/// What a user says about reminders: done, snooze, skip, edit, undo; with both real programs.
@Suite(.timeLimit(.minutes(5))) struct AnswerTests {
  let home: Home
  init() async throws { home = try await Home() }

  @Test("one that was shown is snoozed, comes again, and is done")
  func snooze() async throws {
    let daemon = try await home.remindd("--channel", "stdout", "--json")
    try await home.show("tea", by: daemon)
    let list = try await home.remindctl("list")
    #expect(list.output.hasPrefix("Shown, and not answered yet\n"))
    #expect(list.output.contains("not answered  tea"))

    let before = Date.now.timeIntervalSince1970 * 1000
    let snoozed = try await home.remindctl("snooze", "last", "1s", "--json").object()
    #expect(snoozed["state"] as? String == "snoozed")
    let until = try #require(snoozed["until_ms"] as? Double)
    #expect(until >= before + 1000, "it is counted from the press")
    try await daemon.lines(2)
    #expect(try daemon.alerts().map(\.id) == [1, 1])
    #expect(try daemon.alerts()[1].dueMs == Int64(until))

    try await home.waitUntilUnanswered("tea")
    let done = try await home.remindctl("done")
    #expect(done.output.wholeMatch(of: /1  tea  done \(was due .*at .*\)\n/) != nil)
    #expect(try await home.remindctl("list").error.contains("Nothing is to come."))
    #expect(try await home.remindctl("done").code == 4)
    #expect(try await home.remindctl("done", "1").code == 4)
  }

  @Test("without a time a snooze is as long as the configuration says, and `last` is the newest")
  func snoozeAsConfigured() async throws {
    try home.configure("snooze = 7m, 1h")
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.show("first", by: daemon)
    try await home.show("second", by: daemon)
    let snoozed = try await home.remindctl("snooze")
    #expect(snoozed.output.wholeMatch(of: /2  second  snoozed, again .* \(in 7 min\)\n/) != nil)
    #expect(try await home.remindctl("snooze", "10", "min").output.hasPrefix("1  first  snoozed"))
    #expect(try await home.remindctl("snooze").code == 4)
    let again = try await home.remindctl("snooze", "1")
    #expect(again.code == 2)
    #expect(again.error.contains("`remindctl snooze 1 20m`"))
    #expect(try await home.remindctl("snooze", "#1", "tomorrow", "9am").code == 0)
    #expect(try await home.remindctl("snooze", "1", "until", "tomorrow", "10am").code == 0)
    #expect(try await home.remindctl("snooze", "1", "until").code == 3)
    #expect(try await home.remindctl("list", "--plain").output.split(separator: "\n").count == 2)
  }

  @Test("several are done together or not at all, and all that were shown at once")
  func doneTogether() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.show("a", "--tag", "x", by: daemon)
    try await home.show("b", by: daemon)
    try await home.remindctl("in", "9h", "later")
    let refused = try await home.remindctl("done", "1", "99", "--json")
    #expect(refused.code == 4)
    #expect((try refused.object()["error"] as? [String: Any])?["ids"] as? [String] == ["99"])
    #expect(try await home.remindctl("status", "--json").object()["unanswered"] as? Int == 2)
    #expect(try await home.remindctl("done", "--tag", "x").output.hasPrefix("1  a  done"))
    let all = try await home.remindctl("done", "--all", "--json").objects("reminders")
    #expect(all.map { $0["id"] as? Int } == [2], "what is to come is left alone")
    #expect(all.map { $0["state"] as? String } == ["done"])
    #expect(try await home.remindctl("done", "--all").error.contains("Nothing waits"))
    let early = try await home.remindctl("done", "3")
    #expect(early.output.contains("3  later  done early (due "))
    #expect(try await home.remindctl("list").error.contains("Nothing is to come."))
  }

  @Test("a repetition goes on when one of it is done before its time, or skipped")
  func repetition() async throws {
    let made = try await home.remindctl("every", "day", "9:00", "pills", "--json").object()
    let first = try #require(made["due_ms"] as? Int64)
    let done = try await home.remindctl("done", "1", "--json").objects("reminders")[0]
    let second = try #require(done["next_ms"] as? Int64)
    #expect((82_800_000...90_000_000).contains(second - first))
    let skipped = try await home.remindctl("skip", "1", "--json").object()
    #expect(skipped["due_ms"] as? Int64 == second)
    let third = try #require(skipped["next_ms"] as? Int64)
    #expect(third > second)
    let text = try await home.remindctl("skip", "1", "3").output
    #expect(text.contains("1  pills  skipped 3 times (the first was due on "))
    #expect(text.contains("\n   Next on "))
    let list = try await home.remindctl("list", "--json").objects("reminders")
    #expect(list.count == 1)
    // Three days later, whatever the clocks do meanwhile.
    let due = try #require(list[0]["due_ms"] as? Int64)
    #expect(abs(due - third - 3 * 86_400_000) <= 3_600_000)
  }

  @Test(
    "what cannot be skipped says why",
    arguments: [
      (["1"], 2, "does not repeat"), (["2", "0"], 2, "whole number"), (["2", "x"], 2, "'x'"),
      (["2", "1001"], 2, "from 1 to 1000"),
      (["2", "99999999999999999999"], 2, "N takes a whole number from 1 to 1000, not '9999"),
      (["9"], 4, "no reminder 9"), ([], 2, "Which one?"),
      (["last"], 4, "no last one"), (["2", "1", "1"], 2, "does not know what to do"),
    ] as [([String], Int32, String)])
  func notSkipped(words: [String], code: Int32, says: String) async throws {
    try await home.remindctl("in", "9h", "tea")
    try await home.remindctl("every", "day", "9:00", "pills")
    let before = try await home.remindctl("list", "--json").output
    let answer = try await home.run(["remindctl", "skip"] + words)
    #expect(answer.code == code)
    #expect(answer.error.contains(says))
    #expect(try await home.remindctl("list", "--json").output == before)
  }

  @Test("a skip that ends a repetition says so")
  func lastOne() async throws {
    try await home.remindctl("every", "day", "9:00", "2", "times", "--", "pills")
    #expect(try await home.remindctl("skip", "1").output.contains("Next "))
    #expect(try await home.remindctl("skip", "1").output.contains("It does not come again."))
    #expect(try await home.remindctl("skip", "1").code == 4)
  }

  @Test("an edit says what was and what is, and the new time counts")
  func edit() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.remindctl("in", "9h", "tea")
    let edited = try await home.remindctl(
      "edit", "1", "--in", "0.5s", "--text", "green tea", "--urgency", "low")
    #expect(edited.code == 0)
    let lines = edited.output.split(separator: "\n")
    #expect(lines[0].wholeMatch(of: /1  was: tea  .* \((in 9 h|in 8 h 59 min)\)/) != nil)
    #expect(lines[1].wholeMatch(of: /\ +now: green tea  .* \(in 0 s\)/) != nil)
    #expect(lines[2] == "   urgency: as usual -> low")
    try await daemon.line(with: "green tea")
    try await home.waitUntilUnanswered("green tea")

    // One that was shown gets a new time, and comes again.
    let again = try await home.remindctl("edit", "last", "--in", "0.3s", "--json").object()
    #expect((again["before"] as? [String: Any])?["state"] as? String == "unanswered")
    #expect((again["options"] as? [String: Any])?["urgency"] as? String == "low")
    try await daemon.lines(2)

    let repeating = try await home.remindctl("edit", "1", "--every", "day 9:00", "--text=")
    #expect(repeating.output.contains("now: Alert Time!  every day at 09:00:00, next "))
    let options = try await home.remindctl("edit", "1", "--urgency=", "--nag", "5m")
    #expect(options.output.contains("urgency: low -> as usual"))
    #expect(options.output.contains("nag: as usual -> every 5 min, 12 times at most"))
  }

  @Test(
    "an edit that says nothing, or what cannot be, changes nothing",
    arguments: [
      (["1"], 2), (["1", "--in", "tea"], 3), (["1", "--at", "25:00"], 3),
      (["1", "--in", "5m tea"], 3), (["1", "--every", "sometimes"], 3),
      (["1", "--in", "5m", "--at", "17:00"], 2), (["1", "--in", ""], 3), (["9", "--in", "5m"], 4),
      (["1", "2", "--in", "5m"], 2), (["--in", "5m"], 2), (["1", "--nag", "x"], 3),
      (["1", "--txt", "x"], 2), (["last", "--in", "5m"], 4), (["tea", "--in", "5m"], 2),
    ] as [([String], Int32)])
  func notEdited(words: [String], code: Int32) async throws {
    try await home.remindctl("in", "9h", "tea")
    let before = try await home.remindctl("list", "--json").output
    let answer = try await home.run(["remindctl", "edit", "--json"] + words)
    #expect(answer.code == code)
    #expect(try answer.object()["error"] != nil)
    #expect(answer.error.hasPrefix("remindctl: "))
    #expect(try await home.remindctl("list", "--json").output == before)
  }

  @Test("a cancellation that is taken back after its time brings the reminder at once, late")
  func undoCancel() async throws {
    try await home.remindctl("in", "0.1s", "tea")
    try await home.remindctl("cancel", "1")
    try await Task.sleep(for: .seconds(1.2))
    let daemon = try await home.remindd("--channel", "stdout", "--json")
    #expect(daemon.child.said.lines.isEmpty)
    let undone = try await home.remindctl("undo")
    #expect(
      undone.output == "1  tea  not cancelled\n   Its time has passed: it is shown at once.\n")
    try await daemon.lines(1)
    #expect(try daemon.alerts().map(\.text) == ["tea"])
    let life = try await home.remindctl("show", "1").output
    #expect(life.contains("The cancellation was taken back "))
    #expect(life.contains("late: it was brought back "))
  }

  @Test("everything that a user does is taken back, one after the other")
  func undoAll() async throws {
    try await home.remindctl("in", "9h", "tea")
    let before = try await home.remindctl("list", "--json").output
    try await home.remindctl("edit", "1", "--in", "1h", "--text", "wine")
    try await home.remindctl("snooze", "1", "2h")
    try await home.remindctl("done", "1")
    var undone: [String?] = []
    for _ in 1...3 {
      undone.append(try await home.remindctl("undo", "--json").object()["undone"] as? String)
    }
    #expect(undone == ["done", "snoozed", "edited"])
    #expect(try await home.remindctl("list", "--json").output == before)
    let last = try await home.remindctl("undo")
    #expect(last.output == "1  tea  not created: you are not reminded of it\n")
    let none = try await home.remindctl("undo", "--json")
    #expect(none.code == 1)
    #expect((try none.object()["error"] as? [String: Any])?["code"] as? String == "nothing-to-undo")
  }

  @Test("what has moved on since is not taken back")
  func movedOn() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.show("tea", by: daemon)
    let refused = try await home.remindctl("undo")
    #expect(refused.code == 1)
    #expect(refused.error.contains("Reminder 1 was made last, but it has been shown"))
    #expect(refused.error.contains("`remindctl undo` again takes back what was done before"))
    #expect(try await home.remindctl("list", "--plain").output.contains("tea"))
    #expect(try await home.remindctl("undo").error == "remindctl: There is nothing to take back.\n")
  }

  @Test("after a pause, undo took back the last reminder without a word; it takes back the pause")
  func undoPause() async throws {
    try await home.remindctl("in", "1h", "tea")
    try await home.remindctl("pause", "5m")
    try await home.remindctl("pause", "10m")
    let back = try await home.remindctl("undo")
    #expect(
      back.output.wholeMatch(of: /Paused until .* \(in [45] min.*\)\. Critical .*\n/) != nil)
    #expect(try await home.remindctl("undo").output == "The pause is over.\n")
    try await home.remindctl("pause", "5m")
    try await home.remindctl("resume")
    let json = try await home.remindctl("undo", "--json").object()
    #expect(json["undone"] as? String == "paused")
    #expect(json["paused_until_ms"] is Int64)
    #expect(try await home.remindctl("list", "--plain").output.contains("tea"))
  }

  @Test("a popup closed by mistake: every answer names the closing, and a snooze brings it back")
  func closedPopup() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.show("tea", by: daemon)
    try await home.waitUntilUnanswered("tea")
    try await home.run([
      "python3", "-c",
      "import sqlite3, sys, time; db = sqlite3.connect(sys.argv[1]); "
        + "db.execute('UPDATE occurrence SET state = ?, ended_ms = ?', "
        + "('dismissed', int(time.time() * 1000))); db.commit()", home.store,
    ])
    let closing = /Its popup was closed at \d\d:\d\d:\d\d; `remindctl snooze 1` brings it back\./
    for command in [["done", "1"], ["cancel", "1"], ["edit", "1", "--text", "x"], ["undo"]] {
      let answer = try await home.run(["remindctl"] + command)
      #expect(answer.error.contains(closing), "\(command): \(answer.error)")
    }
    #expect(try await home.remindctl("snooze", "1").output.hasPrefix("1  tea  snoozed, again"))
    #expect(try await home.remindctl("undo").output == "1  tea  not snoozed\n")
    #expect(try await home.remindctl("snooze", "1", "1s").code == 0)
    try await daemon.lines(2)
  }

  @Test("what was taken back within a pause, or quiet hours, was said to be shown at once")
  func undoWithinSilence() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.show("cake", by: daemon)
    try await home.remindctl("done")
    try await home.remindctl("pause", "1h")
    let again = try await home.remindctl("undo", "--json")
    #expect(try again.object()["undone"] as? String == "paused")
    let paused = try await home.remindctl("pause", "1h")
    let end = try #require(paused.output.firstMatch(of: /\d\d:\d\d:/)).output
    try await home.remindctl("in", "0.1s", "tea")
    try await home.remindctl("cancel", "2")
    try await Task.sleep(for: .seconds(1.2))
    let undone = try await home.remindctl("undo").output
    #expect(undone.hasPrefix("2  tea  not cancelled\n   Reminders are paused then: it is shown"))
    #expect(undone.contains(end), "\(undone)")
    #expect(!undone.contains("at once"), "\(undone)")
    #expect(try await home.remindctl("list").output.contains("held: paused"))
    try await home.remindctl("done", "2")
    try await home.remindctl("in", "0.1s", "bus", "--urgency", "critical")
    try await daemon.line(with: "bus")
    try await home.remindctl("done", "3")
    #expect(try await home.remindctl("undo").output.contains("It is shown once more."))
    try await daemon.line(with: "shown again")
  }

  @Test("an answer that is taken back has the reminder shown once more")
  func undoDone() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.show("tea", by: daemon)
    try await home.remindctl("done")
    #expect(try await home.remindctl("undo").output.contains("It is shown once more."))
    try await daemon.line(with: "shown again")
  }

  @Test("`last` is a word for every verb that takes an id, and tags are for list, done and cancel")
  func last() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.show("tea", "--tag", "kitchen", by: daemon)
    try await home.remindctl("in", "9h", "soup", "--tag", "kitchen")
    try await home.remindctl("in", "9h", "other")
    #expect(try await home.remindctl("show", "last").output.hasPrefix("1  tea\n"))
    let tagged = try await home.remindctl("list", "--tag", "kitchen", "--plain").output
    #expect(
      tagged.split(separator: "\n").map { $0.split(separator: "\t").last } == ["tea", "soup"])
    #expect(try await home.remindctl("cancel", "last").output.hasPrefix("1  tea  cancelled"))
    #expect(try await home.remindctl("cancel", "last").code == 4)
    #expect(try await home.remindctl("show", "last").code == 4)
    #expect(
      try await home.remindctl("cancel", "--tag", "kitchen").output
        .hasSuffix("\n1 reminder cancelled\n"))
    #expect(try await home.remindctl("list", "--plain").output.contains("other"))
  }
}
