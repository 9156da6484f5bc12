import CivilTime
import Configuration
import Localization
import Store
import System

extension Command {
  func runWatch() throws -> CommandResult {
    try args.expectNoWords()
    try args.expectOne(of: .json, .format)
    let format = try args.value(.format).map(BarFormat.init)
    return CommandResult(
      output: .pieces(
        try format.map { try barLines($0) } ?? changeLines()),
      endsWithReader: true)
  }

  /// What happens from now on, a line each. A store that goes away is waited for.
  private func changeLines() throws -> () throws -> String? {
    let paths = try context.paths()
    try paths.makeDataFolder()
    // The bell first: what happens from here on is not missed.
    let bell = try StoreWatcher(waitingFor: paths)
    var file = FileIdentity(at: paths.store)
    var gone: Instant?
    var position = try context.reader()?.watchPosition() ?? .start
    return {
      while try bell.wait() {
        // The store is not kept open: it is others' to write.
        guard let store = try reader(&file, &gone, &position, paths) else { continue }
        var next = position
        let changes = try store.changes(since: &next)
        position = next
        guard changes.isEmpty else { return changes.map(line).lines }
      }
      return nil
    }
  }

  private func line(_ change: Change) -> String {
    isJSON ? change.json(in: context.local.zone).text : change.sentence(context)
  }

  /// The store; nil if it is not there. From another one than before, changes are read since the old
  /// one went.
  /// - Parameters:
  ///   - file: the one that was read last.
  ///   - gone: since when it is not there any more.
  private func reader(
    _ file: inout FileIdentity?, _ gone: inout Instant?, _ position: inout WatchPosition,
    _ paths: Paths
  ) throws -> ReminderStore? {
    var store: ReminderStore?
    do { store = try context.reader() } catch StoreError.folder, StoreError.foreign {
      // Something may stand there for a moment only.
    }
    guard let store else {
      if gone == nil, file != nil {
        gone = context.renewed.now
        let sentence = tr(
          "{path} is gone; what happens is printed when it is there again.",
          ["path": VisibleText.line(paths.store)])
        Stream.error.say("remindctl: \(sentence)\n")
      }
      return nil
    }
    let before = file
    file = FileIdentity(at: paths.store)
    if let since = gone {
      // The number of a file that was deleted is soon another one's.
      let isSame = file == before ? try store.hasReached(position) : false
      if !isSame { position = try store.watchPosition(before: since) }
    }
    gone = nil
    return store
  }

  /// How things are, and again whenever that is another line. What is in the way is a line, too, and
  /// waited for until it is not.
  private func barLines(_ format: BarFormat) throws -> () throws -> String? {
    let bell = try StoreWatcher(waitingFor: try? context.paths())
    var last: String?
    var end: Instant?
    var hasProblem = false
    return {
      // At once for the first line; then whenever something happens, until the end of it all.
      while try last == nil || bell.wait(until: end) {
        // A repair that failed once is not tried again.
        let status = try BarStatus.current(context.renewed, repairing: !hasProblem)
        (hasProblem, end) = (status.state == .problem, status.end)
        let line = format.line(status)
        guard line != last else { continue }
        last = line
        return line
      }
      return nil
    }
  }
}

extension Change {
  /// The change on a line for people.
  func sentence(_ context: Context) -> String {
    switch self {
    case .event(let event, let subject):
      let (id, text) = (String(subject.id), subject.title)
      let when = (event.until ?? subject.due).map(context.when)
      let what =
        event.undoes.map { Messages.undone($0, id: id, text: text) }
        ?? Messages.happening(event.kind, id: id, text: text, when: when)
      return Messages.watched(context.dateAndTime(at: event.at), what)
    case .delivery(let record, let subject):
      let what = Messages.happening(record, id: String(subject.id), text: subject.title)
      guard let at = record.time(of: subject) else { return what }
      return Messages.watched(context.dateAndTime(at: at), what)
    case .pause(let end):
      guard let end else { return Messages.resumed }
      return Messages.paused(until: context.dateAndTime(at: end))
    }
  }
}

extension Change.Subject {
  fileprivate var title: String { text.map(Text.line) ?? Messages.defaultTitle }
}
