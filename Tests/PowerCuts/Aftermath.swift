import CSQLite
import Configuration
import Glibc
import Scheduler
import Store

/// The machine is on again: what has become of what was promised.
struct Aftermath {
  enum Fault: CustomStringConvertible {
    case unusable(String)
    case lost(Key, String)
    case undead(Key)
    case repeated(Key)

    var kind: String {
      switch self {
      case .unusable: "unusable"
      case .lost: "lost"
      case .undead: "undead"
      case .repeated: "repeated"
      }
    }

    var description: String {
      switch self {
      case .unusable(let why): "the store cannot be used: \(why)"
      case .lost(let key, let why): "\(key) is lost: \(why)"
      case .undead(let key): "\(key) was shown after its end had been confirmed"
      case .repeated(let key): "\(key) was shown again, though its record had been synced"
      }
    }
  }

  private(set) var faults: [Fault] = []
  /// Handed over before the cut and again after it: no more than one tick's.
  private(set) var repeated = 0
  private(set) var confirmed = 0

  /// - Parameters:
  ///   - promises: what was promised in all.
  ///   - cut: how far the disk had come.
  init(_ promises: [Promise], cut: Int, _ paths: Paths, _ clocks: Clocks) {
    var expected: [Key: String] = [:]
    var ending: Set<Int64> = []
    var ended: Set<Int64> = []
    var seen: Set<Key> = []
    var maybeSeen: Set<Key> = []
    var safe: Set<Key> = []
    for promise in promises where promise.at <= cut {
      switch promise.kind {
      case .confirmed(let key, let text): expected[key] = text
      case .ending(let reminder): ending.insert(reminder)
      case .ended(let reminder): ended.insert(reminder)
      // The disk is the same just before the line is written as just after.
      case .handedOver(let key):
        maybeSeen.insert(key)
        if promise.at < cut { seen.insert(key) }
      case .synced: safe = maybeSeen
      }
    }
    confirmed = expected.count
    var shown: [Key] = []
    do {
      try check(paths)
      let daemon = try DaemonProgram(paths) {
        shown.append($0)
      } synced: {
      }
      try daemon.take(.tick, clocks)
      daemon.prepareLog()
      let store = try ReminderStore(reading: paths, patience: 0)
      for (key, text) in expected where try store?.history(of: key.reminder)?.entry.text != text {
        faults.append(.lost(key, "not in the store"))
      }
    } catch {
      faults.append(.unusable("\(error)"))
      return
    }
    let now = Set(shown)
    for key in expected.keys where !now.contains(key) && !seen.contains(key) {
      // What was being ended when the power went may have been ended.
      if !ending.contains(key.reminder) { faults.append(.lost(key, "confirmed, and never shown")) }
    }
    for key in now where ended.contains(key.reminder) { faults.append(.undead(key)) }
    for key in now where safe.contains(key) { faults.append(.repeated(key)) }
    if now.count < shown.count { faults.append(.repeated(shown[0])) }
    repeated = now.intersection(maybeSeen).count
  }

  private struct Damaged: Error { var said: String }

  private func check(_ paths: Paths) throws {
    guard access(paths.store, F_OK) == 0 else { return }
    var database: OpaquePointer?
    defer { sqlite3_close_v2(database) }
    guard sqlite3_open_v2(paths.store, &database, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK else {
      throw Damaged(said: "it does not open")
    }
    var said = ""
    let result = withUnsafeMutablePointer(to: &said) {
      sqlite3_exec(
        database, "PRAGMA integrity_check",
        { context, _, columns, _ in
          let said = context!.assumingMemoryBound(to: String.self)
          said.pointee += String(cString: columns![0]!) + " "
          return 0
        }, $0, nil)
    }
    guard result == SQLITE_OK, said == "ok " else {
      throw Damaged(said: "\(result) \(said)")
    }
  }
}
