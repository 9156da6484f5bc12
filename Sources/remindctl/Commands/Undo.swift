import Scheduler

extension Verb {
  static let undo = Verb(
    "undo", summary: Words.Help.undoSummary, details: Words.Help.undoDetails, options: [.json],
    examples: ["undo", "undo --json"]
  ) { arguments, context throws(Failure) in
    try arguments.expectNoWords()
    let (undone, entry) = try undo(context)
    var report = Report(hasChanged: true)
    if arguments.has(.json) {
      report.output = JSON.document(
        [("undone", .string(undone.kind.rawValue))] + entry.members(in: context.local.zone))
    } else {
      report.output = .text(text(undone, entry, context))
    }
    if undone.kind != .created, try context.daemon() == nil {
      report.remarks.append(Words.unserved)
    }
    return .done(report)
  }

  private static func text(_ undone: Undone, _ entry: Entry, _ context: Context) -> String {
    let line = Words.undone(undone.kind, id: String(entry.id), text: entry.title) + "\n"
    guard undone.kind != .created else { return line }
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

  private static func undo(_ context: Context) throws(Failure) -> (Undone, Entry) {
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
    let life = try context.attempt { () throws(StoreError) in
      try store.biography(of: undone.reminder)
    }
    guard let life else { throw .nothingToUndo }
    return (undone, life.entry)
  }
}
