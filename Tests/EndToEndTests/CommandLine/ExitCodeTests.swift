import Foundation
import Testing

@testable import Store

/// The exit codes that `remindctl --help` lists, from the real program.
@Suite struct ExitCodeTests {
  let home: Home
  init() async throws { home = try await Home() }

  struct Row: Sendable, CustomTestStringConvertible {
    var code: Int32
    /// A line of shell; a reminder with the id 1 is pending, 2 is cancelled.
    var line: String
    /// A part of standard error.
    var error = ""
    var testDescription: String { "\(code): \(line)" }
  }

  @Test(
    "exit codes",
    arguments: [
      Row(code: 0, line: "remindctl"),
      Row(code: 0, line: "remindctl list -n 1"),
      Row(code: 0, line: "remindctl ls --json"),
      Row(code: 0, line: "remindctl in 1h tea"),
      Row(code: 0, line: "remindctl in -H 1 -M 20 -- tea"),
      Row(code: 0, line: "remindctl cancel '#1'"),
      Row(code: 0, line: "remindctl rm 1"),
      Row(code: 0, line: "remindctl cancel --all --force"),
      Row(code: 0, line: "remindctl why 2"),
      Row(code: 0, line: "remindctl status"),
      Row(code: 0, line: "remindctl in --help"),
      Row(code: 0, line: "remindctl --version"),
      Row(code: 1, line: "remindctl list >/dev/full", error: "No space left on device"),
      Row(code: 2, line: "remindctl lst", error: "Did you mean list?"),
      Row(code: 2, line: "remindctl list --jsno", error: "Did you mean --json?"),
      Row(code: 2, line: "remindctl list --json --plain", error: "do not go together"),
      Row(code: 2, line: "remindctl list -n 0", error: "whole number from 1 on"),
      Row(code: 2, line: "remindctl cancel", error: "Which one?"),
      Row(code: 2, line: "remindctl cancel tea", error: "'tea' is not the id of a reminder"),
      Row(code: 2, line: "remindctl cancel --all", error: "needs `--force` here"),
      Row(code: 2, line: #"remindctl in 1h "$(printf 'caf\351')""#, error: "not valid UTF-8"),
      Row(code: 3, line: "remindctl in tea", error: "'tea' is not a length of time"),
      Row(code: 3, line: "remindctl in half an our", error: "'our' is not a unit"),
      Row(code: 3, line: "remindctl in ''", error: "No time was given"),
      // Each of these ended by a signal: the text would begin behind the last word.
      Row(code: 3, line: "remindctl every 9:00 --", error: "is not a repetition"),
      Row(code: 3, line: "remindctl in in --", error: "is not a length of time"),
      Row(code: 3, line: "remindctl parse in --", error: "is not a repetition"),
      Row(code: 3, line: "remindctl in 0s tea", error: "'0s'"),
      Row(code: 3, line: "remindctl in 90", error: "'90'"),
      Row(code: 3, line: "remindctl in -5m tea", error: "'-5m'"),
      Row(code: 3, line: "remindctl in 1h20x tea", error: "x"),
      Row(code: 3, line: "remindctl in 99999999999999999999h", error: "too long"),
      Row(
        code: 3, line: "remindctl at @253402300800 x",
        error: "'@253402300800' lies beyond the year 9999"),
      Row(
        code: 3, line: "remindctl at 9999-12-31T23:59:59-12:00 x",
        error: "lies beyond the year 9999"),
      Row(code: 3, line: "remindctl in -M 1.5 tea", error: "whole number, not '1.5'"),
      Row(code: 4, line: "remindctl cancel 99", error: "There is no reminder 99."),
      Row(code: 4, line: "remindctl cancel 2", error: "Reminder 2 is cancelled already."),
      Row(code: 4, line: "remindctl show 99", error: "There is no reminder 99."),
      Row(code: 5, line: "HOME= XDG_DATA_HOME= remindctl list", error: "where the store is"),
      Row(code: 6, line: "remindctl in 1h --require-daemon tea", error: "It is stored, but"),
    ])
  func exit(_ row: Row) async throws {
    try await home.shell("remindctl in 1h first; remindctl in 1h second; remindctl cancel 2")
    let answer = try await home.shell(row.line)
    #expect(answer.code == row.code, "\(answer.error)")
    #expect(answer.complains(of: row.error), "\(answer.error)")
    let count = try await home.remindctl("list", "--plain").output.split(separator: "\n").count
    // What fails changes nothing, but for what was stored for want of a daemon.
    if row.code != 0 { #expect(count == (row.code == 6 ? 2 : 1)) }
  }

  @Test("of several ids all are cancelled, or none")
  func allOrNone() async throws {
    try await home.create(3, in: "1h")
    #expect(try await home.remindctl("cancel", "1", "99", "2").code == 4)
    #expect(try await home.remindctl("list", "--plain").output.split(separator: "\n").count == 3)
    #expect(try await home.remindctl("cancel", "1", "2").code == 0)
    #expect(try await home.remindctl("list", "--plain").output.hasPrefix("3\t"))
  }

  @Test("with a daemon --require-daemon is content")
  func required() async throws {
    _ = try await home.remindd("--channel", "stdout")
    let answer = try await home.remindctl("in", "1h", "--require-daemon", "tea")
    #expect(answer.code == 0)
    #expect(answer.error == "")
  }
}
