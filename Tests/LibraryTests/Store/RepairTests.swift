import Foundation
import Testing

@testable import Reminders
@testable import Scheduler
@testable import Store

/// A damaged store: what can be read is read, whatever was hit.
@Suite("A damaged store")
struct RepairTests {
  static let count = 300

  /// A store of some pages, with a long text and things that are over; closed, so that all is in the
  /// file.
  private static func make() throws -> TemporaryStore {
    let temporary = try TemporaryStore()
    let store = temporary.store
    try temporary.execute("PRAGMA synchronous = OFF")
    for number in 1...count {
      let text = number == 7 ? String(repeating: "long ", count: 4000) : "text \(number)"
      try store.add(text, in: Int64(number) * 1000, at: moment(0))
    }
    _ = try store.cancel([Int64(count)], at: moment(1).now)
    temporary.close()
    return temporary
  }

  private static let error = StoreError.database(code: 11, message: "malformed")

  private func texts(_ temporary: TemporaryStore) throws -> Set<String> {
    Set(try temporary.texts("SELECT text FROM reminder WHERE text IS NOT NULL"))
  }

  @Test(
    "a reminder whose row is gone without a word is damage, whoever meets it",
    arguments: [
      "due", "pending", "outstanding", "history", "target", "details", "deliveries", "alarms",
      "popup",
    ])
  func orphans(_ who: String) throws {
    let bed = try EngineBed(.stdout)
    for text in ["first", "second"] { try bed.add(text, in: 0, ReminderOptions(), at: moment(0)) }
    try bed.add("later", in: 60_000, options { $0.before = [1000] }, at: moment(0))
    try bed.add("over", in: 60_000, ReminderOptions(), at: moment(0))
    _ = try bed.store.cancel([4], at: moment(1).now)
    bed.send(.storeChanged, at: moment(1))
    let popup = PopupID(server: ":1.1", notification: 7)
    try bed.temporary.execute(
      "UPDATE delivery SET notification = 7, server = ':1.1' WHERE occurrence = 1")
    let far = moment(3_600_000).now
    func look() throws(StoreError) -> Int {
      let store = bed.store
      return switch who {
      case "due": try store.due(at: far, after: .start, limit: 9).count
      case "pending": try store.pending(after: .start, limit: 9).count
      case "outstanding":
        try store.outstanding(after: .start, limit: 9, shownAfter: .earliest).count
      case "history": try store.history(since: .earliest, before: .end, limit: 9).count
      case "target": try store.target(of: 3) == nil ? 0 : 1
      case "details": try store.history(of: 3) == nil ? 0 : 1
      case "deliveries": try store.nextDeliveries(on: .stdout, after: 0, limit: 9).count
      case "alarms": try store.ring(at: far, limit: 9) { _, _ in [] }
      default: try store.shown(in: popup).count
      }
    }
    // It is there to be met; looking rings an alarm, too.
    if who != "alarms" { #expect(try look() > 0) }
    try bed.temporary.execute("PRAGMA foreign_keys = OFF; DELETE FROM reminder")
    let error = #expect(throws: StoreError.self) { try look() }
    #expect(error?.isDamage == true)
  }

  @Test("whichever page is lost, all that stood on the others is there again")
  func everyPage() throws {
    let temporary = try Self.make()
    let whole = try Data(contentsOf: URL(filePath: temporary.paths.store))
    #expect(whole.count > 20 * 4096)
    for page in 0..<whole.count / 4096 {
      var damaged = whole
      let range = page * 4096..<(page + 1) * 4096
      damaged.replaceSubrange(range, with: (0..<4096).map { _ in UInt8.random(in: 0...255) })
      try damaged.write(to: URL(filePath: temporary.paths.store))
      _ = try Repair.run(temporary.paths, after: Self.error, at: moment(2).now)
      try temporary.reopen()
      let lost = whole[range]
      let found = try texts(temporary)
      for number in 1..<Self.count where number != 7 {
        let isOnIt = lost.range(of: Data("text \(number)".utf8)) != nil
        #expect(isOnIt || found.contains("text \(number)"), "page \(page + 1)")
      }
      #expect(try temporary.texts("PRAGMA integrity_check") == ["ok"])
      #expect(try temporary.texts("PRAGMA foreign_key_check") == [])
      // Nothing that had a time is without one.
      let withoutTime = try temporary.texts(
        "SELECT id FROM reminder WHERE id NOT IN (SELECT reminder FROM occurrence)")
      #expect(withoutTime == [])
      #expect(try temporary.store.add("new", in: 1, at: moment(3)).id > Self.count)
      temporary.close()
    }
  }

  @Test("the first half of a file gives the first half of what was in it, the log the rest")
  func half() throws {
    let temporary = try Self.make()
    try temporary.reopen()
    try temporary.store.add("in the log", in: 5, at: moment(1))
    // Another one reads: closing the first leaves the log where it is.
    let reader = try #require(try ReminderStore(reading: temporary.paths, patience: 0))
    _ = try reader.pending(after: .start, limit: 1)
    let size = try Data(contentsOf: URL(filePath: temporary.paths.store)).count
    truncate(temporary.paths.store, off_t(size / 2))
    let recovered = try #require(
      try Repair.run(temporary.paths, after: Self.error, at: moment(2).now))
    try temporary.reopen()
    let all = recovered.reminders + recovered.withoutText + recovered.withoutTime
    #expect(all > Self.count / 4)
    #expect(try texts(temporary).contains("in the log"))
    #expect(FileManager.default.fileExists(atPath: recovered.aside))
    #expect(recovered.aside.hasSuffix("reminders.db.damaged-20260617T120000Z"))
    #expect(reader.database.hasMoved)
  }

  @Test("a file of zeros is kept aside, and an empty store takes its place")
  func zeros() throws {
    let temporary = try Self.make()
    try Data(count: 65_536).write(to: URL(filePath: temporary.paths.store))
    let error = StoreError.database(code: 26, message: "")
    let recovered = try #require(try Repair.run(temporary.paths, after: error, at: moment(2).now))
    #expect(recovered.reminders == 0)
    try temporary.reopen()
    #expect(try temporary.store.pending(after: .start, limit: 1) == [])
  }

  @Test("a file that never was a store is left as it is")
  func somethingElse() throws {
    let temporary = try Self.make()
    let list = Data(String(repeating: "a shopping list\n", count: 1000).utf8)
    try list.write(to: URL(filePath: temporary.paths.store))
    let error = StoreError.database(code: 26, message: "")
    #expect(throws: error) {
      try Repair.run(temporary.paths, after: error, at: moment(2).now)
    }
    #expect(try Data(contentsOf: URL(filePath: temporary.paths.store)) == list)
  }

  @Test("a store that is well is left as it is")
  func well() throws {
    let temporary = try Self.make()
    #expect(try Repair.run(temporary.paths, after: Self.error, at: moment(2).now) == nil)
    try temporary.reopen()
    #expect(try texts(temporary).count == Self.count)
  }

  @Test("who writes while it is repaired is refused, and loses nothing in the file that is aside")
  func writer() throws {
    let temporary = try Self.make()
    try temporary.reopen()
    let recovered = try damageOnce(temporary)
    let error = #expect(throws: StoreError.self) {
      try temporary.store.add("late", in: 1, at: moment(1))
    }
    #expect(error?.cause == .moved)
    #expect(FileManager.default.fileExists(atPath: recovered.aside))
  }

  private func damageOnce(_ temporary: TemporaryStore) throws -> RecoveryReport {
    let file = try FileHandle(forUpdating: URL(filePath: temporary.paths.store))
    try file.seek(toOffset: 9 * 4096)
    try file.write(contentsOf: Data(repeating: 0xff, count: 4096))
    try file.close()
    return try #require(try Repair.run(temporary.paths, after: Self.error, at: moment(2).now))
  }
}
