import Beds
import Foundation
import Testing

/// `remindctl doctor` where there is little to look at, where it is broken, and where nobody answers.
/// What it says of a service is `SystemdDoctorTests`'.
@Suite struct DoctorTests {
  let home: Home
  init() async throws { home = try await Home() }

  /// What was found, by what was looked at.
  private func findings(
    changing: [String: String?] = [:], code: Int32? = nil
  ) async throws -> [String: String] {
    let answer = try await home.remindctl("doctor", "--json", changing: changing)
    if let code { #expect(answer.code == code, "\(answer.output)") }
    let findings = try answer.objects("findings")
    #expect(
      try answer.object()["problems"] as? Int
        == findings.count { $0["state"] as? String == "problem" })
    return try findings.reduce(into: [:]) { names, finding in
      let check = try #require(finding["check"] as? String)
      let found = try #require(finding["found"] as? String)
      names[check] = names[check].map { $0 + " " + found } ?? found
    }
  }

  @Test("with no bus, no systemd and no store it says so, and a daemon started by hand is well")
  func bare() async throws {
    let alone = try await findings(code: 1)
    #expect(alone["daemon"] == "absent")
    #expect(alone["bus"] == "absent")
    #expect(alone["store"] == "none")
    #expect(!FileManager.default.fileExists(atPath: home.data))
    let daemon = try await home.remindd()
    let served = try await findings(code: 0)
    #expect(served["daemon"] == "running")
    #expect(served["service"] == "no-manager" || served["service"] == "no-systemd")
    daemon.child.send(SIGSTOP)
    // It takes a moment.
    try await home.shell(
      "until grep -q '^State:.T' /proc/\(daemon.child.process)/status; do sleep 0.01; done")
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

  @Test(
    "a store that cannot be used is a problem, and is left as it is",
    arguments: [
      ("dd if=/dev/zero of=$store bs=1 count=100 conv=notrunc", "store-not-a-database"),
      ("dd if=/dev/urandom of=$store bs=4096 seek=3 count=2 conv=notrunc", "damaged"),
      ("sqlite 'PRAGMA user_version = 99'", "store-newer"),
      ("sqlite 'UPDATE occurrence SET due_ms = 9223372036854775807'", "damaged"),
      ("rm $store; mkdir $store", "store-unreachable"),
      ("mv $store $store.x; ln -s $store.x $store", "store-foreign"),
      ("seq 1000 >$store", "store-not-a-database"),
    ])
  func store(_ cause: String, _ found: String) async throws {
    try await home.create(30, in: "1h")
    let script = """
      store=\(home.store)
      sqlite() {
        python3 -c 'import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute(sys.argv[2]); c.commit()' \
          $store "$1"
      }
      { \(cause); } >/dev/null 2>&1
      """
    #expect(try await home.shell(script).code == 0)
    // SQLite's own files for the time that somebody reads do not count.
    let look =
      "cd \(home.data); for f in $(ls -A | grep -v -e -shm -e -wal); do echo $f; md5sum <$f; done"
    let before = try await home.shell(look).output
    #expect(try await findings(code: 1)["store"] == found)
    #expect(try await home.shell(look).output == before)
  }

  @Test(
    "a read-only file system and a full disk are problems",
    .enabled(if: Home.canMount, "needs root, and the right to mount"))
  func disks() async throws {
    try await home.mountDisk(size: "400k")
    try await home.remindctl("in", "1h", "x")
    #expect(try await findings(code: 1)["disk"] == "full")
    try await home.shell("mount -o remount,ro \(home.folder)/data")
    #expect(try await findings(code: 1)["store"] == "read-only")
  }

  @Test(
    "whatever held the lock counted as a daemon, and nothing was shown",
    arguments: [
      ("fcntl.lockf(f, fcntl.LOCK_EX)", ""),
      ("fcntl.fcntl(f, 37, struct.pack('hhqqi4x', 1, 0, 0, 0, 0))", "4194303 0 1"),
      ("fcntl.fcntl(f, 37, struct.pack('hhqqi4x', 1, 0, 0, 0, 0))", "mine"),
    ])
  func foreignLock(lock: String, note: String) async throws {
    try await home.remindctl("in", "1h", "tea")
    let holder = try home.start([
      "python3", "-c",
      "import fcntl, struct, sys, time; f = open(sys.argv[1], 'w'); f.write(sys.argv[2]);"
        + "f.flush(); \(lock); print('held', flush=True); time.sleep(60)",
      home.data + "/remindd.lock", note,
    ])
    try await holder.wait(for: "the lock") { $0.lines.first }
    #expect(try await findings(code: 1)["daemon"] == "locked-out")
    let created = try await home.remindctl("in", "1h", "x")
    #expect(created.code == 0)
    #expect(created.error.contains("something else than remindd holds its lock"))
    let status = try await home.remindctl("status").output
    #expect(status.contains(#/^(Process \d+, which is no|Something else than) remindd/#))
    #expect(try await home.remindctl("status", "--json").output.contains(#""daemon":"absent""#))
    #expect(try await home.remindctl("in", "1h", "x", "--require-daemon").code == 6)
    holder.send(SIGKILL)
    _ = try await holder.end()
  }

  @Test("a daemon whose lock may only be read was not seen")
  func readOnlyLock() async throws {
    let daemon = try await home.remindd()
    try await home.shell("chmod 400 \(home.data)/remindd.lock")
    let answer = try await home.run(Home.ordinary + [Home.programs + "/remindctl", "status"])
    #expect(answer.output.hasPrefix("remindd "), "\(answer.output)")
    #expect(try await daemon.end(SIGTERM) == .code(0))
  }

  @Test("a bus with a server, without one, and one that hangs; who sits at a screen is told more")
  func desktop() async throws {
    let bed = try DesktopBed()
    try await bed.startBus()
    let bus = ["DBUS_SESSION_BUS_ADDRESS": bed.environment["DBUS_SESSION_BUS_ADDRESS"]]
    let daemon = try await home.remindd(changing: bus)
    #expect(try await findings(changing: bus, code: 0)["server"] == "absent")
    let screen = bus.merging(["DISPLAY": ":99"]) { $1 }
    #expect(try await findings(changing: screen, code: 1)["server"] == "absent")
    let server = try await bed.startServer(.dunst)
    try await until("a server") { try !bed.owner().isEmpty }
    // What counts is the daemon's bus, not the one of whoever asks.
    let answers = try await findings(code: 0)
    #expect(answers["bus"] == "answers")
    #expect(answers["server"] == "answers")
    let record = try await bed.record()
    let shown = try await home.remindctl("doctor", "--popup", changing: bus)
    #expect(shown.output.contains("A popup was shown"))
    #expect(record.notifications().map(\.summary) == ["remindctl doctor"])
    server.send(SIGSTOP)
    #expect(try await findings(code: 1)["server"] == "silent")
    server.send(SIGCONT)
    bed.signalBus(SIGSTOP)
    #expect(try await findings(code: 1)["bus"] == "silent")
    bed.signalBus(SIGCONT)
    #expect(try await daemon.end(SIGTERM) == .code(0))
  }

  @Test("a server that the bus cannot start counted as well, and stayed so beside a popup in vain")
  func startable() async throws {
    let bed = try DesktopBed()
    try bed.offer("org.freedesktop.Notifications", "/bin/false")
    try await bed.startBus()
    let bus = ["DBUS_SESSION_BUS_ADDRESS": bed.environment["DBUS_SESSION_BUS_ADDRESS"]]
    let daemon = try await home.remindd("--channel", "stdout", changing: bus)
    let untried = try await home.remindctl("doctor", changing: bus)
    #expect(untried.code == 0)
    #expect(
      untried.output.contains(
        "note       No notification server runs; the bus could start one, which has not been tried.\n"
          + "           remindctl doctor --popup\n"), "\(untried.output)")
    let tried = try await home.remindctl("doctor", "--popup", changing: bus)
    #expect(tried.code == 1)
    #expect(!tried.output.contains("could start one"))
    #expect(
      tried.output.contains("problem    The bus could start no notification server"),
      "\(tried.output)")
    #expect(try await daemon.end(SIGTERM) == .code(0))
  }

  @Test("programs that hang, lie or are not there are 'not known', and nobody waits long for them")
  func tools() async throws {
    let daemon = try await home.remindd()
    let programs = home.folder + "/programs"
    try await home.shell("mkdir \(programs); ln -s \(Home.programs)/remindctl \(programs)")
    let bare = try await findings(
      changing: ["PATH": programs, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"], code: 0)
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
    let hung = try await findings(changing: ["PATH": programs + ":/usr/bin:/bin"])
    #expect(start.duration(to: clock.now) < .seconds(30))
    #expect(hung["login"] == "no-logind")
    #expect(hung["bus"] == "silent")
    for name in ["busctl", "systemctl", "loginctl", "unshare"] {
      try makeProgram(programs + "/" + name, "head -c 100000 /dev/urandom; exit 0")
    }
    _ = try await findings(changing: ["PATH": programs + ":/usr/bin:/bin"])
    #expect(try await daemon.end(SIGTERM) == .code(0))
  }

  @Test("what is odd about habits and machine is a note, and names the place")
  func notes() async throws {
    let daemon = try await home.remindd()
    try home.configure("hook=/nowhere/hook")
    #expect(try await findings(code: 0)["configuration"] == "no-hook")
    try home.configure("colour=red")
    let odd = try await home.remindctl("doctor", changing: ["TZ": "Asia/Tokyo"])
    #expect(odd.output.contains("remindctl.conf, line 2: unknown key colour. It has no effect."))
    #expect(odd.output.contains("TZ says Asia/Tokyo"))
    #expect(try await findings(changing: ["TZ": "Nowhere/Land"])["zone"] == "bad-tz")
    try await home.shell(
      "mkdir -p \(home.folder)/data/bash-completion/completions; "
        + "touch \(home.folder)/data/bash-completion/completions/remindctl \(home.folder)/data/bash-completion/bash_completion"
    )
    #expect(try await findings(changing: ["SHELL": "/bin/bash"])["completion"] == "installed")
    #expect(try await findings(changing: ["SHELL": "/bin/fish"])["completion"] == "absent")
    #expect(try await findings(changing: ["SHELL": "/bin/rc"])["completion"] == "other-shell")
    #expect(try await daemon.end(SIGTERM) == .code(0))
  }

  @Test("doctor named the first line of the configuration alone, and not what is wrong with it")
  func flaws() async throws {
    let daemon = try await home.remindd()
    try home.configure(
      "colour=red\nquiet=25:00-7\nnag=5m\nnonsense\nurgency=high\nhook=/nowhere/hook")
    let answer = try await home.remindctl("doctor", changing: ["EDITOR": "cat"])
    let file = home.folder + "/config/remindctl/remindctl.conf"
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
    #expect(answer.output.contains("The hook /nowhere/hook cannot be run"))
    #expect(try await daemon.end(SIGTERM) == .code(0))
    let other = try await home.remindd()
    #expect(
      other.child.said.error.contains("\(file), line 6: urgency cannot be high; it is written"))
    #expect(try await other.end(SIGTERM) == .code(0))
  }

  @Test("without HOME doctor had nothing to say: now that is a problem, and all else is looked at")
  func homeless() async throws {
    let nowhere = ["HOME": nil, "XDG_DATA_HOME": nil] as [String: String?]
    let found = try await findings(changing: nowhere, code: 1)
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
    #expect(try await findings(changing: half, code: 1)["store"] == "no-home")
  }

  @Test(
    "a finding has a sentence in JSON, too, and a damaged store its file and flaw, in plain words")
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
    let flaw = try #require(damaged["flaw"] as? String)
    #expect(!flaw.contains("***") && !flaw.contains("\n") && !flaw.isEmpty)
    #expect(
      damaged["message"] as? String
        == "\(home.store) is damaged: \(flaw). What can be read of it can be saved.")
  }

  @Test("a store that was deleted under a daemon was no finding; status and doctor tell it")
  func gone() async throws {
    try await home.remindctl("in", "9h", "tea")
    let daemon = try await home.remindd()
    #expect(try await home.remindctl("status", "--json").object()["store_served"] as? Bool == true)
    #expect(try await findings(code: 0)["store"] == "sound")
    try await home.shell("mv \(home.store) \(home.folder)/aside")
    let status = try await home.remindctl("status").output
    #expect(status.contains("\(home.store) is gone while remindd runs"), "\(status)")
    #expect(try await home.remindctl("status", "--json").object()["store_served"] as? Bool == false)
    #expect(try await findings(code: 1)["store"] == "gone")
    try await home.shell("mv \(home.folder)/aside \(home.store)")
    try await home.shell(
      "until remindctl doctor --json | grep -q '\"found\":\"sound\"'; do sleep 0.05; done")
    #expect(try await daemon.end(SIGTERM) == .code(0))
  }

  @Test(
    "a store in a place that the daemon does not see is not served, and is told",
    .enabled(if: Home.canMount, "needs root, and the right to mount"))
  func elsewhere() async throws {
    try await home.remindctl("in", "9h", "tea")
    let daemon = try await home.remindd()
    // Another disk over the folder: for us alone, and the daemon's lock comes along.
    let answer = try await home.run([
      "unshare", "-m", "sh", "-c",
      """
      cp -r \(home.data) \(home.folder)/copy
      mount --bind \(home.folder)/copy/reminders.db \(home.store)
      \(Home.programs)/remindctl status; \(Home.programs)/remindctl doctor --json
      """,
    ])
    #expect(answer.output.contains("remindd has another file open than \(home.store)"))
    #expect(answer.output.contains(#""found":"not-served""#))
    #expect(try await daemon.end(SIGTERM) == .code(0))
  }

  @Test("a folder and a store that may only be read are named both, and one command mends both")
  func rights() async throws {
    try await home.remindctl("in", "9h", "tea")
    try await home.shell("chmod 400 \(home.store); chmod 500 \(home.data)")
    func asUser(_ words: String...) async throws -> Home.Answer {
      try await home.run(Home.ordinary + [Home.programs + "/remindctl"] + words)
    }
    let answer = try await asUser("doctor", "--json")
    #expect(answer.code == 1)
    let finding = try #require(
      try answer.objects("findings").first { $0["found"] as? String == "read-only" })
    let message = try #require(finding["message"] as? String)
    #expect(message.contains("\(home.data) and \(home.store)"), "\(message)")
    let refused = try await asUser("in", "1h", "x")
    #expect(refused.code == 5)
    #expect(
      refused.error.contains(
        "\(home.data) and \(home.store) cannot be written: Permission denied."),
      "\(refused.error)")
    try await home.shell(try #require(finding["command"] as? String))
    #expect(try await home.shell("stat -c %a \(home.data) \(home.store)").output == "700\n600\n")
    #expect(try await asUser("in", "1h", "x").code == 0)
  }

  @Test("a folder that cannot be entered is mended by doctor's command")
  func closed() async throws {
    try await home.remindctl("in", "9h", "tea")
    for mode in ["000", "600"] {
      try await home.shell("chmod \(mode) \(home.data)")
      let answer = try await home.run(
        Home.ordinary + [Home.programs + "/remindctl", "doctor", "--json"])
      let finding = try #require(
        try answer.objects("findings").first { $0["check"] as? String == "store" })
      #expect(finding["state"] as? String == "problem")
      try await home.shell(try #require(finding["command"] as? String))
      #expect(try await home.remindctl("doctor", "--json").output.contains(#""found":"sound""#))
    }
  }

  @Test("each problem and each note has a command, or a sentence that says what to do instead")
  func remedies() async throws {
    let programs = home.folder + "/programs"
    try await home.shell("mkdir \(programs); ln -s \(Home.programs)/remindctl \(programs)")
    // Where nothing is installed nothing is offered that is not there.
    let bare = try await home.remindctl(
      "doctor", "--json", changing: ["PATH": programs, "DISPLAY": ":99", "SHELL": "/bin/bash"])
    for finding in try bare.objects("findings") {
      let command = finding["command"] as? String ?? ""
      #expect(!command.contains("timedatectl") && !command.contains("apt"), "\(finding)")
    }
  }

  /// The finding of one check, as somebody without root's rights sees it.
  private func finding(_ check: String) async throws -> [String: Any] {
    let answer = try await home.run(
      Home.ordinary + [Home.programs + "/remindctl", "doctor", "--json"])
    return try #require(
      try answer.objects("findings").first { $0["check"] as? String == check })
  }

  @Test(
    "there was no store yet, where none could be made or what is in the way was offered no remedy",
    arguments: [
      ("mkdir $top; chmod 500 $top", "read-only"),
      ("mkdir -p $data; chmod 500 $data", "read-only"),
      ("mkdir $top; chmod 000 $top", "store-unreachable"),
      ("touch $top", "store-unreachable"),
      ("ln -s /nowhere/at/all $top", "store-unreachable"),
      ("mkdir $top; touch $data", "store-unreachable"),
      ("mkdir $top; ln -s /nowhere/at/all $data", "store-unreachable"),
    ])
  func blocked(cause: String, found: String) async throws {
    try await home.shell("top=\(home.folder)/data; data=\(home.data); rm -rf $top; \(cause)")
    let words = Home.ordinary + [Home.programs + "/remindctl", "in", "1h", "x"]
    #expect(try await home.run(words).code == 5)
    let store = try await finding("store")
    #expect(store["found"] as? String == found, "\(store)")
    #expect(store["state"] as? String == "problem")
    try await home.shell(try #require(store["command"] as? String))
    #expect(try await home.run(words).code == 0)
    #expect(try await finding("store")["found"] as? String == "sound")
  }

  @Test(
    "for a lock that cannot be taken, doctor offered a start that fails",
    arguments: [
      "mkdir $lock", "ln -s /nowhere/at/all $lock", "mkfifo $lock", "touch $lock; chmod 000 $lock",
    ])
  func unusableLock(cause: String) async throws {
    try await home.remindctl("in", "1h", "x")
    try await home.shell("lock=\(home.data)/remindd.lock; rm -f $lock; \(cause)")
    let daemon = try await finding("daemon")
    #expect(daemon["found"] as? String == "lock-unusable", "\(daemon)")
    #expect((daemon["message"] as? String)?.contains(home.data + "/remindd.lock") == true)
    let command = try #require(daemon["command"] as? String)
    #expect(command.hasSuffix(" && remindd &"))
    try await home.shell(command.replacing(" && remindd &", with: ""))
    #expect(try await finding("daemon")["found"] as? String == "absent")
    let served = try await home.remindd()
    #expect(try await served.end(SIGTERM) == .code(0))
  }

  @Test("the size of a store left out its log")
  func size() async throws {
    try await home.remindctl("in", "9h", "tea")
    let daemon = try await home.remindd()
    try await home.create(30, in: "9h")
    let sizes = try await home.shell("cat \(home.store) \(home.store)-wal | wc -c").output
    let bytes = try await finding("store")["bytes"] as? Int
    #expect(bytes == Int(sizes.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(try await daemon.end(SIGTERM) == .code(0))
  }

  @Test(
    "a configuration that is not read was to be edited, whatever it is",
    arguments: [
      "chmod 666 $conf", "chmod 000 $conf", "rm $conf; mkdir $conf", "rm $conf; mkfifo $conf",
      "rm $conf; ln -s /nowhere/at/all $conf", "chmod 777 $(dirname $conf)",
      "chmod 000 $(dirname $conf)",
    ])
  func unreadConfiguration(cause: String) async throws {
    try home.configure("history=1h")
    try await home.shell("conf=\(home.folder)/config/remindctl/remindctl.conf; \(cause)")
    let unread = try await finding("configuration")
    #expect(unread["found"] as? String == "not-understood", "\(unread)")
    let command = try #require(unread["command"] as? String)
    #expect(command.hasPrefix("chmod ") || command.hasPrefix("mv "))
    try await home.shell(command)
    let mended = try await finding("configuration")["found"] as? String
    #expect(mended == (command.hasPrefix("mv ") ? "none" : "read"))
  }

  @Test(
    "for a hook that cannot be run the first line was to be edited",
    arguments: [("/nowhere/hook", "cat +4 "), ("/usr", "cat +4 "), ("own", "chmod u+x ")])
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
    for flaw in [
      "line 2: replaced by a later line with history", "line 4: unknown group [remindclt]",
    ] {
      #expect(answer.output.contains("remindctl.conf, \(flaw). It has no effect."), "\(answer)")
    }
  }
}
