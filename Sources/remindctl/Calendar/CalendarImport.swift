import CalendarText
import Localization
import Reminders
import Store

/// Stores the entries of a calendar file, within the caller's transaction.
struct CalendarImport {
  /// What became of reminders and entries.
  enum Result: String, CaseIterable {
    case new, changed, unchanged
    /// Reminders of alarms and instances that the file no longer has.
    case gone
    case past
    /// Done or cancelled, in the file.
    case finished
    /// Entries without a time.
    case timeless
    /// Entries that want no reminder (ACTION:NONE).
    case unwanted
  }

  /// Nil for a dry run.
  private let store: ReminderStore?
  /// Nil if there is no store yet.
  private let reader: ReminderStore?
  private let ids: [String: Int64]
  private let file: String
  private let context: Context
  /// The UIDs of the reminders that the file has.
  private var seen: Set<String> = []
  /// The UIDs of all entries that are no instances.
  private var series: Set<String> = []
  /// Those of which the file has every reminder.
  private var complete: Set<String> = []
  private(set) var counts: [Result: Int] = [:]
  private(set) var problems: [CalendarProblem] = []
  /// The reminders whose whole entry is gone from the file. It may be in another file of the same name,
  /// so they stay.
  private(set) var left: [(id: Int64, text: String?)] = []

  /// - Parameters:
  ///   - reader: the store as it is; nil if there is none.
  ///   - isDry: whether nothing is to be stored.
  init(
    _ lines: [ImportLine], file: String, reader: ReminderStore?, isDry: Bool, _ context: Context
  ) throws {
    store = isDry ? nil : reader
    self.reader = reader
    self.file = file
    self.context = context
    ids = try reader?.identities() ?? [:]
    for line in lines {
      switch line {
      case .problem(let problem): problems.append(problem)
      case .entry(let entry): try add(entry)
      case .end, .fault: break
      }
    }
    try cancelGone()
    left = try entriesLeft()
  }

  private mutating func add(_ entry: ImportEntry) throws {
    if entry.instance == nil { series.insert(entry.uid) }
    if let line = entry.aloneLine, ids[entry.uid] != nil {
      problems.append(CalendarProblem(.instanceAlone, line: line, summary: entry.summary))
      return
    }
    switch entry.outcome {
    case .unsupported(let problem): problems.append(problem)
    case .ended(let state):
      if entry.instance == nil, !entry.isOwn { complete.insert(entry.uid) }
      count(try endAll(entry, as: state) ? .changed : .finished)
    case .reminders(let reminders):
      if entry.instance == nil, !entry.isOwn { complete.insert(entry.uid) }
      if reminders.isEmpty { count(entry.wantsNone ? .unwanted : .timeless) }
      for reminder in reminders { try add(reminder, of: entry) }
    }
  }

  private mutating func count(_ result: Result) { counts[result, default: 0] += 1 }

  private mutating func add(_ reminder: CalendarReminder, of entry: ImportEntry) throws {
    var reminder = reminder
    if let ahead = reminder.ahead, let text = reminder.text {
      reminder.text = Messages.pinned(text, Messages.ahead(ahead.spoken(units: 3)))
    }
    seen.insert(reminder.uid)
    let id = ids[reminder.uid]
    // The snooze of a series that is here has its own history.
    if let series = entry.snoozeOf, id == nil, ids[series] != nil {
      return count(.unchanged)
    }
    guard !reminder.isPast else {
      count(.past)
      if let id, try outcome(of: reminder, id) == .changed { try finish(id, as: .cancelled) }
      return
    }
    switch try put(reminder, id) {
    case .new: count(.new)
    case .changed: count(.changed)
    case .unchanged: count(.unchanged)
    }
  }

  /// Ends the reminders that the file once had for entries that it still has.
  private mutating func cancelGone() throws {
    for (uid, id) in ids.sorted(by: { $0.value < $1.value }) where !seen.contains(uid) {
      guard complete.contains(CalendarImport.series(of: uid)) else { continue }
      if try finish(id, as: .cancelled) { count(.gone) }
    }
  }

  private func entriesLeft() throws -> [(id: Int64, text: String?)] {
    guard let reader, file != "-" else { return [] }
    return try reader.coming(importedFrom: file)
      .filter { !seen.contains($0.uid) && !series.contains(CalendarImport.series(of: $0.uid)) }
      .map { (id: $0.id, text: $0.text) }
  }

  /// The UID in the file, of a reminder's.
  private static func series(of uid: String) -> String {
    guard uid.utf8.contains(UInt8(ascii: ";")) else { return uid }
    let parts = uid.split(separator: ";", omittingEmptySubsequences: false)
    let end = parts.firstIndex { $0.hasPrefix("ALARM=") || $0.hasPrefix("RECURRENCE-ID=") }
    return parts[..<(end ?? parts.count)].joined(separator: ";")
  }

  /// Ends all reminders of an entry that is done or cancelled.
  /// - Returns: whether there were any.
  private mutating func endAll(
    _ entry: ImportEntry, as state: OccurrenceState
  ) throws -> Bool {
    var uid = entry.uid
    if let instance = entry.instance { uid += ";RECURRENCE-ID=\(instance)" }
    var number = 0
    var isAny = false
    // The first one has a number only if it is at another time than the entry.
    while true {
      let name = number == 0 ? uid : "\(uid);ALARM=\(number)"
      guard number < 2 || ids[name] != nil else { return isAny }
      number += 1
      guard let id = ids[name] else { continue }
      seen.insert(name)
      if try finish(id, as: state) { isAny = true }
    }
  }

  private func outcome(
    of reminder: CalendarReminder, _ id: Int64?
  ) throws -> ImportOutcome {
    guard let reader else { return .new }
    return try reader.outcome(of: reminder, id: id, in: context.systemZone)
  }

  private func put(_ reminder: CalendarReminder, _ id: Int64?) throws -> ImportOutcome {
    guard let store else { return try outcome(of: reminder, id) }
    return try store.put(
      reminder, id: id, at: context.now, in: context.systemZone, words: file,
      language: context.language.locale.text
    ).0
  }

  /// - Returns: whether anything of it was open.
  @discardableResult
  private func finish(_ id: Int64, as state: OccurrenceState) throws -> Bool {
    guard let reader else { return false }
    guard let store else { return try reader.isUnfinished(id, shownAfter: .earliest) }
    return try store.endAll(of: id, as: state, logged: .imported, at: context.now, words: file)
  }
}

extension Messages {
  static func importCounts(_ counts: [CalendarImport.Result: Int], from path: String) -> String {
    let parts = CalendarImport.Result.allCases.map { ($0, counts[$0] ?? 0) }
      .filter { $0 == .new || $1 > 0 }.map(part)
    return tr(
      "{file}: {counts}", ["file": source(path), "counts": parts.joined(separator: ", ")])
  }

  private static func part(_ result: CalendarImport.Result, _ count: Int) -> String {
    switch result {
    // Translators: reminders, in a list behind the name of a file.
    case .new: tr(count, "{n} new", "{n} new")
    case .changed: tr(count, "{n} changed", "{n} changed")
    case .unchanged: tr(count, "{n} unchanged", "{n} unchanged")
    case .gone: tr(count, "{n} no longer in the file", "{n} no longer in the file")
    case .past: tr(count, "{n} past", "{n} past")
    case .finished: tr(count, "{n} done or cancelled", "{n} done or cancelled")
    case .timeless: tr(count, "{n} without a time", "{n} without a time")
    case .unwanted: tr(count, "{n} that wants no reminder", "{n} that want no reminder")
    }
  }
}
