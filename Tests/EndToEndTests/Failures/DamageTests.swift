import Beds
import Foundation
import Testing

@testable import Localization

/// A store whose bytes are not what was written: what can be read is there again, the damaged file is
/// kept aside, and the user is told.
@Suite struct DamageTests {
  let home: Home
  init() async throws { home = try await Home() }

  struct Damage: CustomTestStringConvertible, Sendable {
    var sentence: String
    /// Shell; $store is the store, closed, with reminders `1` to `60`.
    var cause: String
    /// How many can be saved at least.
    var saved: Int
    var testDescription: String { sentence }
  }

  static let damages = [
    Damage(sentence: "a first page of garbage", cause: garbage(page: 0), saved: 60),
    Damage(sentence: "a page of garbage", cause: garbage(page: 4), saved: 0),
    Damage(
      sentence: "a head of zeros", cause: "dd if=/dev/zero of=$store bs=100 count=1 conv=notrunc",
      saved: 60),
    Damage(
      sentence: "half a file", cause: "truncate -s $(($(stat -c %s $store) / 2)) $store", saved: 0),
    Damage(
      sentence: "a torn page", cause: "truncate -s $(($(stat -c %s $store) - 5000)) $store",
      saved: 0),
    Damage(
      sentence: "nothing but zeros",
      cause: "s=$(stat -c %s $store); truncate -s 0 $store; truncate -s $s $store", saved: 0),
  ]

  private static func garbage(page: Int) -> String {
    "head -c 4096 /dev/zero | tr '\\0' '\\252' | dd of=$store bs=4096 seek=\(page) conv=notrunc"
  }

  private func damage(_ damage: Damage) async throws {
    try await home.create(60, in: "1h")
    let done = try await home.shell("store=\(home.store); { \(damage.cause); } 2>/dev/null")
    try #require(done.code == 0)
  }

  private func expectAside(_ said: String) async throws {
    #expect(said.contains("was damaged"), "\(said)")
    let names = try FileManager.default.contentsOfDirectory(atPath: home.data)
    let aside = try #require(names.first { $0.hasPrefix("reminders.db.damaged-") })
    #expect(said.contains(aside))
    #expect(try await home.remindctl("status").output.contains(aside))
    let check = try await home.run([
      "python3", "-c",
      "import sqlite3, sys; print(*sqlite3.connect(sys.argv[1]).execute('PRAGMA integrity_check'))",
      home.store,
    ])
    #expect(check.output == "('ok',)\n")
  }

  @Test("remindctl repairs it and then does what it was asked to", arguments: damages)
  func byClient(_ row: Damage) async throws {
    try await damage(row)
    let made = try await home.remindctl("in", "2h", "new")
    #expect(made.code == 0, "\(made.error)")
    try await expectAside(made.error)
    let list = try await home.remindctl("list", "--plain").output.split(separator: "\n")
    #expect(list.count > row.saved)
    #expect(list.contains { $0.hasSuffix("new") })
  }

  @Test(
    "remindd repairs it when it starts, and serves it",
    arguments: damages.filter { !$0.sentence.contains("page of") || $0.saved == 60 })
  func byDaemon(_ row: Damage) async throws {
    try await damage(row)
    let daemon = try await home.remindd("--channel", "stdout")
    try await expectAside(daemon.child.said.error)
    try await home.remindctl("in", "0.1s", "new")
    try await daemon.line(with: "new")
  }

  @Test(
    "damage under a running daemon is found with the next change, and repaired",
    arguments: [
      damages[0], damages[2], damages[3],
    ])
  func underDaemon(_ row: Damage) async throws {
    let daemon = try await home.service("--channel", "stdout")
    try await home.create(60, in: "1h")
    // What is committed and only in the log survives even a file of zeros.
    try await home.shell("store=\(home.store); { \(row.cause); } 2>/dev/null")
    let made = try await home.remindctl("in", "0.1s", "new")
    #expect(made.code == 0, "\(made.error)")
    try await daemon.line(with: "new")
    let list = try await home.remindctl("list", "--plain").output.split(separator: "\n")
    #expect(list.count == 61, "\(daemon.child.said.error)")
  }

  /// What overwrites the rows of a page, and leaves its head and its list of rows as they are: SQLite
  /// reads on, and finds fewer rows, or none, without a word.
  static let bytes = [
    "zeros": "cat /dev/zero", "bytes 0xff": "tr '\\0' '\\377' </dev/zero",
    "random bytes": "python3 -c \"import random, sys; r = random.Random(7); "
      + "sys.stdout.buffer.write(r.randbytes(9999))\"",
  ]

  private func overwrite(with name: String) async throws {
    let bytes = try #require(Self.bytes[name])
    let pipe = "dd of=\(home.store) bs=1 seek=5000 count=3000 conv=notrunc"
    try await home.shell("{ \(bytes); } 2>/dev/null | \(pipe) 2>/dev/null")
  }

  @Test(
    "rows that were gone without a word: every verb finds that, and repairs it",
    arguments: bytes.keys.sorted(),
    [
      ["list"], ["list", "--plain"], ["show", "2"], ["export"], ["backup", "copy.db"],
      ["cancel", "2"], ["edit", "2", "--text", "new"], ["doctor", "--repair"],
    ])
  func silent(_ name: String, _ command: [String]) async throws {
    try await home.create(4, in: "1h")
    try await overwrite(with: name)
    let doctor = try await home.remindctl("doctor", "--json")
    #expect(doctor.code == 1)
    #expect(doctor.output.contains("\"remindctl doctor --repair\""), "\(doctor.output)")
    let answer = try await home.shell(
      "cd \(home.data) && remindctl \(command.joined(separator: " "))")
    try await expectAside(answer.error)
    let counts = try await home.remindctl("list", "--plain").output.split(separator: "\n").count
    #expect(counts >= (command[0] == "cancel" ? 3 : 4), "\(answer)")
    #expect(!(try await home.remindctl("doctor", "--json").output.contains("--repair")))
  }

  @Test(
    "the daemon finds rows that are gone when the first of them is due",
    arguments: bytes.keys.sorted())
  func silentUnderDaemon(_ name: String) async throws {
    try await home.create(4, in: "2s")
    try await overwrite(with: name)
    let daemon = try await home.service("--channel", "stdout", "--json")
    for id in 1...4 { try await daemon.line(with: "\"id\":\(id),") }
    try await expectAside(daemon.child.said.error)
  }

  @Test("one sector of the disk, whichever: all sixty come, if some without a text or at once")
  func sectors() async throws {
    try await home.create(60, in: "1h")
    let whole = try Data(contentsOf: URL(fileURLWithPath: home.store))
    var numbers = Chance(seed: 7)
    for _ in 0..<60 {
      for name in try FileManager.default.contentsOfDirectory(atPath: home.data) {
        try? FileManager.default.removeItem(atPath: home.data + "/" + name)
      }
      let sector = Int.random(in: 0..<whole.count / 512, using: &numbers)
      let fill: UInt8? = [0, 0xff, nil].randomElement(using: &numbers)!
      var damaged = whole
      for place in sector * 512..<sector * 512 + 512 {
        damaged[place] = fill ?? UInt8.random(in: 0...255, using: &numbers)
      }
      try damaged.write(to: URL(fileURLWithPath: home.store))
      // The first may have begun to print; then it says that it was damaged, and the next has all.
      _ = try await home.remindctl("list", "--plain")
      let list = try await home.remindctl("list", "--plain").output.split(separator: "\n")
      #expect(list.count == 60, "sector \(sector), \(fill.map(String.init) ?? "anything")")
    }
  }

  @Test("in a folder that may only be read it is said, exit 5, and nothing is touched")
  func readOnly() async throws {
    try await damage(Self.damages[0])
    let sum = try await home.shell("md5sum \(home.store)").output
    chmod(home.data, 0o500)
    defer { chmod(home.data, 0o700) }
    for command in [["remindctl", "list"], ["remindctl", "in", "1h", "new"], ["remindd"]] {
      let answer = try await home.runAsUser(command)
      #expect(answer.code == 5, "\(answer.error)")
      #expect(answer.error.contains(home.data), "\(answer.error)")
    }
    #expect(try await home.shell("md5sum \(home.store)").output == sum)
  }

  @Test("another program's database is no store: it was written into; now it is left as it is")
  func foreignDatabase() async throws {
    try await home.run([
      "python3", "-c",
      "import sqlite3, sys, os; os.makedirs(os.path.dirname(sys.argv[1]), 0o700); "
        + "sqlite3.connect(sys.argv[1]).execute('CREATE TABLE addresses(name)')", home.store,
    ])
    let sum = try await home.shell("md5sum \(home.store)").output
    for command in [["remindctl", "in", "1h", "new"], ["remindd"]] {
      let answer = try await home.run(command)
      #expect(answer.code == 5, "\(answer.error)")
    }
    #expect(try await home.shell("md5sum \(home.store)").output == sum)
  }
}
