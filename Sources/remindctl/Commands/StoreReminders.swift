import CivilTime
import Reminders
import Store
import System

/// What the verbs that make reminders do alike.
extension Command {
  /// What is stored now, or what the same request has made before.
  struct Stored {
    var entries: [Entry]
    /// Whether an earlier request with the same key made them.
    var isRepeated: Bool
    var pauseEnd: Instant?
    let store: ReminderStore
  }

  /// Stores these, unless the same request has made them before.
  /// - Parameter mails: of the first of them; the files that go with it are copied.
  func insert(
    _ reminders: [NewReminder], mails: [MailOptions], by key: RequestKey?
  ) throws -> Stored {
    let store = try context.writer()
    let paths = try context.paths()
    var made: [NewReminder] = []
    var isStored = false
    defer {
      if !isStored { for new in made { paths.removeMail(of: new.uid ?? "") } }
    }
    for (index, reminder) in reminders.enumerated() {
      var new = reminder
      let uid = UUID.random()
      new.uid = uid
      new.key = key?.part(index)
      if index < mails.count {
        var mail = mails[index]
        try mail.copyFiles(for: uid, context)
        new.options.mail = mail.mail
      }
      made.append(new)
    }
    let stored = try store.atomically {
      let earlier = try earlier(by: key, of: made.count, in: store)
      return Stored(
        entries: earlier.isEmpty
          ? try made.map { try store.create($0, at: context.now) } : earlier,
        isRepeated: !earlier.isEmpty, pauseEnd: try store.pauseEnd(), store: store)
    }
    isStored = !stored.isRepeated
    return stored
  }

  /// What the same request has made before, those that are there still; none if there was none.
  /// - Parameter count: how many reminders it makes.
  private func earlier(
    by key: RequestKey?, of count: Int, in store: ReminderStore
  ) throws -> [Entry] {
    guard let key else { return [] }
    return try (0..<count).compactMap { number in
      guard let made = try store.made(by: key.part(number)) else { return nil }
      guard made.isSame else { throw Failure.keyTaken(by: made.reminder) }
      return try store.entry(of: made.reminder)
    }
  }

  /// The key of the request; nil if none was given.
  /// - Parameters:
  ///   - said: what it asks for beside the options.
  ///   - files: the paths of what goes with it: a file counts by its name and what is in it.
  func key(
    said: @autoclosure () -> [String], files: @autoclosure () -> [String]
  ) throws -> RequestKey? {
    guard let text = args.value(.key) else { return nil }
    // About the answer, not about the reminder; files by what is in them.
    let others = [Option.json, .requireDaemon, .dryRun, .attach].map(\.name)
    let options = args.options(without: .key)
      .filter { option in !others.contains { option == $0 || option.hasPrefix($0 + "=") } }
      .sorted()
    let asked = said() + options + files().map(mark)
    guard let key = RequestKey(text, asked: asked) else { throw Failure.malformedKey(text) }
    return key
  }

  /// What tells a file from another: its name, its size and a sum of its bytes.
  private func mark(of path: String) -> String {
    let name = path.lastName
    guard let bytes = try? FileIO.bytes(of: path) else { return name }
    var sum = Fingerprint()
    sum.add(bytes)
    return "\(name) \(bytes.count) \(String(sum.value, radix: 16))"
  }

  /// Says that what is stored now waits for a daemon, or that one was started.
  func addServing(_ call: DaemonStarter?, to report: inout CommandResult) {
    guard let call else { return }
    report.remarks.append(call.isStored)
    if !call.hasStarted, args.has(.requireDaemon) { report.code = .noDaemon }
  }
}
