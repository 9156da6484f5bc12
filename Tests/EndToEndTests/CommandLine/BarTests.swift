import Beds
import Foundation
import Testing

@testable import Reminders

/// What a bar shows: `status --format`, and `watch --format`, which keeps it true.
@Suite(.timeLimit(.minutes(5))) struct BarTests {
  let home: Home
  init() async throws { home = try await Home() }

  @Test("the class says how things are: none, next, unanswered, held, paused; of several the last")
  func classes() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    #expect(try await home.status("{class}|{line}|{details}") == "none||Nothing is to come.\n")
    try await home.remindctl("in", "9h", "tea")
    #expect(
      try await home.status("{class} {id} {text} {pending}/{held}/{unanswered}")
        == "next 1 tea 1/0/0\n")
    try await home.show("eggs", by: daemon)
    try await home.show("bread", by: daemon)
    let shown = try await home.status("{class} {text} {unanswered}: {line}")
    #expect(
      shown.wholeMatch(of: /unanswered bread 2: \d\d:\d\d:\d\d bread \(not answered\)\n/) != nil,
      "\(shown)")
    try await daemon.end(SIGTERM)
    let desktop = try await home.remindd("--channel", "desktop")
    try await home.remindctl("in", "0.1s", "milk")
    try await home.shell(
      "until remindctl status --format '{held}' | grep -q 1; do sleep 0.02; done")
    #expect(
      try await home.status("{class} {text} {line}").wholeMatch(
        of: /held milk \d\d:\d\d:\d\d milk \(held: no desktop session\)\n/) != nil)
    try await home.remindctl("pause", "2h")
    #expect(
      try await home.status("{class}|{id}|{line}").wholeMatch(
        of: /paused\|\|Paused until (.* )?\d\d:\d\d:\d\d\.\n/) != nil)
    try await desktop.end(SIGTERM)
  }

  @Test("the line names the clock's time, also after a while; its date where that is not today's")
  func clock() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.remindctl("at", "2031-12-24 09:00", "presents")
    let first = try await home.status("{line}")
    #expect(first == "Wed 24 Dec 2031 09:00:00 presents\n")
    #expect(
      try await home.status("{due}") == "2031-12-24T09:00:00+00:00\n" || TimeZone.current != .gmt)
    #expect(try await home.status("{details}") == "Wed 24 Dec 2031 09:00:00 presents\n")
    try await daemon.end(SIGTERM)
  }

  @Test("a bar's line does not grow with a reminder's text, and is one line whatever that says")
  func long() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.remindctl("in", "1h", "--", String(repeating: "long ", count: 200) + "\nx")
    let line = try await home.status("{line}")
    // With the date in front it is longer, if an hour from now is tomorrow.
    let text = try #require(line.firstRange(of: "long"))
    #expect(line[text.lowerBound...].count < 61)
    #expect(line.hasSuffix("...\n"))
    try await home.remindctl("in", "1m", "--", "a\nb\u{1b}[31m")
    #expect(try await home.status("{text}") == "a␊b␛[31m\n")
    try await daemon.end(SIGTERM)
  }

  @Test("Waybar gets JSON whose text is no markup and whose tooltip lists what there is")
  func waybar() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.create(12, in: "2h")
    try await home.remindctl("in", "1h", "<b>\"tea\"</b> & eggs")
    let object = try JSONSerialization.jsonObject(with: Data(try await home.status("waybar").utf8))
    let members = try #require(object as? [String: String])
    #expect(Set(members.keys) == ["text", "alt", "tooltip", "class"])
    #expect(members["text"]?.hasSuffix(" &lt;b&gt;\"tea\"&lt;/b&gt; &amp; eggs") == true)
    #expect(members["class"] == "next" && members["alt"] == "next")
    let lines = try #require(members["tooltip"]).split(separator: "\n")
    #expect(lines.count == 11)
    #expect(lines.first?.hasSuffix("&amp; eggs") == true)
    #expect(lines.last == "... and 3 more")
    try await daemon.end(SIGTERM)
  }

  @Test("watch --format prints the line at once, and again when it is another one, not otherwise")
  func watch() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    let bar = try home.start(["remindctl", "watch", "--format", "{class} {text}"])
    try await bar.lastLine(with: "none")
    try await home.remindctl("in", "9h", "tea")
    try await bar.lastLine(with: "next tea")
    try await home.remindctl("in", "10h", "later")
    try await home.show("eggs", by: daemon)
    try await bar.lastLine(with: "unanswered eggs")
    try await home.remindctl("done")
    try await bar.lastLine(with: "next tea")
    try await home.remindctl("cancel", "1")
    try await bar.lastLine(with: "next later")
    let lines = bar.said.lines
    // Nothing twice; of what follows quickly upon another a step may be left out.
    #expect(zip(lines, lines.dropFirst()).allSatisfy { $0 != $1 }, "\(lines)")
    bar.send(SIGTERM)
    #expect(try await bar.end() == .code(0))
    try await daemon.end(SIGTERM)
  }

  @Test("the end of a pause is another line, though nobody writes anything then")
  func pause() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.remindctl("in", "9h", "tea")
    try await home.remindctl("pause", "2s")
    let bar = try home.start(["remindctl", "watch", "--format", "{class} {line}"])
    try await bar.lastLine(with: "paused Paused until")
    try await bar.lastLine(with: "next")
    #expect(bar.said.lines.count == 2)
    try await daemon.end(SIGTERM)
  }

  @Test(
    "a format that is none changes nothing, and says what would be one",
    arguments: [["--format", "wayabr"], ["--format={lin}"], ["--format", "{line}", "--json"]])
  func refused(options: [String]) async throws {
    for verb in ["status", "watch"] {
      let answer = try await home.run(["remindctl", verb] + options)
      #expect(answer.code == 2)
      #expect(answer.error.contains("--format"))
    }
  }
}
