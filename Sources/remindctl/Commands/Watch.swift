import Scheduler

extension Verb {
  static let watch = Verb(
    "watch", summary: Words.Help.watchSummary, details: Words.Help.watchDetails,
    options: [.json], examples: ["watch", "watch --json"]
  ) { arguments, context throws(Failure) in
    try arguments.expectNoWords()
    let watcher = try Watcher(context, isJSON: arguments.has(.json))
    return .done(Report(output: watcher.output, endsWithReader: true))
  }
}

/// Prints what happens from now on.
private final class Watcher {
  private let context: Context
  private let isJSON: Bool
  private let bell: StoreBell
  private var position: WatchPosition

  init(_ context: Context, isJSON: Bool) throws(Failure) {
    self.context = context
    self.isJSON = isJSON
    let places = try context.places()
    // The bell first: what happens from here on is not missed.
    bell = try context.attempt { () throws(StoreError) in try StoreBell(places) }
    position = .start
    if let store = try context.reader() {
      position = try context.attempt { () throws(StoreError) in try store.watchPosition() }
    }
  }

  /// Waits; ends with its reader, or when the user wants it to.
  var output: Output {
    .pieces { () throws(Failure) in
      while try self.context.attempt({ () throws(StoreError) in try self.bell.wait() }) {
        let lines = try self.changes()
        if !lines.isEmpty { return lines }
      }
      return nil
    }
  }

  /// What has happened since, a line each. The store is not kept open: it is others' to write.
  private func changes() throws(Failure) -> String {
    guard let store = try context.reader() else { return "" }
    var position = position
    let changes = try context.attempt { () throws(StoreError) in
      try store.changes(since: &position)
    }
    self.position = position
    return changes.reduce(into: "") { text, change in
      text += isJSON ? change.json(in: context.local.zone).text : change.sentence(context)
      text += "\n"
    }
  }
}
