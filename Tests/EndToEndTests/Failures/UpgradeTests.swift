import Beds
import Foundation
import Testing

/// Files that older programs have written (`Installed/make`): store, backup, configuration and spool. All of it
/// opens, nothing is lost, and no file is set aside.
@Suite("files of older programs") struct UpgradeTests {
  private static let folder = Project.file("Tests/EndToEndTests/Installed")
  let home: Home
  init() async throws { home = try await Home() }

  /// Puts the old files in their place, as their owner's alone.
  private func install() async throws {
    let copied = try await home.shell(
      """
      set -e
      cp -R \(Self.folder)/data "$XDG_DATA_HOME/remindctl"
      cp -R \(Self.folder)/config "$XDG_CONFIG_HOME/remindctl"
      chmod -R go= "$XDG_DATA_HOME" "$XDG_CONFIG_HOME"
      """)
    #expect(copied.code == 0, "\(copied.error)")
  }

  private func remindctl(_ line: String) async throws -> Home.Answer {
    try await home.shell("TZ=Europe/Rome remindctl \(line)")
  }

  /// What the old remindctl printed of the same files.
  private func old(_ name: String) throws -> NSDictionary {
    let data = try Data(contentsOf: URL(filePath: "\(Self.folder)/\(name).json"))
    return try #require(try JSONSerialization.jsonObject(with: data) as? NSDictionary)
  }

  private func files() async throws -> [String] {
    try await home.shell("cd \(home.data) && find . -type f | sort").output
      .split(separator: "\n").map(String.init)
  }

  private let commands = ["list": "list", "history": "history", "mail": "mail list"]

  @Test("what the old remindctl printed of the store is printed as before")
  func lists() async throws {
    try await install()
    for (name, command) in commands {
      #expect(try await remindctl("\(command) --json").object() as NSDictionary == old(name))
    }
  }

  @Test("a backup is restored whole, with the files of its mails")
  func backup() async throws {
    let answer = try await remindctl("restore \(Self.folder)/backup --force")
    #expect(answer.code == 0, "\(answer.error)")
    for (name, command) in commands {
      #expect(try await remindctl("\(command) --json").object() as NSDictionary == old(name))
    }
    #expect(try await files().filter { $0.hasPrefix("./mail/") }.count == 2)
  }

  @Test(
    "the daemon serves them without a complaint, and goes on with them")
  func daemon() async throws {
    try await install()
    let before = try await files().filter { $0.hasPrefix("./mail/") }
    let daemon = try await home.remindd("--channel", "stdout", changing: ["TZ": "Europe/Rome"])
    try await home.show("made by the new program", by: daemon)
    #expect(!daemon.child.said.error.contains("remindctl.conf"))
    let known: Set = [
      "reminders.db", "reminders.db-shm", "reminders.db-wal", "changed", "remindd.lock",
    ]
    let after = try await files()
    #expect(after.filter { $0.hasPrefix("./mail/") } == before)
    #expect(Set(after.filter { !$0.hasPrefix("./mail/") }.map { String($0.dropFirst(2)) }) == known)
    let texts = try await remindctl("list --plain").output
    for text in try #require(old("list")["reminders"] as? [[String: Any]]).compactMap({
      $0["text"] as? String
    }) {
      #expect(texts.contains(text.split(separator: "\n")[0]), "\(text)")
    }
    #expect(try await remindctl("done 4 && remindctl undo").code == 0)
    let doctor = try await remindctl("doctor --json").output
    #expect(!doctor.contains("damaged") && !doctor.contains("newer"), "\(doctor)")
  }
}
