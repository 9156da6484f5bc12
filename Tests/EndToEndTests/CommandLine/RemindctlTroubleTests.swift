import Foundation
import Testing

/// A store that cannot be used, and an output that cannot be written.
@Suite struct RemindctlTroubleTests {
  let home: Home
  init() async throws { home = try await Home() }

  struct Trouble: CustomTestStringConvertible, Sendable {
    var sentence: String
    /// Shell; the store's folder is there, and $store is its path.
    var cause: String
    /// The name in JSON.
    var name: String
    var testDescription: String { sentence }
  }

  @Test(
    "a store that cannot be used is exit 5, says why, and is left as it was",
    arguments: [
      Trouble(
        sentence: "not a database", cause: "seq 1000 > $store", name: "store-not-a-database"),
      Trouble(
        sentence: "of a later version", cause: "\(sqlite) 'PRAGMA user_version = 99'",
        name: "store-newer"),
      Trouble(sentence: "a folder", cause: "mkdir $store", name: "store-unreachable"),
      Trouble(
        sentence: "in a folder that is a file",
        cause: "rmdir $XDG_DATA_HOME/remindctl; touch $XDG_DATA_HOME/remindctl",
        name: "store-unreachable"),
    ])
  func store(trouble: Trouble) async throws {
    let made = try await home.shell(
      "store=\(home.store); mkdir \(home.data); { \(trouble.cause); } >/dev/null 2>&1")
    try #require(made.code == 0)
    let sum = "find \(home.folder)/data -type f -name reminders.db | xargs md5sum"
    let before = try await home.shell(sum)
    for line in [["in", "5m"], ["list"], ["cancel", "1"], ["show", "1"], ["status"]] {
      let answer = try await home.run(["remindctl", "--json"] + line)
      #expect(answer.code == 5, "\(line)")
      #expect(answer.error.contains(home.data), "\(line)")
      #expect(answer.output.contains(trouble.name), "\(line): \(answer.output)")
    }
    let after = try await home.shell(sum)
    #expect(before.output == after.output)
  }

  @Test("a folder in the store's place was called an I/O error here, and something else there")
  func folder() async throws {
    try await home.shell("mkdir -p \(home.store)")
    #expect(
      try await home.remindctl("list").error
        == "remindctl: \(home.store) is a folder; move it away and try again.\n")
    let daemon = try await home.run(["remindd"])
    #expect(daemon.code == 5)
    #expect(
      daemon.error == "remindd: The store \(home.store) cannot be used: \(home.store) is a folder\n"
    )
  }

  private static let sqlite =
    "python3 -c 'import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute(sys.argv[2])' $store"

  @Test("a store that another program keeps locked is waited for, then exit 5; reading goes on")
  func locked() async throws {
    try await home.remindctl("in", "5m", "tea")
    let holder = try home.start([
      "/usr/bin/python3", "-uc",
      """
      import sqlite3, sys, time
      database = sqlite3.connect(sys.argv[1], isolation_level=None)
      database.execute("BEGIN IMMEDIATE")
      print("locked")
      time.sleep(600)
      """, home.store,
    ])
    try await holder.wait(for: "the lock") { $0.lines.isEmpty ? nil : 1 }
    let answer = try await home.remindctl("in", "5m", "--json")
    #expect(answer.code == 5)
    #expect(answer.output.contains("store-locked"))
    #expect(try await home.remindctl("list", "--plain").output.contains("tea"))
  }

  @Test(
    "without a place for the store it is exit 5",
    arguments: [
      ["HOME": nil, "XDG_DATA_HOME": nil], ["HOME": "", "XDG_DATA_HOME": ""],
      ["HOME": nil, "XDG_DATA_HOME": "relative"],
    ] as [[String: String?]])
  func noHome(changing: [String: String?]) async throws {
    for verb in ["in", "list", "status"] {
      let answer = try await home.remindctl(verb, changing: changing)
      #expect(answer.code == 5)
      #expect(answer.error.contains("XDG_DATA_HOME"))
    }
  }

  @Test("a zone that there is not is said, and UTC is used")
  func zone() async throws {
    let answer = try await home.remindctl("in", "5m", "--json", changing: ["TZ": "Nowhere/Land"])
    #expect(answer.code == 0)
    #expect(answer.error.contains("TZ"))
    #expect(answer.output.contains("+00:00"))
  }

  @Test(
    "an output that cannot be written is exit 1, and what was done is said",
    arguments: ["/dev/full", "&-"])
  func output(place: String) async throws {
    let made = try await home.shell("remindctl in 5m tea >\(place)")
    #expect(made.code == 1)
    #expect(made.error.contains("It is done"))
    #expect(made.error.contains("Standard output cannot be written"))
    for line in ["list", "list --json", "status", "show 1", "help"] {
      let answer = try await home.shell("remindctl \(line) >\(place)")
      #expect(answer.code == 1, "\(line)")
      #expect(answer.error.contains("Standard output cannot be written"), "\(line)")
    }
    #expect(try await home.remindctl("list", "--plain").output.contains("tea"))
  }

  @Test("a closed standard output never becomes the store's descriptor")
  func closedDescriptors() async throws {
    for closed in [">&-", "<&- >&-", "<&- >&- 2>&-"] {
      _ = try await home.shell("remindctl in 5m -- 'text that must not be in the header' \(closed)")
    }
    let list = try await home.remindctl("list", "--plain")
    #expect(list.output.split(separator: "\n").count == 3)
    let check = try await home.shell("head -c 15 \(home.store)")
    #expect(check.output == "SQLite format 3")
  }

  @Test("a reader that goes away ends a list quietly")
  func brokenPipe() async throws {
    try await home.create(20, in: "1h")
    let answer = try await home.shell("remindctl list --json | head -n 1; remindctl list | true")
    #expect(answer.error == "")
    #expect(answer.output.hasPrefix("{"))
  }
}
