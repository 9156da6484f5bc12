import Foundation
import Testing

/// Debian's package in a clean container: installed, used, upgraded, removed, purged. Skipped by name
/// where there is no package (`scripts/deb test` builds it and runs this) or no container.
@Suite(
  .ownThread,
  .enabled(
    if: SystemdBed.isPossible && SystemdBed.package != nil,
    "needs root, mmdebstrap, systemd-nspawn and the package of `scripts/deb test`"))
struct PackageTests {
  let bed: SystemdBed
  init() throws {
    bed = try SystemdBed()
    try FileManager.default.copyItem(
      at: URL(filePath: SystemdBed.package!), to: bed.share.appending(path: "remindctl.deb"))
    // Another user who is logged in.
    try bed.runAsRoot("useradd -m -u 1001 -s /bin/bash other && loginctl enable-linger other")
    let answer = try bed.runAsRoot(
      "until systemctl --user --machine=1001@ is-active default.target; do sleep 0.1; done")
    #expect(answer.status == 0, "\(answer.text)")
  }

  func install(_ name: String = "remindctl.deb") throws {
    // Its dependencies are here, and its recommendations out of reach: there is no network.
    let answer = try bed.runAsRoot(
      "DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends /bed/\(name)")
    #expect(answer.status == 0, "\(answer.text)")
    #expect(!answer.text.contains("rror"), "\(answer.text)")
  }

  /// A later version of the package, whose unit is another one.
  func makeLaterVersion() throws {
    let answer = try bed.runAsRoot(
      """
      cd /tmp && dpkg-deb -R /bed/remindctl.deb later &&
      sed -i 's/^Version: .*/Version: 99/' later/DEBIAN/control &&
      sed -i 's/^Description=.*/Description=A later one/' later/usr/lib/systemd/user/remindd.service &&
      dpkg-deb -Znone -b later /bed/later.deb
      """)
    #expect(answer.status == 0, "\(answer.text)")
  }

  func process(of user: Int) throws -> String {
    try bed.runAsRoot("systemctl --user --machine=\(user)@ show -P MainPID remindd").text
  }

  static let users = [1000, 1001]

  @Test("installed: it runs for everybody who is logged in, and the first reminder comes")
  func installed() throws {
    try install()
    #expect(try bed.run("systemctl --user is-enabled remindd").text == "enabled\n")
    #expect(try bed.run("systemctl --user is-active remindd").text == "active\n")
    for user in Self.users { #expect(try process(of: user) != "0\n") }
    let answer = try bed.run("remindctl in 1s put the kettle on")
    #expect(answer.status == 0, "\(answer.text)")
    #expect(!answer.text.contains("not running"), "\(answer.text)")
    #expect(
      try bed.waitUntil("journalctl --user -u remindd -o cat | grep -q \"put the kettle on\""))
    #expect(try bed.run("readlink -f $(command -v remindctl)").text == "/usr/bin/remindctl\n")
    let verified = try bed.run(
      "systemd-analyze --user verify /usr/lib/systemd/user/remindd.service")
    #expect(verified.text == "" && verified.status == 0, "\(verified.text)")
    for file in [
      "/usr/share/bash-completion/completions/remindctl",
      "/usr/share/zsh/vendor-completions/_remindctl",
      "/usr/share/fish/vendor_completions.d/remindctl.fish",
      "/usr/share/applications/remindctl.desktop", "/usr/share/doc/remindctl/copyright",
      "/usr/share/doc/remindctl/examples/waybar.jsonc", "/usr/share/man/man1/remindctl.1.gz",
    ] { #expect(try bed.run("test -e \(file)").status == 0, "\(file)") }
    // The system's SQLite, and nothing of Swift's that would have to be installed.
    let libraries = try bed.run("ldd /usr/bin/remindctl /usr/bin/remindd").text
    #expect(libraries.contains("libsqlite3.so.0"))
    #expect(!libraries.contains("not found") && !libraries.contains("libswift"), "\(libraries)")
  }

  @Test("upgraded while it runs: restarted for everybody with its new unit, and nothing is lost")
  func upgraded() throws {
    try install()
    #expect(try bed.run("remindctl in 1h pasta").status == 0)
    #expect(try bed.run("remindctl in 4s -- after the upgrade").status == 0)
    let before = try Self.users.map(process)
    try makeLaterVersion()
    try install("later.deb")
    for (user, old) in zip(Self.users, before) {
      let new = try process(of: user)
      #expect(new != "0\n" && new != old)
      #expect(
        try bed.runAsRoot("systemctl --user --machine=\(user)@ show -P Description remindd").text
          == "A later one\n")
    }
    #expect(
      try bed.waitUntil("journalctl --user -u remindd -o cat | grep -q \"after the upgrade\""))
    #expect(
      try bed.run("journalctl --user -u remindd -o cat | grep -c 'after the upgrade'").text
        == "1\n")
    #expect(try bed.run("remindctl list --plain | cut -f4").text.contains("pasta\n"))
  }

  @Test("removed: stopped for everybody, no link left, homes as they were, pending ones counted")
  func removed() throws {
    try install()
    #expect(try bed.run("remindctl in 1h one && remindctl in 2h two").status == 0)
    let homes = "find /home ! -name '*-shm' ! -name '*-wal' -printf '%p %i %s\\n' | sort"
    let before = try bed.runAsRoot(homes).text
    let processes = try Self.users.map(process)
    let answer = try bed.runAsRoot("DEBIAN_FRONTEND=noninteractive apt-get remove -y remindctl")
    #expect(answer.status == 0, "\(answer.text)")
    #expect(
      answer.text.contains(
        "2 pending reminders of tester will not be shown; "
          + "they stay in /home/tester/.local/share/remindctl."), "\(answer.text)")
    #expect(!answer.text.contains("of other"))
    for process in processes { #expect(try bed.run("test -e /proc/\(process)").status != 0) }
    #expect(try bed.runAsRoot("find /etc/systemd -name '*remindd*'").text == "")
    #expect(try bed.runAsRoot(homes).text == before)

    try install()
    #expect(try bed.run("systemctl --user is-active remindd").text == "active\n")
    #expect(try bed.run("remindctl status --format '{pending}'").text == "2\n")
  }

  @Test("disabled by the administrator: it stays so over an upgrade, a removal and a return")
  func disabled() throws {
    try install()
    try bed.runAsRoot(
      "systemctl --global disable remindd; rm -f /etc/systemd/user/*/remindd.service")
    try bed.run("systemctl --user stop remindd")
    try makeLaterVersion()
    try install("later.deb")
    #expect(try bed.run("systemctl --user is-enabled remindd").text == "disabled\n")
    #expect(try bed.run("systemctl --user is-active remindd").text == "inactive\n")
    try bed.runAsRoot("DEBIAN_FRONTEND=noninteractive apt-get remove -y remindctl")
    try install("later.deb")
    #expect(try bed.run("systemctl --user is-enabled remindd").text == "disabled\n")
  }

  @Test("purged: nothing of it is left on the system")
  func purged() throws {
    let files =
      "find /etc /usr /var /opt /srv -xdev -not -path '/var/log/*' "
      + "-not -path '/var/cache/*' -not -path '/var/lib/dpkg/*-old' | sort"
    let before = try bed.runAsRoot(files).text
    try install()
    #expect(try bed.runAsRoot(files).text.contains("remindd.service"))
    let answer = try bed.runAsRoot("DEBIAN_FRONTEND=noninteractive apt-get purge -y remindctl")
    #expect(answer.status == 0, "\(answer.text)")
    let left = Set(try bed.runAsRoot(files).text.split(separator: "\n"))
      .subtracting(before.split(separator: "\n")).filter { $0.contains("remind") }
    #expect(left == [])
    #expect(try bed.run("systemctl --user is-active remindd").text != "active\n")
  }

  @Test(
    "the mail helper's package: without it mail says what is missing, with it the server is asked")
  func mail() throws {
    let package = try #require(SystemdBed.mailPackage, "scripts/deb builds both")
    try FileManager.default.copyItem(
      at: URL(filePath: package), to: bed.share.appending(path: "mail.deb"))
    let files =
      "find /etc /usr /var -xdev -not -path '/var/log/*' -not -path '/var/cache/*' "
      + "-not -path '/var/lib/dpkg/*-old' | sort"
    try install()
    let before = try bed.runAsRoot(files).text
    try bed.run(
      """
      mkdir -p .config/remindctl
      printf '[mail private]\nserver=localhost\nsender=me@example.org\n' \
        >.config/remindctl/remindctl.conf
      printf 'machine localhost login me@example.org password secret\n' >.netrc; chmod 600 .netrc
      """)
    let without = try bed.run("remindctl mail check --json")
    #expect(without.text.contains(#""code":"helper_missing""#), "\(without.text)")
    try install("mail.deb")
    // Nobody listens there: the helper has tried.
    let with = try bed.run("remindctl mail check --json")
    #expect(with.text.contains(#""code":"network_error""#), "\(with.text)")
    let libraries = try bed.run("ldd /usr/libexec/remindctl/remind-mail").text
    #expect(!libraries.contains("not found") && !libraries.contains("libswift"), "\(libraries)")
    let purged = try bed.runAsRoot(
      "DEBIAN_FRONTEND=noninteractive apt-get purge -y remindctl-mail")
    #expect(purged.status == 0, "\(purged.text)")
    #expect(try bed.runAsRoot(files).text == before)
    #expect(try bed.run("systemctl --user is-active remindd").text == "active\n")
    // It goes with the other, too: its package needs it.
    try install("mail.deb")
    try bed.runAsRoot("DEBIAN_FRONTEND=noninteractive apt-get purge -y remindctl")
    #expect(try bed.run("test -e /usr/libexec/remindctl").status != 0)
  }
}
