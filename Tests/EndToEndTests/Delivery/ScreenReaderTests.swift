import Beds
import Foundation
import Testing

@testable import Store

/// What somebody hears who does not see: of a popup, and in a terminal.
@Suite(.timeLimit(.minutes(15))) struct ScreenReaderTests {
  static let isPossible = Home.canRun(
    """
    test -n "$REMIND_QUIET" && command -v orca && command -v speech-dispatcher && command -v Xvfb && command -v dbus-run-session &&
      test -x /usr/libexec/at-spi-bus-launcher &&
      test -x /usr/lib/notification-daemon/notification-daemon &&
      /usr/bin/python3 -c 'import pyatspi'
    """)

  @Test(
    "Orca says what a popup says, when it was due, and what its buttons do",
    .enabled(
      if: ScreenReaderTests.isPossible,
      "needs Orca (scripts/dependencies test desktop speech), and quiet (REMIND_QUIET=1)"))
  func popup() async throws {
    let bed = Project.file("Tests/Beds/screen-reader")
    func ask() async throws -> Home.Answer {
      try await Home().run(["timeout", "120", bed, "put the kettle on"])
    }
    var answer = try await ask()
    // Orca can start and never listen, whatever is shown to it: then another one is asked.
    for _ in 0..<4 where answer.code != 0 { answer = try await ask() }
    #expect(answer.code == 0, "\(answer.output)")
    let said = answer.output.split(separator: "\n").filter { $0.hasPrefix("said: ") }
    #expect(
      said.last?.wholeMatch(of: /said: Notification put the kettle on due \d\d:\d\d:\d\d/) != nil,
      "\(said)")
    for thing in ["label: put the kettle on", "push button: Done", "push button: Snooze 10 min"] {
      #expect(answer.output.contains("\n\(thing)\n"), "\(answer.output)")
    }
  }

  @Test(
    "no state is told by colour alone: without it the same is said",
    arguments: [
      ["list"], ["status"], ["history"], ["show", "1"], ["in", "1h", "x"], ["at", "25:00"],
    ])
  func colour(command: [String]) async throws {
    let home = try await Home()
    try await home.remindctl("in", "1h", "tea")
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.show("eggs", by: daemon)
    try await home.show("bread", by: daemon)
    try await home.remindctl("done")
    try await home.remindctl("pause", "1h")
    let line = command.joined(separator: " ") + " --dry-run"
    let words = command[0] == "in" ? line : command.joined(separator: " ")
    // On a terminal of their own, one with colours and one without.
    func screen(_ variables: String) async throws -> String {
      try await home.shell("script -qec '\(variables) remindctl \(words)' /dev/null").output
        .replacing(/(in )?\d+ (h|min|s)( \d+ (min|s))?( ago)?/, with: "...")
        .replacing(/\d\d:\d\d:\d\d/, with: "...")
    }
    let painted = try await screen("TERM=xterm")
    let plain = try await screen("TERM=xterm NO_COLOR=1")
    #expect(!plain.contains("\u{1b}"))
    #expect(painted.replacing(/\u{1b}\[\d+m/, with: "") == plain)
    // Nothing is painted over: neither a lone carriage return nor a movement of the cursor.
    let lines = painted.replacing("\r\n", with: "\n")
    #expect(!lines.contains("\r") && !lines.contains("\u{8}"))
    #expect(!lines.contains(/\u{1b}\[[0-9;]*[A-HJKf]/))
    try await daemon.end(SIGTERM)
  }

  @Test(
    "an error is complete without the caret below it",
    arguments: [
      ("in 20x tea", "'x'"), ("at 25:00 tea", "'25:00'"), ("at tomorow 9am", "'tomorow'"),
      ("every 31 feb x", "'31 feb'"), ("in 1h tea --nag 1x", "--nag: 'x'"), ("in -M 1.5", "'1.5'"),
      ("cancel x", "'x'"), ("snooze 9 soon", "9"),
    ])
  func errors(words: String, culprit: String) async throws {
    let home = try await Home()
    let answer = try await home.shell("remindctl \(words)")
    #expect(answer.code != 0)
    #expect(!answer.error.contains("^"))
    #expect(answer.error.contains(culprit), "\(answer.error)")
  }
}
