import Beds
import Foundation
import Testing

/// What `remindctl doctor` finds of `remindctl.conf`, of its hook and of other habits.
@Suite struct DoctorConfigurationTests {
  let home: Home
  init() async throws { home = try await Home() }

  @Test("what is odd about habits and machine is a note, and names the place")
  func notes() async throws {
    let daemon = try await home.remindd()
    try home.configure("hook=/proc/nowhere/hook")
    #expect(try await home.findings(code: 0)["configuration"] == "no-hook")
    try home.configure("colour=red")
    let odd = try await home.remindctl("doctor", changing: ["TZ": "Asia/Tokyo"])
    #expect(odd.output.contains("remindctl.conf, line 2: unknown key colour. It has no effect."))
    #expect(odd.output.contains("TZ says Asia/Tokyo"))
    #expect(try await home.findings(changing: ["TZ": "Nowhere/Land"])["zone"] == "bad-tz")
    #expect(try await daemon.end(SIGTERM) == .code(0))
  }

  @Test("doctor named the first line of the configuration alone, and not what is wrong with it")
  func issues() async throws {
    let daemon = try await home.remindd()
    try home.configure(
      "colour=red\nquiet=25:00-7\nnag=5m\nnonsense\nurgency=high\nhook=/proc/nowhere/hook")
    let answer = try await home.remindctl("doctor", changing: ["EDITOR": "cat"])
    let file = home.configuration
    for (line, what) in [
      (2, "unknown key colour"),
      (3, "quiet cannot be 25:00-7; it is written like mon-fri 22:00-07:00; sat,sun 23:30-09:00"),
      (5, "neither a group, a key nor a comment"),
      (6, "urgency cannot be high; it is written like low, normal or critical"),
    ] {
      #expect(
        answer.output.contains(
          "\(file), line \(line): \(what). It has no effect.\n           cat +\(line) \(file)\n"),
        "\(answer.output)")
    }
    #expect(answer.output.contains("The hook /proc/nowhere/hook cannot be run"))
    #expect(try await daemon.end(SIGTERM) == .code(0))
    let other = try await home.remindd()
    #expect(
      other.child.said.error.contains("\(file), line 6: urgency cannot be high; it is written"))
    #expect(try await other.end(SIGTERM) == .code(0))
  }

  @Test(
    "a configuration that is not read was to be edited, whatever it is",
    arguments: [
      "chmod 666 $conf", "chmod 000 $conf", "rm $conf; mkdir $conf", "rm $conf; mkfifo $conf",
      "rm $conf; ln -s /proc/nowhere/at/all $conf", "chmod 777 $(dirname $conf)",
      "chmod 000 $(dirname $conf)",
    ])
  func unreadConfiguration(cause: String) async throws {
    try home.configure("history=1h")
    try await home.shell("conf=\(home.configuration); \(cause)")
    let unread = try await home.finding("configuration")
    #expect(unread["found"] as? String == "not-understood", "\(unread)")
    let command = try #require(unread["command"] as? String)
    #expect(command.hasPrefix("chmod ") || command.hasPrefix("mv "))
    try await home.shell(command)
    let mended = try await home.finding("configuration")["found"] as? String
    #expect(mended == (command.hasPrefix("mv ") ? "none" : "read"))
  }

  @Test(
    "for a hook that cannot be run the first line was to be edited",
    arguments: [("/proc/nowhere/hook", "cat +4 "), ("/usr", "cat +4 "), ("own", "chmod u+x ")])
  func hookLine(hook: String, command: String) async throws {
    let own = home.folder + "/hook"
    try await home.shell("touch \(own)")
    try home.configure("\n# a hook\nhook=\(hook == "own" ? own : hook)\nhistory=1h")
    let answer = try await home.remindctl("doctor", changing: ["EDITOR": "cat"])
    #expect(answer.output.contains("\n           \(command)"), "\(answer.output)")
    #expect(answer.output.contains("cannot be run"))
  }

  @Test("a misspelt group and a key that stands twice were no finding")
  func withoutEffect() async throws {
    try home.configure("history=1h\nhistory=2h\n[remindclt]\nquiet=22-7")
    let answer = try await home.remindctl("doctor")
    for issue in [
      "line 2: replaced by a later line with history", "line 4: unknown group [remindclt]",
    ] {
      #expect(answer.output.contains("remindctl.conf, \(issue). It has no effect."), "\(answer)")
    }
  }
}
