import CivilTime
import Glibc
import Localization
import Reminders
import Store
import System

/// The one thing that is worth a look now, for a bar. It says times of the clock and no distances:
/// so it stays true until something happens.
struct BarStatus {
  /// How things are; a style sheet and a script know them by these names. Of several that hold, the
  /// first counts.
  enum State: String, CaseIterable { case problem, paused, held, unanswered, next, none }

  private(set) var state = State.none
  /// What it is about; nil for a problem, for a pause and for nothing.
  private(set) var entry: Entry?
  /// When it becomes another without anything happening; nil if it does not.
  private(set) var end: Instant?
  private let problem: BarProblem?
  /// Nil if the store cannot be read.
  private var counts: Counts?
  /// What is not finished; the first of them.
  private var entries: [Entry] = []
  private let context: Context

  /// How things are, also where they cannot be looked at: a bar that is told nothing shows nothing, as
  /// if nothing were to come.
  /// - Parameter isRepairing: whether a damaged store is repaired.
  static func current(_ context: Context, repairing isRepairing: Bool) throws -> BarStatus {
    do { return try BarStatus(context) } catch {
      do {
        if isRepairing, try context.mend(error) { return try BarStatus(context) }
        throw error
      } catch {
        let failure = Failure(error, try? context.paths())
        guard failure.code == .store else { throw failure }
        return BarStatus(failure, context)
      }
    }
  }

  private init(_ failure: Failure, _ context: Context) {
    self.context = context
    problem = BarProblem(failure)
    state = .problem
  }

  init(_ context: Context) throws {
    self.context = context
    problem = try BarProblem(context)
    let store = try context.reader()
    let counts = try store?.counts(shownAfter: context.shownAfter) ?? Counts.none
    self.counts = counts
    end = context.running(try store?.pauseEnd())
    let pages = PagedList(.open, of: store, context, limit: 10)
    while case let page = try pages.next(), !page.isEmpty { entries += page }
    let states: [(State, holds: Bool)] = [
      (.problem, problem != nil), (.paused, end != nil), (.held, counts.held > 0),
      (.unanswered, counts.unanswered > 0), (.next, counts.pending > 0),
    ]
    state = states.first { $0.holds }?.0 ?? .none
    switch state {
    case .held, .unanswered:
      // What was shown last, as for a verb that is told no id.
      entry =
        try store?.outstanding(
          after: .start, limit: 500, shownAfter: context.shownAfter,
          state: state == .held ? .scheduled : .unanswered
        ).last
    case .next: entry = entries.first
    case .problem, .paused, .none: break
    }
  }

  /// All of it on one line; empty if there is nothing to say.
  var line: String { problem?.line ?? pause ?? entry.map(line) ?? "" }

  private var pause: String? { end.map { Messages.paused(until: context.dateAndTime(at: $0)) } }

  private func line(_ entry: Entry) -> String {
    let (time, text) = (context.dateAndTime(at: entry.due), BarStatus.short(entry))
    guard entry.fired != nil || entry.due <= context.now else {
      return tr("{time} {text}", ["time": time, "text": text])
    }
    return tr(
      "{time} {text} ({state})",
      ["time": time, "text": text, "state": Messages.state(of: entry, at: context.now)])
  }

  /// As much of a reminder's text as a bar has room for.
  private static func short(_ entry: Entry) -> String {
    VisibleText.cut(entry.title, characters: 50, bytes: 400, mark: "...")
  }

  /// A line for each thing that there is to know, ten reminders at most.
  private var details: [String] {
    var lines = (problem?.details ?? []) + [pause].compactMap(\.self) + entries.map(line)
    let all = counts.map { $0.pending + $0.held + $0.unanswered } ?? 0
    if all > entries.count { lines.append(Messages.alsoChanged(all - entries.count)) }
    return lines.isEmpty ? [Messages.nothingToCome] : lines
  }

  /// What stands for a place of a template; nothing if there is no such thing now.
  func value(of field: BarFormat.Field) -> String {
    let time = problem == nil ? entry?.due ?? end : nil
    func count(_ number: KeyPath<Counts, Int>) -> String {
      counts.map { String($0[keyPath: number]) } ?? "?"
    }
    return switch field {
    case .line: line
    case .time: time.map(context.dateAndTime) ?? ""
    case .text: problem?.line ?? entry.map(BarStatus.short) ?? ""
    case .id: entry.map { String($0.id) } ?? ""
    case .due: time.map { $0.rfc3339(in: context.local.zone) } ?? ""
    case .class: state.rawValue
    case .details: details.joined(separator: "\n")
    case .pending: count(\.pending)
    case .held: count(\.held)
    case .unanswered: count(\.unanswered)
    }
  }
}

/// What keeps reminders from being shown, for those who look at nothing but a bar.
struct BarProblem {
  /// In a few words.
  let line: String
  /// All that there is to say, a sentence each.
  let details: [String]

  /// Why the store cannot be read.
  init(_ failure: Failure) {
    line = Messages.cannotRead
    details = failure.sentences + [tr("`remindctl doctor` says what mends it.")]
  }

  /// Nil if a daemon serves the store.
  init?(_ context: Context) throws {
    switch try context.keeper() {
    case .nobody: (line, details) = (tr("remindd is not running."), [Messages.unserved])
    case .other(let process):
      (line, details) = (tr("remindd is locked out."), [Messages.barred(process)])
    case .daemon(let holder):
      let store = try context.paths().store
      guard holder.serves(store) == false else { return nil }
      let isGone = access(store, F_OK) != 0
      line = isGone ? Messages.storeGone : tr("remindd serves another store.")
      details = [Messages.unservedStore(VisibleText.line(store), isGone: isGone)]
    }
  }
}
