import Scheduler

extension Verb {
  static let undo = Verb(
    "undo", summary: Words.Help.undoSummary, details: Words.Help.undoDetails, options: [.json],
    examples: ["undo", "undo --json"]
  ) { arguments, context throws(Failure) in
    try arguments.expectNoWords()
    let (undone, entries) = try undo(context)
    var report = Report(hasChanged: true)
    if arguments.has(.json) {
      report.output = JSON.document([
        ("undone", .string(undone.kind.rawValue)),
        ("count", .number(Int64(undone.reminders.count))),
        ("reminders", .array(entries.map { .object($0.members(in: context.local.zone)) })),
      ])
    } else {
      var text = ""
      for entry in entries.prefix(Words.mostNamed) { text += line(undone.kind, entry, context) }
      if undone.reminders.count > Words.mostNamed {
        text += Words.alsoChanged(undone.reminders.count - Words.mostNamed) + "\n"
      }
      report.output = .text(text)
    }
    report.remarks += undone.movedOn.prefix(Words.mostNamed).map {
      Words.movedOn(String($0), undone.kind)
    }
    if undone.kind != .created, try !context.isServed() {
      report.remarks.append(Words.unserved)
    }
    return .done(report)
  }

  private static func line(
    _ kind: HistoryEvent.Kind, _ entry: Entry, _ context: Context
  ) -> String {
    let line = Words.undone(kind, id: String(entry.id), text: entry.title) + "\n"
    guard kind != .created else { return line }
    let now =
      if entry.fired != nil {
        Words.shownOnceMore
      } else if entry.due <= context.now {
        Words.shownAtOnce
      } else {
        Words.isNow(context.sentence(for: entry))
      }
    return line + "   " + now + "\n"
  }

  /// - Returns: with the first 500 reminders.
  private static func undo(_ context: Context) throws(Failure) -> (Undone, [Entry]) {
    guard let store = try context.existingWriter() else { throw .nothingToUndo }
    let places = try context.places()
    let undone: Undone
    do throws(UndoError) {
      undone = try store.undo(at: context.now)
    } catch {
      switch error {
      case .nothing: throw .nothingToUndo
      case .movedOn(let reminder, let kind): throw .movedOn(reminder: reminder, kind)
      case .store(let error): throw .store(error, places)
      }
    }
    let entries = try context.attempt { () throws(StoreError) in
      var entries: [Entry] = []
      for reminder in undone.reminders.prefix(500) {
        if let life = try store.biography(of: reminder) { entries.append(life.entry) }
      }
      return entries
    }
    return (undone, entries)
  }
}
