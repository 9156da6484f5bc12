import Foundation
import Testing

/// Installation and the unit under a real systemd. Skipped by name without root, mmdebstrap and
/// systemd-nspawn (scripts/dependencies systemd), or where `make test` did not build the programs.
@Suite(
  .serialized,
  .enabled(
    if: SystemdBed.isPossible,
    "needs root, mmdebstrap, systemd-nspawn and the programs of `make test`"))
struct SystemdTests {
  let bed: SystemdBed
  init() throws { bed = try SystemdBed() }

  /// The daemon's process as systemd knows it; "0" where it does not run.
  func mainProcess() throws -> String {
    try bed.run("systemctl --user show -P MainPID remindd").text
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  func install() throws -> SystemdBed.Answer {
    try bed.run("make --no-print-directory -C /bed install")
  }

  @Test("systemd accepts the unit, and what it forbids is forbidden")
  func unit() throws {
    #expect(try install().status == 0)
    let verified = try bed.run(
      "systemd-analyze --user verify ~/.local/share/systemd/user/remindd.service")
    #expect(verified.status == 0, "\(verified.text)")
    #expect(verified.text == "")
    let process = try mainProcess()
    let status = try bed.run("grep -E 'NoNewPrivs|Seccomp:' /proc/\(process)/status").text
    #expect(status.split { $0.isWhitespace } == ["NoNewPrivs:", "1", "Seccomp:", "2"])
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
        "journalctl --user -u remindd -o cat | grep -q \"water the plants  due .*, . s late\""))
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
      open(my $log, ">", "$ENV{HOME}/told");
      print $log socket(my $inet, AF_INET, SOCK_STREAM, 0) ? "inet " : "inet: $! ";
      print $log socket(my $inet6, AF_INET6, SOCK_DGRAM, 0) ? "inet6 " : "inet6: $! ";
      # mmap(2) of a page that is written and run.
      my $mmap = `uname -m` =~ /x86_64/ ? 9 : 222;
      my $page = syscall($mmap, 0, 4096, 7, 0x22, -1, 0);
      print $log $page == -1 ? "mmap: $!" : "mmap";
      EOF
      chmod 755 hook
      systemctl --user reload remindd
      """)
    #expect(try bed.run("remindctl in 0.1s tea").status == 0)
    #expect(try bed.waitUntil("test -s told"))
    #expect(try bed.run("cat told").text == "inet inet6 mmap")
  }

  @Test("a wrong option is not tried again; a store of a newer version is")
  func restarts() throws {
    #expect(try install().status == 0)
    #expect(try bed.run("remindctl in 1h x && systemctl --user stop remindd").status == 0)
    #expect(try bed.run("systemctl --user show -P Result remindd").text == "success\n")

    let store = ".local/share/remindctl/reminders.db"
    let version = try bed.run("sqlite3 \(store) 'PRAGMA user_version'").text
    try bed.run("sqlite3 \(store) 'PRAGMA user_version = 1000'")
    try bed.run("systemctl --user start --no-block remindd")
    #expect(try bed.waitUntil("[ $(systemctl --user show -P NRestarts remindd) -ge 2 ]"))
    #expect(try bed.run("systemctl --user show -P ExecMainStatus remindd").text == "75\n")
    try bed.run("sqlite3 \(store) 'PRAGMA user_version = \(version)'")
    #expect(try bed.waitUntil("systemctl --user is-active remindd"))

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
