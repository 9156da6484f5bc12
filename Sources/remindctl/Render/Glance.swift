import Scheduler

/// The one thing that is worth a look now, for a bar. It says times of the clock and no distances:
/// so it stays true until something happens.
struct Glance {
  /// How things are; a style sheet and a script know them by these names. Of several that hold, the
  /// first counts.
  enum State: String, CaseIterable { case paused, held, unanswered, next, none }

  let state: State
  /// What it is about; nil for a pause and for nothing.
  let entry: Entry?
  /// When it becomes another without anything happening; nil where it does not.
  let end: Instant?
  private let counts: Counts
  /// What is not finished; the first of them.
  private let entries: [Entry]
  private let isServed: Bool
  private let context: Context

  init(_ context: Context) throws(Failure) {
    self.context = context
    isServed = try context.isServed()
    guard let store = try context.reader() else {
      (state, entry, end, entries) = (.none, nil, nil, [])
      counts = .none
      return
    }
    let (counts, pauseEnd) = try context.attempt { () throws(StoreError) in
      (try store.counts(shownAfter: context.shownAfter), try store.pauseEnd())
    }
    self.counts = counts
    let pages = EntryPages(store: store, context: context, limit: 10)
    var entries: [Entry] = []
    while case let page = try pages.next(), !page.isEmpty { entries += page }
    self.entries = entries
    end = pauseEnd.flatMap { $0 > context.now ? $0 : nil }
    let owed: OccurrenceState?
    if end != nil {
      (state, owed) = (.paused, nil)
    } else if counts.held > 0 {
      (state, owed) = (.held, .scheduled)
    } else if counts.unanswered > 0 {
      (state, owed) = (.unanswered, .unanswered)
    } else {
      (state, owed) = (counts.pending > 0 ? .next : .none, nil)
    }
    guard let owed else {
      entry = state == .next ? entries.first : nil
      return
    }
    // What was shown last, as for a verb that is told no id.
    entry = try context.attempt { () throws(StoreError) in
      try store.outstanding(
        after: .start, limit: 500, shownAfter: context.shownAfter, state: owed
      ).last
    }
  }

  /// All of it on one line; empty where there is nothing to say.
  var line: String {
    if state == .paused, let end { return Words.paused(until: context.dateAndTime(at: end)) }
    return entry.map(line) ?? ""
  }

  private func line(_ entry: Entry) -> String {
    let (time, text) = (context.dateAndTime(at: entry.due), Glance.short(entry))
    guard entry.fired != nil || entry.due <= context.now else {
      return Words.glance(time: time, text: text)
    }
    return Words.glance(
      time: time, text: text, state: Words.state(of: entry, at: context.now))
  }

  /// As much of a reminder's text as a bar has room for.
  private static func short(_ entry: Entry) -> String {
    VisibleText.cut(entry.title, characters: 50, bytes: 400, mark: "...")
  }

  /// A line for each thing that there is to know, ten reminders at most.
  private var details: [String] {
    var lines = isServed ? [] : [Words.notRunning]
    if state == .paused { lines.append(line) }
    lines += entries.map(line)
    let all = counts.pending + counts.held + counts.unanswered
    if all > entries.count { lines.append(Words.alsoChanged(all - entries.count)) }
    return lines.isEmpty ? [Words.nothingToCome] : lines
  }

  /// What stands for a place of a template; nothing where there is no such thing now.
  func value(of field: GlanceFormat.Field) -> String {
    switch field {
    case .line: line
    case .time: (entry?.due ?? end).map(context.dateAndTime) ?? ""
    case .text: entry.map(Glance.short) ?? ""
    case .id: entry.map { String($0.id) } ?? ""
    case .due: (entry?.due ?? end).map { $0.rfc3339(in: context.local.zone) } ?? ""
    case .class: state.rawValue
    case .details: details.joined(separator: "\n")
    case .pending: String(counts.pending)
    case .held: String(counts.held)
    case .unanswered: String(counts.unanswered)
    }
  }
}
