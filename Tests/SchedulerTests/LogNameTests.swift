import Foundation
import Testing

@testable import Scheduler

@Suite("The name of the write-ahead log")
struct LogNameTests {
  private func isKept(_ temporary: TemporaryStore) -> Bool {
    LogName.isKept(temporary.places.store + "-wal")
  }

  @Test("a log that no daemon has open is nobody's, and so is one that is not there")
  func nobodys() throws {
    let temporary = try TemporaryStore()
    try temporary.store.add("tea", in: 9, at: moment(0))
    #expect(!isKept(temporary))
    #expect(!LogName.isKept(temporary.places.data + "/no-such-log"))
  }

  @Test("the daemon keeps the log as long as it has the store open, through every commit")
  func kept() throws {
    let temporary = try TemporaryStore()
    var daemon: ReminderStore? = try ReminderStore(writing: temporary.places, patience: 1000)
    try daemon?.prepareForDaemon()
    #expect(isKept(temporary))
    try temporary.reopen()
    let tea = try temporary.store.add("tea", in: 9, at: moment(0))
    try daemon?.sync()
    #expect(isKept(temporary))
    daemon = nil
    #expect(!isKept(temporary))
    try temporary.reopen()
    #expect(try temporary.store.pending(after: .start, limit: 9) == [tea])
  }

  @Test("a file that was put in the log's place is not the one that is kept")
  func replaced() throws {
    let temporary = try TemporaryStore()
    try temporary.store.prepareForDaemon()
    let log = temporary.places.store + "-wal"
    #expect(isKept(temporary))
    try FileManager.default.moveItem(atPath: log, toPath: log + ".old")
    try FileManager.default.copyItem(atPath: log + ".old", toPath: log)
    #expect(!isKept(temporary))
    #expect(LogName.isKept(log + ".old"))
  }

  @Test("a log in a folder that is not there, or behind a link, cannot be kept")
  func unkept() throws {
    let temporary = try TemporaryStore()
    let link = temporary.places.data + "/link"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: temporary.places.store + "-wal")
    #expect(LogName.keep(link) == nil)
    #expect(LogName.keep(temporary.places.data + "/none/log") == nil)
  }
}
