import CivilTime
import Configuration
import Glibc
import Reminders

@testable import Scheduler
@testable import Store

/// A store whose columns somebody has edited: the bytes say which, and to what. Whatever it is, no
/// query and no step of the engine crashes, and the engine comes to rest.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  var bytes = UnsafeBufferPointer(start: data, count: size)[...]
  guard let edited = try? StoreFile(editedBy: &bytes) else { return 0 }
  defer { edited.remove() }
  edited.read()
  edited.serve()
  return 0
}

/// A store in a folder of its own.
private final class StoreFile {
  private let folder: String
  private let paths: Paths
  private var now: ClockReading

  init(editedBy bytes: inout Slice<UnsafeBufferPointer<UInt8>>) throws {
    let folder = "/dev/shm/remind-fuzz-\(getpid())"
    self.folder = folder
    paths = Paths { ["XDG_DATA_HOME": folder, "XDG_CONFIG_HOME": folder][$0] }!
    now = ClockReading(
      now: Instant(milliseconds: 1_781_697_600_000), boot: 1_000_000, bootID: "this boot")
    remove()
    let store = try ReminderStore(writing: paths, patience: 0)
    try store.database.execute("PRAGMA synchronous = OFF; PRAGMA ignore_check_constraints = ON")
    try fill(store)
    while bytes.count > 2 { try? edit(store.database, &bytes) }
  }

  func remove() {
    for name in [Paths.storeName, Paths.storeName + "-wal", Paths.storeName + "-shm"] {
      unlink(paths.data + "/" + name)
    }
    for path in paths.damagedStores.flatMap(\.files) { unlink(path) }
  }

  private func fill(_ store: ReminderStore) throws {
    var options = ReminderOptions()
    options.nag = ReminderOptions.Nag(every: 60_000)
    options.before = [60_000]
    options.maxLate = 3_600_000
    let wall = WallTime("2026-06-17T14:00:00")!
    let rule = try RecurrenceText.parse("FREQ=DAILY", timeOfDay: 0).rule
    let triggers: [Trigger] = [
      .interval(bootID: now.bootID, dueBoot: now.boot + 1000), .wall(wall, zone: nil),
      .wall(wall, zone: "Europe/Rome"), .series(try Recurrence(rule, from: .wall(wall)), zone: nil),
    ]
    for (number, trigger) in triggers.enumerated() {
      var new = NewReminder(
        text: "text \(number)", trigger: trigger, due: now.now.advanced(by: Int64(number) * 500)!,
        in: .utc, words: "words", language: nil)
      new.options = options
      _ = try store.create(new, at: now.now)
    }
    _ = try store.cancel([2], at: now.now)
  }

  /// Takes one edit from the bytes: a table, a column, and a value; or the file's version.
  private func edit(
    _ database: Database, _ bytes: inout Slice<UnsafeBufferPointer<UInt8>>
  ) throws {
    let tables = [
      "reminder", "occurrence", "delivery", "event", "state", "sqlite_sequence", "user_version",
    ]
    let table = tables[Int(bytes.removeFirst()) % tables.count]
    if table == "user_version" {
      var number: UInt32 = 0
      for byte in bytes.prefix(4) { number = number << 8 | UInt32(byte) }
      bytes = bytes.dropFirst(4)
      return try database.execute("PRAGMA user_version = \(Int32(bitPattern: number))")
    }
    let columns = try Statement("SELECT name FROM pragma_table_info('\(table)')", on: database)
      .rows { $0.text(0) }
    let column = columns[Int(bytes.removeFirst()) % columns.count]
    let kind = bytes.removeFirst()
    let value: Value
    switch kind % 4 {
    case 0: value = .null
    case 1: value = .integer(Int64.max >> Int64(kind >> 2) * (kind & 128 == 0 ? 1 : -1))
    case 2:
      var number: Int64 = 0
      for byte in bytes.prefix(8) { number = number << 8 | Int64(byte) }
      bytes = bytes.dropFirst(8)
      value = .integer(number)
    default:
      value = .text(String(decoding: bytes.prefix(Int(kind)), as: UTF8.self))
      bytes = bytes.dropFirst(Int(kind))
    }
    try Statement("UPDATE OR IGNORE \(table) SET \(column) = ?", on: database).run([value])
  }

  /// Everything that commands ask and do.
  func read() {
    guard let store = try? ReminderStore(writing: paths, patience: 0) else { return }
    let entries =
      ((try? store.pending(after: .start, limit: 9)) ?? [])
      + ((try? store.outstanding(after: .start, limit: 9, shownAfter: .earliest)) ?? [])
      + ((try? store.history(since: .earliest, before: .end, limit: 9)) ?? [])
    for entry in entries {
      _ = entry.due.rfc3339(in: .utc)
      _ = try? store.history(of: entry.id)
    }
    _ = try? store.counts(shownAfter: .earliest)
    var position = WatchPosition.start
    for change in (try? store.changes(since: &position)) ?? [] { _ = change.json(in: .utc).text }
    _ = try? store.undo(at: now.now)
  }

  /// The daemon's days, up to the end of time.
  func serve() {
    let opened: ReminderStore
    do throws(StoreError) { opened = try ReminderStore(serving: paths) } catch {
      _ = try? Repair.run(paths, after: error, at: now.now)
      guard let store = try? ReminderStore(serving: paths) else { return }
      return run(store)
    }
    run(opened)
  }

  private func run(_ store: ReminderStore) {
    let engine = Engine(
      store: store, settings: Engine.Settings(choice: .stdout), zone: .utc, paths: paths)
    for _ in 0..<4 {
      var events: [Engine.Event] = [.tick]
      var steps = 0
      while let event = events.popLast() {
        steps += 1
        precondition(steps < 2000, "it does not come to rest")
        for action in engine.handle(event, at: now) {
          switch action {
          case .deliver(let alert, _):
            _ = alert.lateness
            events.append(
              .outcome(
                delivery: alert.delivery, .accepted(server: nil, notification: nil)))
          case .again: events.insert(.tick, at: 0)
          default: break
          }
        }
      }
      now.now = now.now.advanced(by: 86_400_000)!
      now.boot += 86_400_000
    }
  }
}
