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
    #expect(odd.output.contains("remindctl.conf, line 2, is not understood"))
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
}
