import Beds
import Foundation
import Testing

/// The files of mails: in backups, after a restore, and where they are gone or left over.
@Suite("files of mails", .timeLimit(.minutes(5)), .enabled(if: MailBed.isThere))
struct MailSpoolTests {
  /// A mail with a file that is to come, and one that was written and waits.
  private func fill(_ bed: MailBed) async throws {
    try await bed.home.shell("echo content > ~/plan.txt")
    let file = bed.home.folder + "/home/plan.txt"
    try await bed.home.remindctl("in", "1s", "--channel", "mail", "--attach", file, "waits")
    let daemon = try await bed.home.remindd("--channel", "stdout")
    _ = try await bed.wait("list") { $0.contains { $0.state == "held" } }
    daemon.child.send(SIGTERM)
    _ = try await daemon.child.end()
    try await bed.home.remindctl("in", "1h", "--channel", "mail", "--attach", file, "to come")
  }

  private func content(_ bed: MailBed) async throws -> String {
    try await bed.home.shell("cd \(bed.home.data)/mail && find . -type f | sort | xargs sha256sum")
      .output
  }

  @Test("a backup has them, in its one file, and brings them back: the same bytes go")
  func backup() async throws {
    let bed = try await MailBed(fault: "full")
    try await fill(bed)
    let before = try await content(bed)
    #expect(before.split(separator: "\n").count == 3)
    let backup = bed.home.folder + "/home/b"
    let made = try await bed.home.remindctl("backup", backup)
    #expect(
      made.output
        == "2 reminders are copied to \(backup).\nWith 3 files of their mails.\n", "\(made)")
    // A store in which a mail was tried was taken for a damaged one.
    #expect(made.error == "")
    #expect(try await bed.home.finding("store")["found"] as? String == "sound")
    let json = try await bed.home.remindctl("backup", backup + "2", "--json")
    #expect(json.output.contains("\"mail_files\":3"))
    let shown = try await bed.home.remindctl("mail", "show", "1", "--raw").output
    try await bed.home.shell("rm -r \(bed.home.data)")
    #expect(try await bed.home.remindctl("restore", backup, "--force").code == 0)
    #expect(try await content(bed) == before)
    #expect(try await bed.home.remindctl("mail", "show", "1", "--raw").output == shown)
    let store = try await bed.home.shell("wc -c < \(bed.home.store)")
    #expect((Int(store.output.dropLast()) ?? 0) < 200_000)
    // What was in the store before is kept with its files.
    try await bed.home.remindctl("mail", "cancel", "1")
    let again = try await bed.home.remindctl("restore", backup, "--force")
    let aside = try #require(again.error.firstMatch(of: /kept as (.*)\./)?.1)
    try await bed.home.shell("rm -r \(bed.home.data)/mail")
    #expect(try await bed.home.remindctl("restore", String(aside), "--force").code == 0)
    #expect(try await content(bed) == before)
    #expect(
      try await bed.home.remindctl("doctor", "--json").output.contains(
        #""check":"mail","state":"ok""#))
  }

  @Test("what was mailed since the backup was made is mailed again, and restore said nothing of it")
  func mailedSince() async throws {
    let bed = try await MailBed(fault: "ok")
    try await bed.home.remindctl("in", "1s", "--channel", "mail", "tea")
    try await bed.home.remindctl("in", "1h", "--channel", "mail", "later")
    let backup = bed.home.folder + "/home/b"
    #expect(try await bed.home.remindctl("backup", backup).code == 0)
    let daemon = try await bed.home.remindd("--channel", "stdout")
    _ = try await bed.wait("log") { !$0.isEmpty }
    try await daemon.end(SIGTERM)
    let restored = try await bed.home.remindctl("restore", backup, "--force")
    #expect(restored.error.contains("and mailed again: 1."), "\(restored)")
    let json = try await bed.home.remindctl("restore", backup, "--force", "--json")
    #expect(json.output.contains("\"mailed_again\":[]"))
  }

  @Test("a backup that is copied into the store's place by hand brings them along, too")
  func byHand() async throws {
    let bed = try await MailBed(fault: "full")
    try await fill(bed)
    let before = try await content(bed)
    try await bed.home.remindctl("backup", bed.home.folder + "/home/b")
    try await bed.home.shell(
      "rm -r \(bed.home.data)/*; cp ~/b \(bed.home.store)")
    let daemon = try await bed.home.remindd("--channel", "stdout")
    try await until("the files") { try await content(bed) == before }
    #expect(try await bed.home.remindctl("list", "--plain").output.contains("to come"))
    _ = daemon
  }

  @Test("files that are gone, and files of nobody's, are found")
  func doctor() async throws {
    let bed = try await MailBed(fault: "full")
    try await fill(bed)
    func findings() async throws -> String {
      try await bed.home.remindctl("doctor", "--json").output
    }
    #expect(try await findings().contains(#""check":"mail","state":"ok""#))
    let stranger = bed.home.data + "/mail/00000000-0000-4000-8000-000000000000"
    try await bed.home.shell("mkdir \(stranger); touch \(stranger)/1.file")
    #expect(!(try await findings().contains("no-reminder")))
    try await bed.home.shell("touch -d '2 days ago' \(stranger)")
    let note = try await findings()
    #expect(note.contains(#""found":"no-reminder","command":"rm -r \#(stranger)""#), "\(note)")
    try await bed.home.shell("rm \(bed.home.data)/mail/*/*.file")
    let gone = try await findings()
    #expect(gone.contains(#""found":"file-gone","command":"remindctl edit 2 --attach=""#))
    // The daemon takes away what is nobody's, and tells of what cannot be sent.
    try await bed.home.shell("touch -d '2 days ago' \(stranger)")
    try await bed.home.remindctl("edit", "2", "--in", "1s")
    let daemon = try await bed.home.remindd("--channel", "stdout")
    try await daemon.error(with: "a file that goes with it cannot be read")
    try await daemon.line(with: "to come")
    try await until("the end of nobody's files") {
      !FileManager.default.fileExists(atPath: stranger)
    }
    let log = try await bed.home.remindctl("mail", "log", "--json")
    #expect(log.output.contains("\"reason\":\"attachment_unreadable\""))
  }

  @Test("what may have been sent and whose bytes are gone is told, and never sent as another mail")
  func lostBytes() async throws {
    let bed = try await MailBed(fault: "drop-stored")
    try await bed.home.remindctl("in", "1s", "--channel", "mail", "tea")
    let daemon = try await bed.home.remindd("--channel", "stdout")
    _ = try await bed.wait("list") { $0.contains { $0.state == "unknown" } }
    #expect(bed.mails.count == 1)
    try await bed.home.shell("rm \(bed.home.data)/mail/*/*.eml")
    #expect(
      try await bed.home.remindctl("doctor", "--json").output.contains(
        #""found":"file-gone","command":"remindctl mail cancel 1""#))
    try await bed.home.remindctl("mail", "retry", "1")
    try await daemon.error(with: "it may have been sent, and its bytes are gone")
    try await daemon.line(with: "tea")
    let log = try await bed.home.remindctl("mail", "log", "--status", "spool_lost", "--plain")
    #expect(log.output.hasPrefix("1\t"))
    #expect(bed.mails.count == 1)
  }
}
