import Foundation
import Testing

@testable import Store

/// Installation and the unit under a real systemd. Skipped by name without root, mmdebstrap and
/// systemd-nspawn (scripts/dependencies systemd), or where `make test` did not build the programs.
@Suite(
  .ownThread,
  .enabled(
    if: SystemdBed.isPossible,
    "needs root, mmdebstrap, systemd-nspawn and the programs of `make test`"))
struct SystemdTests {
  let bed: SystemdBed
  init() throws { bed = try SystemdBed() }

  /// The daemon's process as systemd knows it; "0" where it does not run.
  func mainProcess() throws -> String {
    try bed.property("MainPID")
  }

  func install() throws -> SystemdBed.Answer { try bed.install() }

  @Test("systemd accepts the unit, alone, with further fences, and with a drop-in for the old one")
  func unit() throws {
    #expect(try install().status == 0)
    let verify = "systemd-analyze --user verify ~/.local/share/systemd/user/remindd.service"
    for line in [verify, "\(hardening); \(verify)", "\(oldDropIn); \(verify)"] {
      let verified = try bed.run(line)
      #expect(verified.status == 0, "\(verified.text)")
      #expect(verified.text == "")
    }
    for (property, value) in ["StartLimitBurst": "60", "RestartUSec": "2s"] {
      #expect(try bed.run("systemctl --user show -P \(property) remindd").text == value + "\n")
    }
    #expect(try bed.run("remindctl in 1h x && systemctl --user restart remindd").status == 0)
    #expect(try bed.run("systemctl --user is-active remindd").text == "active\n")
  }

  /// Changes each setting that the unit of commit 8d535e4 had and this one has not, or has otherwise.
  private let oldDropIn = """
    mkdir -p .config/systemd/user/remindd.service.d
    cat >.config/systemd/user/remindd.service.d/old.conf <<'EOF'
    [Unit]
    StartLimitIntervalSec=300
    StartLimitBurst=60
    [Service]
    ExecStart=
    ExecStart=%h/.local/bin/remindd --channel stdout
    RestartSec=2s
    RestartPreventExitStatus=2
    TimeoutStartSec=90
    EOF
    systemctl --user daemon-reload
    """

  /// Puts the further fences in place.
  private let hardening = """
    mkdir -p .config/systemd/user/remindd.service.d
    cp .local/share/doc/remindctl/examples/hardening.conf .config/systemd/user/remindd.service.d
    systemctl --user daemon-reload
    """

  /// What `fences.pl` says outside, behind the unit's fences, and behind the further ones.
  private static let fences: [(name: String, free: String, unit: String, further: String)] = [
    ("root", "ok", "no", "no"),
    (
      "packet", "operation not permitted", "address family not supported by protocol",
      "address family not supported by protocol"
    ),
    ("i386", "ok", "signal 31", "signal 31"),
    ("ptrace", "ok", "operation not permitted", "operation not permitted"),
    ("chown", "ok", "operation not permitted", "operation not permitted"),
    ("personality", "ok", "operation not permitted", "operation not permitted"),
    ("namespace", "ok", "operation not permitted", "operation not permitted"),
    ("realtime", "invalid argument", "operation not permitted", "operation not permitted"),
    ("setuid", "ok", "operation not permitted", "operation not permitted"),
    ("mask", "644", "600", "600"),
    ("users", "ok", "ok", "own"),
    ("capabilities", "ok", "ok", "none"),
    ("system", "ok", "ok", "read-only file system"),
    ("groups", "ok", "ok", "read-only file system"),
    ("modules", "ok", "ok", "permission denied"),
    ("symbols", "ok", "ok", "permission denied"),
  ]

  @Test(
    "each fence stands: what it forbids works outside, and not for a hook",
    .enabled(if: isIntel, "the probe calls Linux by x86-64's numbers"))
  func fences() throws {
    #expect(try install().status == 0)
    try bed.add("Tests/Beds/fences.pl")
    try bed.runAsRoot(
      """
      cp /usr/bin/id /usr/local/bin/suid-id; chmod 4755 /usr/local/bin/suid-id
      touch /etc/own; chown tester /etc/own; mkdir -p /usr/lib/modules
      """)
    func expect(_ text: String, _ wanted: [(name: String, answer: String)]) {
      let lines = text.split(separator: "\n").map(String.init)
      #expect(lines == wanted.map { "\($0.name): \($0.answer)" })
    }
    let free = try bed.run("systemd-run --user --quiet --pipe --wait /bed/fences.pl").text
    expect(free, Self.fences.map { ($0.name, $0.free) })
    try bed.run(
      """
      mkdir -p .config/remindctl
      printf '[remindctl]\nhook = %s/hook\n' "$HOME" >.config/remindctl/remindctl.conf
      printf '#!/bin/sh\nexec /bed/fences.pl "$HOME/told"\n' >hook; chmod 755 hook
      systemctl --user reload remindd; remindctl in 0.1s tea
      """)
    #expect(try bed.waitUntil("test -e told"))
    expect(try bed.run("cat told").text, Self.fences.map { ($0.name, $0.unit) })
    try bed.run("\(hardening); systemctl --user restart remindd; rm told; remindctl in 0.1s tea")
    #expect(try bed.waitUntil("test -e told"))
    expect(try bed.run("cat told").text, Self.fences.map { ($0.name, $0.further) })
    #expect(try bed.run("remindctl doctor | grep -q 'all the fences'").status == 0)
  }

  private static let isIntel: Bool = {
    var name = utsname()
    uname(&name)
    return withUnsafeBytes(of: &name.machine) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) == "x86_64"
    }
  }()

  @Test(
    "where user namespaces are off the unit starts and shows reminders, and doctor offers no more")
  func withoutNamespaces() throws {
    #expect(try install().status == 0)
    // A filter that the user's manager hands on to all that it starts: as on a machine without them.
    try bed.runAsRoot(
      """
      mkdir -p /etc/systemd/system/user@.service.d
      printf '[Service]\nRestrictNamespaces=~user\n' >/etc/systemd/system/user@.service.d/off.conf
      systemctl daemon-reload; systemctl restart user@1000.service
      """)
    let probe = "systemd-run --user --quiet --pipe --wait"
    #expect(try bed.run("\(probe) true").status == 0)
    #expect(try bed.run("\(probe) unshare --user true").status != 0)
    #expect(try bed.waitUntil("systemctl --user is-active remindd"))
    #expect(try bed.run("remindctl in 0.1s tea").status == 0)
    #expect(try bed.waitUntil("journalctl --user -u remindd -o cat | grep -q tea"))
    let doctor = try bed.run("\(probe) -E PATH=\"$PATH\" remindctl doctor --json").text
    #expect(doctor.contains(#""found":"no-namespaces""#), "\(doctor)")
    // With the further fences it would not.
    try bed.run("\(hardening); systemctl --user restart remindd")
    #expect(try bed.run("systemctl --user is-active remindd").text != "active\n")
  }

  @Test("make install: enabled, running, private, one line to try")
  func installs() throws {
    let answer = try install()
    #expect(answer.status == 0, "\(answer.text)")
    #expect(answer.text.hasSuffix("Try: remindctl in 5s hello\n"))
    #expect(!answer.text.contains("not in your PATH"))
    #expect(try bed.run("systemctl --user is-enabled remindd").text == "enabled\n")
    #expect(try bed.run("systemctl --user is-active remindd").text == "active\n")
    #expect(try bed.run("stat -c %a ~/.local/share/remindctl").text == "700\n")

    let other = try bed.run("PATH=/usr/bin:/bin make --no-print-directory -C /bed install")
    #expect(other.status == 0)
    #expect(other.text.contains("  export PATH=\"/home/tester/.local/bin:$PATH\"\n"))
    #expect(other.text.hasSuffix("Try: /home/tester/.local/bin/remindctl in 5s hello\n"))
  }

  @Test("a path that needs escapes reaches systemd unharmed")
  func oddPath() throws {
    let answer = try bed.run("make --no-print-directory -C /bed install PREFIX=\"$HOME/50% & a b\"")
    #expect(answer.status == 0, "\(answer.text)")
    #expect(try bed.run("systemctl --user is-active remindd").text == "active\n")
    let process = try mainProcess()
    #expect(
      try bed.run("readlink /proc/\(process)/exe").text
        == "/home/tester/50% & a b/bin/remindd\n")
  }

  @Test("a reminder is in the journal a second later; the next login starts the daemon again")
  func fires() throws {
    #expect(try install().status == 0)
    let answer = try bed.run("remindctl in 1s put the kettle on")
    #expect(answer.status == 0, "\(answer.text)")
    #expect(!answer.text.contains("remindd is not running"))
    #expect(
      try bed.waitUntil("journalctl --user -u remindd -o cat | grep -q \"put the kettle on\""))

    try bed.runAsRoot("systemctl restart user@1000.service")
    #expect(try bed.waitUntil("systemctl --user is-active remindd"))
  }

  @Test("due while nobody was logged in: it comes at the next login, and says how late it is")
  func loggedOut() throws {
    #expect(try install().status == 0)
    #expect(try bed.run("remindctl in 1s water the plants").status == 0)
    try bed.runAsRoot("systemctl stop user@1000.service")
    try bed.runAsRoot("sleep 3; systemctl start user@1000.service")
    #expect(
      try bed.waitUntil(
        "journalctl --user -u remindd -o cat | grep -q \"water the plants  due .*, [0-9]* s late\"")
    )
    #expect(try bed.run("remindctl show 1").text.contains("remindd was started at"))
  }

  @Test("killed with -9: back within a second, and what was due comes, once")
  func killed() throws {
    #expect(try install().status == 0)
    let first = try mainProcess()
    let answer = try bed.run("remindctl in 1s -- after the crash && kill -9 \(first)")
    #expect(answer.status == 0, "\(answer.text)")
    #expect(
      try bed.waitUntil("journalctl --user -u remindd -o cat | grep -q \"after the crash\""))
    #expect(try mainProcess() != first)
    let downtime = try bed.run(
      """
      journalctl --user -u remindd -o short-unix |
        awk '/killed, status=9/ { k = $1 } / Started / { s = $1 } END { print (s - k < 1.5) }'
      """)
    #expect(downtime.text == "1\n")
    let lines = try bed.run("journalctl --user -u remindd -o cat | grep -c 'after the crash'")
    #expect(lines.text == "1\n")
  }

  @Test("the unit's fences leave a hook the network, and a program that makes code as it goes")
  func hook() throws {
    #expect(try install().status == 0)
    // Both are tried as the hook would: in the daemon's own fences.
    try bed.run(
      """
      mkdir -p .config/remindctl
      printf '[remindctl]\nhook = %s/hook\n' "$HOME" >.config/remindctl/remindctl.conf
      cat >hook <<'EOF'
      #!/usr/bin/perl
      use Socket;
      open(my $log, ">", "$ENV{HOME}/part");
      print $log socket(my $inet, AF_INET, SOCK_STREAM, 0) ? "inet " : "inet: $! ";
      print $log socket(my $inet6, AF_INET6, SOCK_DGRAM, 0) ? "inet6 " : "inet6: $! ";
      # mmap(2) of a page that is written and run.
      my $mmap = `uname -m` =~ /x86_64/ ? 9 : 222;
      my $page = syscall($mmap, 0, 4096, 7, 0x22, -1, 0);
      print $log $page == -1 ? "mmap: $!" : "mmap";
      close($log);
      rename("$ENV{HOME}/part", "$ENV{HOME}/told");
      EOF
      chmod 755 hook
      systemctl --user reload remindd
      """)
    #expect(try bed.run("remindctl in 0.1s tea").status == 0)
    #expect(try bed.waitUntil("test -s told"))
    #expect(try bed.run("cat told").text == "inet inet6 mmap")
  }

  @Test("a wrong option is not tried again; a store of a newer version is, some seconds later")
  func restarts() throws {
    #expect(try install().status == 0)
    #expect(try bed.run("remindctl in 1h x && systemctl --user stop remindd").status == 0)
    #expect(try bed.run("systemctl --user show -P Result remindd").text == "success\n")

    let store = ".local/share/remindctl/reminders.db"
    let version = try bed.run("sqlite3 \(store) 'PRAGMA user_version'").text
    try bed.run("sqlite3 \(store) 'PRAGMA user_version = 1000'")
    try bed.run("systemctl --user start --no-block remindd")
    #expect(
      try bed.waitUntil("[ $(systemctl --user show -P NRestarts remindd) -ge 1 ]"))
    #expect(
      try bed.run("journalctl --user -u remindd -o cat").text.contains("code=exited, status=75"))
    try bed.run("sqlite3 \(store) 'PRAGMA user_version = \(version)'")
    #expect(try bed.waitUntil("systemctl --user status remindd | grep -q \"Status: .* x\""))

    try bed.run(
      """
      mkdir -p .config/systemd/user/remindd.service.d
      printf '[Service]\\nExecStart=\\nExecStart=%%h/.local/bin/remindd --nonsense\\n' \
        >.config/systemd/user/remindd.service.d/wrong.conf
      systemctl --user daemon-reload
      systemctl --user restart remindd
      """)
    #expect(try bed.run("systemctl --user is-failed remindd").text == "failed\n")
    #expect(try bed.run("systemctl --user show -P NRestarts remindd").text == "0\n")
    #expect(try bed.run("systemctl --user show -P ExecMainStatus remindd").text == "2\n")
  }

  @Test("make uninstall: stops it, removes all but the data, and counts what will not fire")
  func uninstalls() throws {
    #expect(try install().status == 0)
    #expect(try bed.run("remindctl in 1h one && remindctl in 2h two").status == 0)
    let process = try mainProcess()
    let answer = try bed.run("make --no-print-directory -C /bed uninstall")
    #expect(answer.status == 0, "\(answer.text)")
    #expect(answer.text.contains("2 pending reminders will not fire."))
    #expect(try bed.run("test -e /proc/\(process)").status != 0)
    #expect(
      try bed.run("cd; find .local .config ! -type d").text
        .split(separator: "\n").allSatisfy { $0.hasPrefix(".local/share/remindctl/") })
    #expect(try bed.run("test -e .local/share/remindctl/reminders.db").status == 0)
    #expect(try bed.run("systemctl --user list-unit-files --no-legend remindd.service").text == "")
    let again = try bed.run("make --no-print-directory -C /bed uninstall")
    #expect(again.status == 0)
    #expect(!again.text.contains("Removed"))
    #expect(again.text.contains("Nothing of it is installed below /home/tester/.local."))
  }

  @Test("without a user manager: enabled for the next login, and said so")
  func withoutManager() throws {
    try bed.runAsRoot("systemctl stop user@1000.service")
    let answer = try install()
    #expect(answer.status == 0, "\(answer.text)")
    #expect(answer.text.contains("No systemd user manager answers here."))
    try bed.runAsRoot("systemctl start user@1000.service")
    #expect(try bed.waitUntil("systemctl --user is-active remindd"))
  }
}
