import Reminders
import Store
import System

extension Arguments {
  /// The key of the request; nil if none was given.
  /// - Parameters:
  ///   - said: what it asks for beside the options.
  ///   - files: the paths of what goes with it: a file counts by its name and what is in it.
  func key(
    said: @autoclosure () -> [String], files: @autoclosure () -> [String] = []
  ) throws -> RequestKey? {
    guard let text = value(.key) else { return nil }
    // About the answer, not about the reminder; files by what is in them.
    let others = [Option.json, .requireDaemon, .dryRun, .attach].map(\.name)
    let options = options(without: .key)
      .filter { option in !others.contains { option == $0 || option.hasPrefix($0 + "=") } }
      .sorted()
    let asked = said() + options + files().map(FileMark.of)
    guard let key = RequestKey(text, asked: asked) else { throw Failure.malformedKey(text) }
    return key
  }
}

extension Context {
  /// Stores these, unless the same request has made them before; in a transaction of the caller's.
  /// - Returns: what is stored now, or what was made before.
  func make(
    _ reminders: [NewReminder], by key: RequestKey?, in store: ReminderStore
  ) throws -> (entries: [Entry], isRepeated: Bool) {
    let earlier = try earlier(by: key, of: reminders.count, in: store)
    guard earlier.isEmpty else { return (earlier, true) }
    var entries: [Entry] = []
    for (index, reminder) in reminders.enumerated() {
      var new = reminder
      new.key = key?.part(index)
      entries.append(try store.create(new, at: now))
    }
    return (entries, false)
  }

  /// What the same request has made before, those that are there still; none if there was none.
  /// - Parameter count: how many reminders it makes.
  private func earlier(
    by key: RequestKey?, of count: Int, in store: ReminderStore
  ) throws -> [Entry] {
    guard let key else { return [] }
    var entries: [Entry] = []
    for number in 0..<count {
      guard let made = try store.made(by: key.part(number)) else { continue }
      guard made.isSame else { throw Failure.keyTaken(by: made.reminder) }
      if let entry = try store.entry(of: made.reminder) { entries.append(entry) }
    }
    return entries
  }
}

/// What tells a file from another: its name, its size and a sum of its bytes.
private enum FileMark {
  static func of(_ path: String) -> String {
    let name = path.lastName
    guard let bytes = try? FileIO.bytes(of: path) else { return name }
    var sum = Fingerprint()
    sum.add(bytes)
    return "\(name) \(bytes.count) \(String(sum.value, radix: 16))"
  }
}
