import Beds
import Foundation
import Testing

@testable import Reminders

/// What the manual pages show works as it is printed.
@Suite(.timeLimit(.minutes(5))) struct ManualTests {
  let home: Home
  init() async throws { home = try await Home() }

  @Test("every example of remindctl(1) works, one after the other")
  func remindctl() async throws {
    let displays = Manual.displays(in: try Manual("remindctl.1").chapter("EXAMPLES"))
    let lines = displays.flatMap { $0.split(separator: "\n") }
    #expect(lines.count > 15)
    for line in lines where Home.hasCalendars || !line.contains(" import ") {
      let answer = try await home.shell(String(line))
      #expect(answer.code == 0, "\(line): \(answer.error)")
      #expect(answer.output != "", "\(line)")
    }
  }

  @Test("every example of remindd(1) starts it; those of systemctl are the service's")
  func remindd() async throws {
    let displays = Manual.displays(in: try Manual("remindd.1").chapter("EXAMPLES"))
    let lines = displays.flatMap { $0.split(separator: "\n") }
    let commands = lines.filter { $0.hasPrefix("remindd ") }
    #expect(commands.count == 2)
    #expect(lines.allSatisfy { $0.hasPrefix("remindd ") || $0.hasPrefix("systemctl --user ") })
    for command in commands {
      let daemon = try Daemon(home, command.split(separator: " ").dropFirst().map(String.init))
      try await daemon.ready()
      try await home.remindctl("in", "0.1s", "tea")
      try await daemon.line(with: "tea")
      #expect(try await daemon.end(SIGTERM) == .code(0))
    }
  }

  @Test("the daemon takes the file of remindctl.conf(5), and runs its hook")
  func configuration() async throws {
    let displays = Manual.displays(in: try Manual("remindctl.conf.5").chapter("EXAMPLES"))
    let file = try #require(displays.first { $0.hasPrefix("[remindctl]\n") })
    let script = try #require(displays.first { $0.hasPrefix("#!") })
    let hook = home.folder + "/hook"
    #expect(
      FileManager.default.createFile(
        atPath: hook, contents: Data((script + "\n").utf8), attributes: [.posixPermissions: 0o700]))
    try home.configure(file.replacing("[remindctl]\n", with: "") + "\nhook=\(hook)")
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.show("tea", "--urgency", "critical", by: daemon)
    let diary = home.folder + "/home/reminders.jsonl"
    try await until("the diary") { FileManager.default.fileExists(atPath: diary) }
    #expect(daemon.child.said.error == "remindd: Reminders are printed here\n")
    #expect(try await daemon.end(SIGTERM) == .code(0))
    let line = try String(contentsOfFile: diary, encoding: .utf8).split(separator: "\n").first
    let event = try JSONSerialization.jsonObject(with: Data((line ?? "").utf8))
    #expect((event as? [String: Any])?["text"] as? String == "tea")
  }

  @Test("every member of the JSON output is in remindctl(1)")
  func members() async throws {
    try home.configure("quiet=00:00-12:00; 12:00-24:00")
    let daemon = try await home.remindd("--channel", "stdout", "--json")
    try await home.show("tea", "--urgency", "critical", by: daemon)
    let script = """
      remindctl every day 9:00 x --json --tz Europe/Rome --nag 5m --before 1m --max-late 9m \
        --sound bell --icon x --tag trip --timeout 1m --speak
      remindctl at 9am x --json
      remindctl in x --json
      remindctl in 0.1s held --json
      remindctl list --json; remindctl history --json; remindctl status --json
      remindctl snooze 1 5m --json; remindctl skip 2 --json; remindctl pause --json
      remindctl status --json; remindctl resume --json; remindctl edit 2 --text y --json
      remindctl show 1 --json; remindctl show 2 --json; remindctl done 2 --json
      remindctl cancel 2 --json; remindctl undo --json; remindctl show 9 --json
      remindctl forget 9 --json; remindctl cancel --all --force --json
      remindctl parse in 5m --json; remindctl parse every day --json
      remindctl list --josn --json; remindctl watch 20m --json
      remindctl forget 1 --force --json; remindctl doctor --json
      remindctl export --output $HOME/c --json; remindctl import $HOME/c --json
      echo >> $HOME/c; echo x >> $HOME/c; remindctl import $HOME/c --json
      sed 's/^DTSTART.*/DTSTART;TZID=Nowhere:20300101T000000/; /^x/d' $HOME/c > $HOME/d
      remindctl import $HOME/d --json; remindctl import $HOME/d --json --skip-unsupported
      printf '%s\\r\\n' BEGIN:VCALENDAR BEGIN:VEVENT UID:c DTSTART:20300107T090000 RRULE:FREQ=DAILY \
        EXDATE:20300108T090000 RDATE:20300109T100000 BEGIN:VALARM TRIGGER:-PT5M END:VALARM \
        END:VEVENT END:VCALENDAR | remindctl import - --json; remindctl list --json
      remindctl backup $HOME/b --json; remindctl restore $HOME/b --force --json
      """
    let said = try await home.shell(script).output
    #expect(try await daemon.end(SIGTERM) == .code(0))
    let told = daemon.child.said.output
    let documented = try Manual("remindctl.1").words("Cm").union(Manual("remindd.1").words("Cm"))
    var names: Set<String> = []
    for match in (said + told).matches(of: /"([a-z_]+)":/) { names.insert(String(match.1)) }
    #expect(names.count > 50)
    #expect(names.subtracting(documented) == [])
  }
}
