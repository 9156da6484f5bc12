import Foundation
import Testing

/// Further alerts of a reminder, and times when none is shown; with both real programs.
@Suite(.timeLimit(.minutes(5))) struct AlertTests {
  let home: Home
  init() async throws { home = try await Home() }

  @Test("one that insists comes again until it is answered, at most so many times")
  func nag() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    let made = try await home.remindctl("in", "0.1s", "tea", "--nag", "1s", "--times", "2")
    #expect(made.output.contains("Shown again every 1 s until you answer, 2 times in all at most."))
    try await daemon.line(with: "shown 2 times")
    try await home.remindctl("in", "0.1s", "soup", "--nag", "1s")
    try await daemon.line(with: "soup")
    try await home.waitUntilUnanswered("soup")
    #expect(try await home.remindctl("done").output.contains("soup  done"))
    let count = daemon.child.said.lines.count
    try await Task.sleep(for: .seconds(1.2))
    #expect(daemon.child.said.lines.count == count, "\(daemon.child.said.lines)")
    let life = try await home.remindctl("show", "1").output
    #expect(life.contains("With nag every 1 s, 2 times at most."))
    #expect(life.contains("(time 2)."))
    #expect(life.contains("It was shown 2 times, and is not shown again by itself."))
  }

  @Test("on standard output the limit of three was told nowhere, neither before nor afterwards")
  func nagPrinted() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    let made = try await home.remindctl("in", "0.1s", "tea", "--nag", "1s", "--times", "6")
    #expect(made.output.contains("6 times in all at most, 3 where it is only printed."))
    try await daemon.line(with: "shown 3 times")
    let told = try await home.shell(
      "until remindctl show 1 | grep 'printed 3 times, which is the most on standard output'; do "
        + "sleep 0.05; done")
    #expect(told.code == 0)
  }

  @Test("one that is announced comes before its time, and at its time")
  func before() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    let made = try await home.remindctl("in", "5s", "tea", "--before", "2s,9h")
    #expect(made.output.contains("Announced "))
    #expect(made.output.contains("It is too late to announce it 9 h before."))
    let lines = try await daemon.lines(2)
    #expect(lines[0].contains("1  tea  in 2 s: due "))
    #expect(lines[1].wholeMatch(of: /1  tea  due \S+/) != nil)
    let life = try await home.remindctl("show", "1", "--json").object()
    let deliveries = try #require(life["deliveries"] as? [[String: Any]])
    #expect(deliveries.map { $0["purpose"] as? String } == ["before:2000", "due"])
  }

  @Test("one that would come too late is dropped, and history knows")
  func maxLate() async throws {
    let made = try await home.remindctl("in", "0.1s", "tea", "--max-late", "0.2s")
    #expect(made.output.contains("Dropped where it would come more than 0 s late."))
    try await home.remindctl("in", "0.1s", "soup")
    try await Task.sleep(for: .seconds(0.5))
    let daemon = try await home.remindd("--channel", "stdout")
    try await daemon.line(with: "soup")
    #expect(daemon.child.said.lines.count == 1)
    let past = try await home.remindctl("history", "--json").objects("history")
    #expect(
      past.first { $0["text"] as? String == "tea" }?["state"] as? String == "expired")
    let life = try await home.remindctl("show", "1").output
    #expect(life.contains(": expired."))
    #expect(life.contains("Not shown on standard output: it would have come too late."))
  }

  @Test("a pause holds everything but what is critical, until it ends or is ended")
  func pause() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    let paused = try await home.remindctl("pause")
    #expect(paused.output.wholeMatch(of: /Paused until .* \(in 1 h\)\. Critical .*\n/) != nil)
    let made = try await home.remindctl("in", "0.2s", "held")
    #expect(made.output.contains("Reminders are paused then: it is shown "))
    #expect(made.output.contains("`remindctl edit 1 --urgency critical` lets it through."))
    try await home.remindctl("in", "0.3s", "loud", "--urgency", "critical")
    try await daemon.line(with: "loud")
    #expect(daemon.child.said.lines.count == 1)

    let list = try await home.remindctl("list").output
    #expect(list.hasPrefix("Paused until "))
    #expect(list.contains("held: paused  held"))
    #expect(try await home.remindctl("status").output.hasPrefix("Paused until "))
    let status = try await home.remindctl("status", "--json").object()
    #expect(status["held"] as? Int == 1)
    #expect(status["paused_until_ms"] is Int)

    #expect(try await home.remindctl("resume").output == "The pause is over.\n")
    try await daemon.line(with: "held")
    #expect(try await home.remindctl("status", "--json").object()["paused_until"] is NSNull)
    #expect(try await home.remindctl("resume").output == "There was no pause.\n")
    try await home.waitUntilUnanswered("held")
    #expect(try await home.remindctl("show", "1").output.contains("It had waited: paused."))
  }

  @Test("a pause ends by itself")
  func pauseEnds() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.remindctl("pause", "1s")
    try await home.remindctl("in", "0.1s", "tea")
    try await daemon.line(with: "tea")
    #expect(try await home.remindctl("status", "--json").object()["paused_until_ms"] is NSNull)
  }

  @Test(
    "how long a pause is, in words",
    arguments: [
      (["20m"], 0), (["until", "tomorrow", "9am"], 0), (["until", "12:00"], 0),
      (["tomorrow"], 0), (["nonsense"], 3), (["until", "yesterday"], 3), (["every", "day"], 3),
      (["20m", "tea"], 3), (["0s"], 3), (["until"], 3),
    ] as [([String], Int32)])
  func pauseWords(words: [String], code: Int32) async throws {
    let answer = try await home.run(["remindctl", "pause", "--json"] + words)
    #expect(answer.code == code, "\(answer.output)")
    #expect(try answer.object()["paused_until_ms"] is Int == (code == 0))
  }

  @Test("in quiet hours a reminder is held, and whoever makes one is told so")
  func quiet() async throws {
    try home.configure("quiet = 00:00-12:00; 12:00-24:00")
    let daemon = try await home.remindd("--channel", "stdout")
    let made = try await home.remindctl("in", "0.1s", "tea")
    #expect(made.output.contains("Those are quiet hours: it is shown "))
    let json = try await home.remindctl("in", "0.3s", "loud", "--urgency=critical", "--json")
    #expect(try json.object()["silence"] == nil)
    try await daemon.line(with: "loud")
    #expect(daemon.child.said.lines.count == 1)
    #expect(try await home.remindctl("list").output.contains("held: quiet hours  tea"))
    #expect(try await home.remindctl("status").output.hasPrefix("Quiet hours until "))
  }

  @Test("what the configuration has new reminders do is told at their making, and can be declined")
  func defaults() async throws {
    try home.configure("nag = 5m\ntimes = 3\nbefore = 10m, 1h\nmax-late = 2 days")
    let made = try await home.remindctl("in", "2h", "tea").output
    #expect(made.contains("Shown again every 5 min until you answer, 3 times in all at most."))
    #expect(made.contains("1 h before.") && made.contains("10 min before."))
    #expect(made.contains("Dropped where it would come more than 2 d late."))
    let own = try await home.remindctl("in", "2h", "tea", "--nag", "9m", "--before", "", "--json")
    let options = try #require(try own.object()["options"] as? [String: Any])
    #expect(options["nag_ms"] as? Int == 540_000)
    #expect(options["before_ms"] == nil)
    #expect(options["max_late_ms"] as? Int == 172_800_000)
    // They stay when the configuration says otherwise.
    try home.configure("")
    let none = try await home.remindctl("in", "2h", "tea", "--json").object()
    #expect((none["options"] as? [String: Any])?.isEmpty == true)
    #expect(try await home.remindctl("show", "1").output.contains("nag every 5 min, 3 times"))
  }
}
