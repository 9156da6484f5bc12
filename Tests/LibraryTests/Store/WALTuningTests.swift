import Foundation
import Testing

@testable import Scheduler
@testable import Store

@Suite("The write-ahead log")
struct WALTuningTests {
  private func isKept(_ temporary: TemporaryStore) -> Bool {
    WALTuning.isKept(temporary.paths.store + "-wal")
  }

  @Test("a log that no daemon has open is nobody's, and so is one that is not there")
  func nobodys() throws {
    let temporary = try TemporaryStore()
    try temporary.store.add("tea", in: 9, at: moment(0))
    #expect(!isKept(temporary))
    #expect(!WALTuning.isKept(temporary.paths.data + "/no-such-log"))
  }

  @Test("the daemon keeps the log as long as it has the store open, through every commit")
  func kept() throws {
    let temporary = try TemporaryStore()
    var daemon: ReminderStore? = try ReminderStore(writing: temporary.paths, patience: 1000)
    daemon?.prepareLog()
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
    temporary.store.prepareLog()
    let log = temporary.paths.store + "-wal"
    #expect(isKept(temporary))
    try FileManager.default.moveItem(atPath: log, toPath: log + ".old")
    try FileManager.default.copyItem(atPath: log + ".old", toPath: log)
    #expect(!isKept(temporary))
    #expect(WALTuning.isKept(log + ".old"))
  }

  @Test("a log in a folder that is not there, or behind a link, cannot be kept")
  func unkept() throws {
    let temporary = try TemporaryStore()
    let link = temporary.paths.data + "/link"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: temporary.paths.store + "-wal")
    #expect(WALTuning.keep(link) == nil)
    #expect(WALTuning.keep(temporary.paths.data + "/none/log") == nil)
  }

  @Test("a log that was filled holds what was written before and takes what is written then")
  func filled() throws {
    let temporary = try TemporaryStore()
    var daemon: ReminderStore? = try ReminderStore(writing: temporary.paths, patience: 1000)
    var made = [try temporary.store.add("before", in: 9, at: moment(0))]
    daemon?.prepareLog()
    let length = try size(of: temporary)
    #expect(length > 1000 * 4096)
    try temporary.reopen()
    for number in 0..<9 { made.append(try temporary.store.add("\(number)", in: 99, at: moment(0))) }
    #expect(try size(of: temporary) == length)
    daemon?.prepareLog()
    #expect(try size(of: temporary) == length)
    #expect(try daemon?.pending(after: .start, limit: 99) == made)
    // As after a power cut: nobody left an index of the log.
    let copy = try TemporaryStore()
    for suffix in ["", "-wal"] {
      let file = copy.paths.store + suffix
      try? FileManager.default.removeItem(atPath: file)
      try FileManager.default.copyItem(atPath: temporary.paths.store + suffix, toPath: file)
    }
    try FileManager.default.removeItem(atPath: copy.paths.store + "-shm")
    try copy.reopen()
    #expect(try copy.store.pending(after: .start, limit: 99) == made)
    daemon = nil
  }

  @Test("a log that a burst has made long is short again when all of it is recorded")
  func cut() throws {
    let temporary = try TemporaryStore()
    temporary.close()
    let daemon = try ReminderStore(serving: temporary.paths)
    daemon.prepareLog()
    let length = try size(of: temporary)
    for number in 0..<400 { try daemon.add("\(number)", in: 99, at: moment(0)) }
    #expect(try size(of: temporary) > length)
    try daemon.sync()
    #expect(try size(of: temporary) == length)
  }

  private func size(of temporary: TemporaryStore) throws -> Int {
    let log = temporary.paths.store + "-wal"
    return try FileManager.default.attributesOfItem(atPath: log)[.size] as? Int ?? -1
  }
}
