import Foundation
import Testing

@testable import CivilTime
@testable import Configuration
@testable import Reminders
@testable import Scheduler
@testable import Store
@testable import System

@Suite("The store")
struct StoreTests {
  @Test("what was created is there for the next program, whole")
  func created() throws {
    let temporary = try TemporaryStore()
    let rome = try Zone.load("Europe/Rome")
    let wall = WallTime(year: 2026, month: 12, day: 24, hour: 9)!
    let made = [
      try temporary.store.add(
        "tè alle 5 \u{1F375} 'quoted' ; DROP TABLE reminder;--", in: 5,
        at: moment(0)),
      try temporary.store.add(nil, in: 1000, at: moment(0)),
      try temporary.store.add("dinner", at: wall, in: rome, pinned: true, now: moment(0)),
    ]
    try temporary.reopen()
    #expect(try temporary.store.pending(after: .start, limit: 9) == made)
  }

  @Test("ids are small, ascending and never used again")
  func ids() throws {
    let temporary = try TemporaryStore()
    let first = try (0..<3).map { _ in try temporary.store.add("x", in: 9, at: moment(0)).id }
    try temporary.execute("DELETE FROM event; DELETE FROM occurrence; DELETE FROM reminder")
    #expect(first == [1, 2, 3])
    #expect(try temporary.store.add("x", in: 9, at: moment(0)).id == 4)
  }

  @Test("identifiers are version 4 UUIDs, each its own")
  func uuids() {
    let made = (0..<1000).map { _ in System.UUID.random() }
    #expect(Set(made).count == 1000)
    #expect(made.allSatisfy { Foundation.UUID(uuidString: $0)?.uuidString.lowercased() == $0 })
    #expect(made.allSatisfy { Array($0)[14] == "4" && "89ab".contains(Array($0)[19]) })
  }

  @Test("pages follow one another without a gap or a repetition, also among equal times")
  func pages() throws {
    let temporary = try TemporaryStore()
    for number in 0..<25 {
      try temporary.store.add("\(number)", in: Int64(number / 10), at: moment(0))
    }
    var seen: [String] = []
    var key = PageKey.start
    while true {
      let page = try temporary.store.pending(after: key, limit: 7)
      guard let last = page.last else { break }
      seen += page.map { $0.text ?? "" }
      key = last.pageKey
    }
    #expect(seen == (0..<25).map(String.init))
    #expect(
      try temporary.store.counts(shownAfter: .earliest)
        == Counts(pending: 25, held: 0, unanswered: 0))
  }

  @Test("of several ids all are cancelled or none, and each refusal is named")
  func cancelling() throws {
    let temporary = try TemporaryStore()
    let ids = try (0..<3).map { try temporary.store.add("\($0)", in: 9, at: moment(0)).id }
    #expect(throws: StoreError.refused(.notPending([.init(id: 77, state: nil)]))) {
      try temporary.store.cancel([ids[0], 77, ids[1]], at: moment(1).now)
    }
    #expect(try temporary.store.pending(after: .start, limit: 9).count == 3)
    let cancelled = try temporary.store.cancel([ids[2], ids[0]], at: moment(1).now)
    #expect(cancelled.map(\.text) == ["2", "0"])
    #expect(throws: StoreError.refused(.notPending([.init(id: ids[0], state: .cancelled)]))) {
      try temporary.store.cancel([ids[0]], at: moment(2).now)
    }
    let rest = try temporary.store.cancelAll(
      at: moment(3).now, shownAfter: .earliest, naming: 9)
    #expect(rest.count == 1)
    #expect(rest.first.count == 1)
    #expect(
      try temporary.store.counts(shownAfter: .earliest)
        == Counts(pending: 0, held: 0, unanswered: 0))
  }

  @Test("a reminder's whole life is told in order")
  func history() throws {
    let temporary = try TemporaryStore()
    let id = try temporary.store.add("tea", in: 9, at: moment(0)).id
    _ = try temporary.store.cancel([id], at: moment(5).now)
    let life = try #require(try temporary.store.history(of: id))
    #expect(life.events.map(\.kind) == [.created, .cancelled])
    #expect(life.events.map(\.at) == [moment(0).now, moment(5).now])
    #expect(life.events.first?.words == "in 9 ms")
    #expect(life.entry.state == .cancelled)
    #expect(!life.isUnfinished)
    #expect(try temporary.store.history(of: 99) == nil)
  }

  @Test("opening to read makes nothing; there is no store yet")
  func reading() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "remind-\(Foundation.UUID())")
    let paths = Paths { ["HOME": folder.path][$0] }!
    #expect(try ReminderStore(reading: paths, patience: 0) == nil)
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }

  @Test("folders are 0700, files 0600 under a common umask")
  func modes() throws {
    let temporary = try TemporaryStore()
    try temporary.store.add("x", in: 9, at: moment(0))
    let folder = try FileManager.default.attributesOfItem(atPath: temporary.paths.data)
    #expect(folder[.posixPermissions] as? Int == 0o700)
  }

  @Test("a store of a later program is refused by number, and left as it is")
  func newer() throws {
    let temporary = try TemporaryStore()
    try temporary.execute("PRAGMA user_version = 99")
    #expect(throws: StoreError.newer(found: 99, known: Schema.version)) { try temporary.reopen() }
    #expect(throws: StoreError.newer(found: 99, known: Schema.version)) {
      try ReminderStore(reading: temporary.paths, patience: 0)
    }
  }

  @Test("a file that is no database is refused as that")
  func notADatabase() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "remind-\(Foundation.UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let paths = Paths { ["XDG_DATA_HOME": folder.path, "XDG_CONFIG_HOME": "/"][$0] }!
    try paths.makeDataFolder()
    let poem = Data(String(repeating: "Roses are red\n", count: 100).utf8)
    try poem.write(to: URL(filePath: paths.store))
    var cause: StoreError.Cause?
    do throws(StoreError) { _ = try ReminderStore(writing: paths, patience: 0) } catch {
      cause = error.cause
    }
    #expect(cause == .notADatabase)
    #expect(try Data(contentsOf: URL(filePath: paths.store)) == poem)
  }

  @Test(
    "an empty file, and a file at each earlier schema, are brought up to date",
    arguments: 0..<Schema.version)
  func migrated(version: Int) throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "remind-\(Foundation.UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let paths = Paths { ["XDG_DATA_HOME": folder.path, "XDG_CONFIG_HOME": "/"][$0] }!
    try paths.makeDataFolder()
    do {
      let old = try Database(path: paths.store, access: .writer, busy: 0)
      try old.execute("PRAGMA journal_mode = WAL")
      for step in Schema.steps[..<version] { try old.execute(step) }
      try old.execute("PRAGMA user_version = \(version)")
    }
    let store = try ReminderStore(writing: paths, patience: 0)
    try store.add("tea", in: 9, at: moment(0))
    #expect(try Schema.found(in: store.database) == Schema.version)
    #expect(try store.pending(after: .start, limit: 9).map(\.text) == ["tea"])
  }

  @Test("while another program writes for ever: an error after the patience, and nothing stored")
  func locked() throws {
    let temporary = try TemporaryStore()
    try temporary.execute("BEGIN EXCLUSIVE")
    let other = try ReminderStore(writing: temporary.paths, patience: 20)
    var cause: StoreError.Cause?
    do throws(StoreError) {
      _ = try other.create(
        NewReminder(
          text: "x", trigger: .interval(bootID: boot, dueBoot: 0), due: moment(0).now, in: .utc,
          words: "",
          language: nil), at: moment(0).now)
    } catch { cause = error.cause }
    #expect(cause == .locked)
    try temporary.execute("ROLLBACK")
    #expect(try other.counts(shownAfter: .earliest).pending == 0)
  }

  @Test("a transaction within another is a part of it: what fails behind it takes it back")
  func nested() throws {
    let temporary = try TemporaryStore()
    let tea = NewReminder(
      text: "tea", trigger: .interval(bootID: boot, dueBoot: 0), due: moment(0).now, in: .utc,
      words: "", language: nil)
    #expect(throws: StoreError.newer(found: 2, known: 1)) {
      try temporary.store.atomically {
        _ = try temporary.store.create(tea, at: moment(0).now)
        throw StoreError.newer(found: 2, known: 1)
      }
    }
    #expect(try temporary.store.counts(shownAfter: .earliest).pending == 0)
    #expect(try temporary.texts("SELECT count(*) FROM reminder") == ["0"])
  }
}

@Suite("Where files lie")
struct PlacesTests {
  struct Row: Sendable {
    var sentence: String
    var environment: [String: String]
    var data: String?
    var configuration: String?
  }

  @Test(
    "the XDG folders, else those in HOME; relative ones are ignored",
    arguments: [
      Row(
        sentence: "home alone", environment: ["HOME": "/h"], data: "/h/.local/share/remindctl",
        configuration: "/h/.config/remindctl/remindctl.conf"),
      Row(
        sentence: "both set", environment: ["XDG_DATA_HOME": "/d", "XDG_CONFIG_HOME": "/c"],
        data: "/d/remindctl", configuration: "/c/remindctl/remindctl.conf"),
      Row(
        sentence: "relative", environment: ["HOME": "/h", "XDG_DATA_HOME": "d"],
        data: "/h/.local/share/remindctl", configuration: "/h/.config/remindctl/remindctl.conf"),
      Row(
        sentence: "slashes that say nothing were another folder for a program started elsewhere",
        environment: ["HOME": "/h//", "XDG_CONFIG_HOME": "//c/./d/"],
        data: "/h/.local/share/remindctl", configuration: "/c/./d/remindctl/remindctl.conf"),
      Row(
        sentence: "the root folder", environment: ["HOME": "/", "XDG_DATA_HOME": "/"],
        data: "/remindctl", configuration: "/.config/remindctl/remindctl.conf"),
      Row(sentence: "nothing", environment: [:], data: nil, configuration: nil),
      Row(sentence: "relative home", environment: ["HOME": "h"], data: nil, configuration: nil),
    ])
  func paths(row: Row) {
    let paths = Paths { row.environment[$0] }
    #expect(paths?.data == row.data)
    #expect(paths?.configuration == row.configuration)
  }
}
