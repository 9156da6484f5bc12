import Foundation
import Testing

@testable import CivilTime
@testable import Scheduler
@testable import Store
@testable import System

/// Files on their way to their names, and what is left of those that never got there.
@Suite struct AtomicFileTests {
  private func leave(_ name: String, beside path: String) throws -> String {
    let file = path + "." + name
    try Data("secret".utf8).write(to: URL(filePath: file))
    return file
  }

  private func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  @Test("a copy whose maker was killed stayed for ever")
  func orphan() throws {
    let temporary = try TemporaryStore()
    let store = temporary.paths.store
    let orphan = try leave("0123abcd.part", beside: store)
    let log = try leave("0123abcd.part-journal", beside: store)
    let kept = try leave("replaced-20260617T120000Z", beside: store)
    let part = try leave("replaced-20260617T120000Z.0123abcd.part", beside: store)
    let other = try leave("mine.part", beside: store)
    #expect(temporary.paths.removeOrphans() == [])
    #expect([orphan, log, part].allSatisfy { !isThere($0) })
    #expect([kept, other, store].allSatisfy(isThere))
  }

  @Test("what is still being made is left alone, and named; it goes with its maker")
  func living() throws {
    let temporary = try TemporaryStore()
    var part: AtomicFile? = try AtomicFile(of: temporary.paths.store)
    let path = try #require(part).path
    #expect(temporary.paths.removeOrphans() == [path])
    withExtendedLifetime(part) { #expect(isThere(path)) }
    part = nil
    #expect(!isThere(path))
  }

  @Test("the next one for the same name takes away what the last one left, and nobody else's")
  func next() throws {
    let temporary = try TemporaryStore()
    let name = temporary.folder.path + "/copy"
    let orphan = try leave("0123abcd.part", beside: name)
    let other = try leave("x.0123abcd.part", beside: name)
    try Backup(temporary.store).write(to: name, from: temporary.paths, isReplacing: false)
    #expect(!isThere(orphan))
    #expect(isThere(other))
    #expect(isThere(name))
    let rest = try FileManager.default.contentsOfDirectory(atPath: temporary.folder.path)
    #expect(rest.filter { $0.hasSuffix(".part") } == ["copy.x.0123abcd.part"])
  }

  @Test("a store that was kept aside may hold what was made before it, and nothing younger")
  func kept() throws {
    let temporary = try TemporaryStore()
    let kept = try leave("damaged-20260617T120000Z", beside: temporary.paths.store)
    let now = Int64(Date().timeIntervalSince1970 * 1000)
    #expect(
      temporary.paths.keptStores(holding: Instant(milliseconds: now - 60_000)) == [kept])
    #expect(temporary.paths.keptStores(holding: Instant(milliseconds: now + 60_000)) == [])
  }

  @Test(
    "the mails' folder is a folder of the user's own",
    arguments: ["link", "file", "none", "folder"])
  func spool(kind: String) throws {
    let temporary = try TemporaryStore()
    let spool = temporary.paths.data + "/mail"
    let elsewhere = temporary.folder.path + "/elsewhere"
    let files = FileManager.default
    try files.createDirectory(atPath: elsewhere, withIntermediateDirectories: false)
    switch kind {
    case "link": try files.createSymbolicLink(atPath: spool, withDestinationPath: elsewhere)
    case "file": try Data().write(to: URL(filePath: spool))
    case "folder": try files.createDirectory(atPath: spool, withIntermediateDirectories: false)
    default: break
    }
    guard kind == "link" || kind == "file" else {
      try temporary.paths.expectSpool()
      #expect(temporary.paths.hasSpool == (kind == "folder"))
      return
    }
    #expect(throws: StoreError.foreign(path: spool, .noFolder)) {
      try temporary.paths.expectSpool()
    }
    #expect(!temporary.paths.hasSpool)
    let uid = UUID().uuidString.lowercased()
    #expect(temporary.paths.makeMailFolder(of: uid) == ENOTDIR)
    #expect(try files.contentsOfDirectory(atPath: elsewhere) == [])
  }
}
