import Beds
import Foundation
import Testing

@testable import Reminders

/// `remindctl doctor` where there is little to look at, where nobody answers, and what each finding says.
/// What it says of a service is `SystemdDoctorTests`'.
@Suite struct DoctorTests {
  let home: Home
  init() async throws { home = try await Home() }

  /// A folder with remindctl and nothing else: a PATH where nothing is installed.
  private func bareFolder() async throws -> String {
    let programs = home.folder + "/programs"
    try await home.shell("mkdir \(programs); ln -s \(Home.programs)/remindctl \(programs)")
    return programs
  }

  @Test("with no bus, no systemd and no store it says so, and a daemon started by hand is well")
  func bare() async throws {
    let alone = try await home.findings(code: 1)
    #expect(alone["daemon"] == "absent")
    #expect(alone["bus"] == "absent")
    #expect(alone["store"] == "none")
    #expect(!FileManager.default.fileExists(atPath: home.data))
    let daemon = try await home.remindd()
    let served = try await home.findings(code: 0)
    #expect(served["daemon"] == "running")
    #expect(served["service"] == "no-manager" || served["service"] == "no-systemd")
    try await home.stop(daemon)
    let stopped = try await home.remindctl("doctor")
    #expect(stopped.code == 1)
    #expect(stopped.output.contains("problem    remindd (process"))
    #expect(stopped.output.contains("           kill -CONT "))
    #expect(stopped.error == "remindctl: There is 1 problem.\n")
    daemon.child.send(SIGCONT)
    #expect(try await daemon.end(SIGTERM) == .code(0))
  }

  @Test("a line says a state in a word and one thing; colours are for terminals")
  func lines() async throws {
    let answer = try await home.remindctl("doctor")
    for line in answer.output.split(separator: "\n") {
      #expect(line.wholeMatch(of: /(ok|note|problem|not known)? +\S.*/) != nil, "\(line)")
      #expect(line.count <= 100 || line.contains(home.folder), "\(line)")
    }
    #expect(!answer.output.contains("\u{1b}"))
    #expect(try await home.remindctl("doctor", "me").code == 2)
  }

  @Test("programs that hang, lie or are not there are 'not known', and nobody waits long for them")
  func tools() async throws {
    let daemon = try await home.remindd()
    let programs = try await bareFolder()
    let bare = try await home.findings(
      changing: ["PATH": programs, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/proc/nowhere"], code: 0)
    #expect(bare["service"] == "no-manager" || bare["service"] == "no-systemd")
    #expect(bare["login"] == "no-logind")
    for name in ["busctl", "systemctl", "loginctl", "unshare"] {
      try makeProgram(programs + "/" + name, "exec sleep 60")
    }
    try await home.shell(
      "mkdir -p \(home.folder)/run/systemd; touch \(home.folder)/run/systemd/private \(home.folder)/run/bus"
    )
    let clock = ContinuousClock()
    let start = clock.now
    let hung = try await home.findings(changing: ["PATH": programs + ":/usr/bin:/bin"])
    #expect(start.duration(to: clock.now) < .seconds(30))
    #expect(hung["login"] == "no-logind")
    #expect(hung["bus"] == "silent")
    for name in ["busctl", "systemctl", "loginctl", "unshare"] {
      try makeProgram(programs + "/" + name, "head -c 100000 /dev/urandom; exit 0")
    }
    _ = try await home.findings(changing: ["PATH": programs + ":/usr/bin:/bin"])
    #expect(try await daemon.end(SIGTERM) == .code(0))
  }

  @Test("without HOME doctor had nothing to say: now that is a problem, and all else is looked at")
  func homeless() async throws {
    let nowhere = ["HOME": nil, "XDG_DATA_HOME": nil] as [String: String?]
    let found = try await home.findings(changing: nowhere, code: 1)
    #expect(found["store"] == "no-home")
    #expect(found["clock"] != nil && found["bus"] != nil)
    let answer = try await home.remindctl("doctor", changing: nowhere)
    let command = try #require(
      answer.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        .first { $0.hasPrefix("export HOME=") })
    let mended = try await home.shell(
      "unset HOME XDG_DATA_HOME; \(command); [ -d \"$HOME\" ] && remindctl doctor --json")
    #expect(!mended.output.contains("no-home"))
    // One of the two is not enough.
    let half = ["HOME": nil, "XDG_CONFIG_HOME": nil] as [String: String?]
    #expect(try await home.findings(changing: half, code: 1)["store"] == "no-home")
  }

  @Test(
    "a finding has a sentence in JSON, too, and a damaged store its file and issue, in plain words")
  func messages() async throws {
    try await home.create(30, in: "1h")
    let lines = try await home.remindctl("doctor").output
    for finding in try await home.remindctl(
      "doctor", "--json", changing: ["LC_ALL": "it_IT.UTF-8"]
    ).objects("findings") where finding["check"] as? String != "disk" {
      let message = try #require(finding["message"] as? String)
      #expect(lines.contains(message) || finding["check"] as? String == "locale", "\(message)")
    }
    try await home.shell(
      "dd if=/dev/urandom of=\(home.store) bs=4096 seek=3 count=2 conv=notrunc 2>/dev/null")
    let findings = try await home.remindctl("doctor", "--json").objects("findings")
    let damaged = try #require(findings.first { $0["found"] as? String == "damaged" })
    #expect(damaged["store"] as? String == home.store)
    let issue = try #require(damaged["flaw"] as? String)
    #expect(!issue.contains("***") && !issue.contains("\n") && !issue.isEmpty)
    #expect(
      damaged["message"] as? String
        == "\(home.store) is damaged: \(issue). What can be read of it can be saved.")
  }

  @Test("each problem and each note has a command, or a sentence that says what to do instead")
  func remedies() async throws {
    let programs = try await bareFolder()
    // Where nothing is installed nothing is offered that is not there.
    let bare = try await home.remindctl(
      "doctor", "--json", changing: ["PATH": programs, "DISPLAY": ":99", "SHELL": "/bin/bash"])
    for finding in try bare.objects("findings") {
      let command = finding["command"] as? String ?? ""
      #expect(!command.contains("timedatectl") && !command.contains("apt"), "\(finding)")
    }
  }
}
