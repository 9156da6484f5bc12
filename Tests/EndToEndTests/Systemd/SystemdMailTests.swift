import Foundation
import Testing

/// Mail under a real systemd: the helper is no part of the service. Skipped by name like `SystemdTests`, and
/// where the helper was not built.
@Suite(
  .ownThread,
  .enabled(
    if: SystemdBed.isPossible && MailBed.isThere,
    "needs root, mmdebstrap, systemd-nspawn, the programs of `make test`, and a mail server"))
struct SystemdMailTests {
  let bed: SystemdBed

  init() throws {
    bed = try SystemdBed()
    let answer = try bed.install()
    #expect(answer.status == 0, "\(answer.text)")
    try bed.add("Tests/Beds/mail-hold")
    let certificate = try #require(MailBed.certificate)
    for name in ["cert.pem", "key.pem"] {
      let copy = bed.share.path(percentEncoded: false) + "/" + name
      try FileManager.default.copyItem(atPath: certificate + "/" + name, toPath: copy)
      chmod(copy, 0o644)
    }
    try bed.run(
      """
      mkdir -p box .config/remindctl; cp /bed/*.pem box
      systemd-run --user --quiet --unit=server --same-dir sh -c 'exec /bed/mail-hold box >box/port'
      """)
    #expect(try bed.waitUntil("test -s box/port"))
    try configure()
  }

  private func configure(_ lines: String = "") throws {
    try bed.run(
      """
      cat >.config/remindctl/remindctl.conf <<END
      [mail private]
      server=localhost
      port=$(cat box/port)
      encryption=implicit
      user=me
      sender=me@example.org
      ca-file=$HOME/box/cert.pem
      \(lines)
      END
      """)
  }

  private func mails(_ count: Int) throws -> Bool {
    try bed.waitUntil("test $(ls box | grep -c eml) = \(count)")
  }

  @Test("what gives the secret is behind none of the service's fences, and nothing stays behind")
  func fences() throws {
    try bed.add("Tests/Beds/fences.pl")
    try bed.runAsRoot(
      """
      cp /usr/bin/id /usr/local/bin/suid-id; chmod 4755 /usr/local/bin/suid-id
      touch /etc/own; chown tester /etc/own; mkdir -p /usr/lib/modules
      """)
    try bed.run(
      "printf '#!/bin/sh\\n/bed/fences.pl told\\ncp /proc/self/cgroup group\\necho secret\\n' >secret; chmod 755 secret"
    )
    try configure("password-command=/home/tester/secret")
    #expect(try bed.run("remindctl in 0.1s --channel mail tea").status == 0)
    let isThere = try mails(1)
    let said = try bed.run("remindctl mail list; journalctl --user -o cat").text
    #expect(isThere, "\(said)")
    // The helper's files are its own: it has another mask.
    let free = try bed.run(
      "systemd-run --user --quiet --pipe --wait /bed/fences.pl | grep -v ^mask"
    ).text
    #expect(!free.isEmpty)
    #expect(try bed.run("grep -v ^mask told").text == free)
    #expect(try bed.run("grep -c remindd.service group").text == "0\n")
    #expect(
      try bed.waitUntil("! systemctl --user list-units --all --plain | grep -q Mails.of.remindd"))
  }

  @Test("a credential of the service reaches the helper")
  func credential() throws {
    try bed.run(
      """
      mkdir -p .config/systemd/user/remindd.service.d; echo secret >secret
      printf '[Service]\\nLoadCredential=remindctl.private:%%h/secret\\n' \
        >.config/systemd/user/remindd.service.d/secret.conf
      systemctl --user daemon-reload; systemctl --user restart remindd
      """)
    #expect(try bed.run("remindctl in 0.1s --channel mail tea").status == 0)
    let isThere = try mails(1)
    let said = try bed.run("remindctl mail list; journalctl --user -o cat").text
    #expect(isThere, "\(said)")
    #expect(try bed.run("cat box/commands").text.contains("AUTH"))
  }

  @Test(
    "the daemon killed while its helper has a mail in hand: it comes again only where it may have come",
    arguments: [("connected", 1), ("dot", 2)])
  func killed(phase: String, copies: Int) throws {
    try bed.run("echo machine localhost login me password secret >.netrc; chmod 600 .netrc")
    try bed.run("echo \(phase) >box/hold; remindctl in 0.1s --channel mail tea")
    #expect(try bed.waitUntil("test -e box/reached"))
    let helper = "systemctl --user list-units --plain | grep -q Mails.of.remindd"
    #expect(try bed.run(helper).status == 0)
    let first = try bed.property("MainPID")
    try bed.run("kill -9 \(first)")
    #expect(try bed.waitUntil("[ $(systemctl --user show -P MainPID remindd) -gt \(first) ]"))
    // It outlives the daemon, and goes when it is through.
    #expect(try bed.run(helper).status == 0)
    try bed.run("rm box/hold")
    if copies == 2 {
      #expect(try bed.waitUntil("remindctl mail list | grep -q may.have.come"))
      try bed.run("remindctl mail retry")
    }
    #expect(try mails(copies))
    #expect(try bed.waitUntil("remindctl mail log | grep -q tea"))
    #expect(try bed.run("md5sum box/*.eml | cut -c 1-32 | sort -u | wc -l").text == "1\n")
    #expect(try bed.waitUntil("! \(helper)"))
  }
}
