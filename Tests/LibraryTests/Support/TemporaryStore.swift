import Foundation

@testable import CivilTime
@testable import Configuration
@testable import Reminders
@testable import Scheduler
@testable import Store
@testable import System

/// A store in a folder of its own, which goes when this goes.
final class TemporaryStore {
  let folder: URL
  let paths: Paths
  private var opened: ReminderStore?
  var store: ReminderStore { opened! }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "remind-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.path
    paths = Paths { ["XDG_DATA_HOME": path, "XDG_CONFIG_HOME": path][$0] }!
    opened = try ReminderStore(writing: paths, patience: 1000)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Opens it again, as a program that starts anew would.
  func reopen() throws { opened = try ReminderStore(writing: paths, patience: 1000) }

  /// Closes it: everything is in the one file then.
  func close() { opened = nil }

  /// Runs SQL that no part of the product has.
  func execute(_ sql: String) throws { try store.database.execute(sql) }

  /// Rows of one column as text, for looking at what was written.
  func texts(_ sql: String) throws -> [String] {
    try Statement(sql, on: store.database).rows { $0.text(0) }
  }
}

/// The boot in which the tests take place; its clock starts at the epoch.
let boot = "2b0f3a4c-0000-4000-8000-000000000000"

/// What the clocks say `milliseconds` after the tests' beginning, 2026-06-17T12:00:00Z.
/// - Parameter step: by how much the wall clock has been set forward since the boot.
func moment(_ milliseconds: Int64, step: Int64 = 0, bootID: String = boot) -> ClockReading {
  let beginning: Int64 = 1_781_697_600_000
  return ClockReading(
    now: Instant(milliseconds: beginning + milliseconds + step),
    boot: 1_000_000 + milliseconds, bootID: bootID)
}

extension ReminderStore {
  /// Stores an interval reminder that is due `delay` milliseconds after `moment`.
  @discardableResult
  func add(_ text: String?, in delay: Int64, at moment: ClockReading) throws -> Entry {
    try create(
      NewReminder(
        text: text, trigger: .interval(bootID: moment.bootID, dueBoot: moment.boot + delay),
        due: moment.now.advanced(by: delay)!, in: .utc, words: "in \(delay) ms", language: "en"),
      at: moment.now)
  }

  /// Stores a floating wall time, resolved in `zone`.
  @discardableResult
  func add(
    _ text: String?, at wall: WallTime, in zone: Zone, pinned: Bool = false, now: ClockReading
  )
    throws -> Entry
  {
    try create(
      NewReminder(
        text: text, trigger: .wall(wall, zone: pinned ? zone.name : nil),
        due: zone.instant(of: wall), in: zone, words: "at \(wall)", language: "en"), at: now.now)
  }
}
