import Foundation
import Testing

/// What stands where SQLite has its journal of a store.
@Suite struct RollbackJournalTests {
  let home: Home
  private let journal: String

  init() async throws {
    home = try await Home()
    journal = home.store + "-journal"
  }

  private func python(_ program: String) async throws {
    let answer = try await home.run(["python3", "-c", program, home.store, home.folder])
    #expect(answer.code == 0, "\(answer.error)")
  }

  /// Leaves what a program leaves that is killed in the midst of changing `store` in place.
  private static let killed = """
    import os, shutil, sqlite3, sys
    def killed(store, to):
      if os.path.exists(store): shutil.copy(store, to + '/copy')
      copy = to + '/copy'
      c = sqlite3.connect(copy, isolation_level=None)
      c.execute('PRAGMA journal_mode = DELETE')
      c.execute('CREATE TABLE IF NOT EXISTS t(x)')
      c.execute('PRAGMA cache_size = 1')
      c.execute('BEGIN')
      c.execute("UPDATE reminder SET text = 'half'") if os.path.exists(store) else None
      c.execute("INSERT INTO t SELECT zeroblob(9000) FROM json_each('[1,2,3,4,5,6,7,8,9]')")
      shutil.copy(copy, to + '/half')
      shutil.copy(copy + '-journal', to + '/half-journal')
      c.execute('ROLLBACK')

    """

  @Test(
    "a file in the journal's place was deleted, or played into the store; beside a daemon nothing was said",
    arguments: [false, true], ["words", "another's"])
  func foreign(isServed: Bool, what: String) async throws {
    try await home.remindctl("in", "1h", "tea")
    let daemon = isServed ? try await home.remindd("--channel", "stdout") : nil
    if what == "words" {
      try await home.shell("echo a shopping list > \(journal)")
    } else {
      try await python(
        Self.killed + "killed('/proc/nowhere', sys.argv[2])\n"
          + "shutil.copy(sys.argv[2] + '/half-journal', sys.argv[1] + '-journal')")
    }
    let before = try Data(contentsOf: URL(fileURLWithPath: journal))
    for command in ["in 1h x", "list", "backup \(home.folder)/copy2", "doctor --repair"] {
      let answer = try await home.shell("remindctl \(command)")
      #expect(answer.code == 5)
      #expect(
        answer.error
          == "remindctl: \(journal) is none of the store's files; move it away and try again.\n")
    }
    if let daemon {
      #expect(try await daemon.end(SIGTERM) == .code(0))
    }
    let refused = try await home.run(["timeout", "170", "remindd"])
    #expect(refused.code == 5)
    #expect(refused.error.contains("\(journal) is none of the store's files"), "\(refused.error)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: journal)) == before)
    let command = try #require(try await home.finding("store")["command"] as? String)
    #expect(command == "mv \(journal) \(journal).aside")
    try await home.shell(command)
    #expect(try await home.finding("store")["found"] as? String == "sound")
    #expect(try await home.remindctl("list").output.contains("tea"))
  }

  @Test("of a copy that sqlite3 was changing when it was killed, `list` showed what was half done")
  func ownOfACopy() async throws {
    try await home.remindctl("in", "1h", "tea")
    try await python(
      Self.killed + "killed(sys.argv[1], sys.argv[2])\n"
        + "shutil.copy(sys.argv[2] + '/half', sys.argv[1])\n"
        + "shutil.copy(sys.argv[2] + '/half-journal', sys.argv[1] + '-journal')")
    #expect(FileManager.default.fileExists(atPath: journal))
    let list = try await home.remindctl("list")
    #expect(list.code == 0, "\(list.error)")
    #expect(list.output.contains("tea") && !list.output.contains("half"))
    #expect(!FileManager.default.fileExists(atPath: journal))
  }

  /// What the change to a log leaves when it is cut off at its last step: the file is changed, the journal not
  /// deleted yet. With the checksum of https://www.sqlite.org/fileformat2.html#the_rollback_journal.
  private static let cutOff = """
    import os, sqlite3, struct, sys
    store = sys.argv[1]
    def journal(records, pages, page=b''):
      head = bytes.fromhex('d9d505f920a163d7') + struct.pack('>5I', records, 7, pages, 512, 4096)
      if page: page = struct.pack('>I', 1) + page + struct.pack('>I', 7 + sum(page[3896:0:-200]))
      open(store + '-journal', 'wb').write(head.ljust(512, b'\\0') + page)

    """

  @Test(
    "a program killed while it makes a store, or has it keep a log, leaves a journal that is the store's",
    arguments: [
      // Made by nobody else yet, and by one that got as far as the first page.
      "open(store, 'w'); journal(0, 0)",
      "c = sqlite3.connect(store); c.execute('PRAGMA journal_mode = WAL'); c.close(); journal(0, 0)",
      """
      c = sqlite3.connect(store); c.execute('PRAGMA journal_mode = DELETE'); c.close()
      old = open(store, 'rb').read()
      c = sqlite3.connect(store); c.execute('PRAGMA journal_mode = WAL'); c.close()
      assert open(store, 'rb').read()[18] == 2 and old[18] == 1
      journal(1, len(old) // 4096, old[:4096])
      """,
    ])
  func ownOfAChange(left: String) async throws {
    try await home.remindctl("in", "1h", "tea")
    let isNew = !left.contains("DELETE")
    if isNew { try await home.shell("rm \(home.store)*") }
    try await python(Self.cutOff + left)
    let made = try await home.remindctl("in", "1h", "cake")
    #expect(made.code == 0, "\(made.error)")
    let list = try await home.remindctl("list").output
    #expect(list.contains("cake"))
    #expect(list.contains("tea") == !isNew, "\(list)")
    #expect(!FileManager.default.fileExists(atPath: journal))
  }
}
