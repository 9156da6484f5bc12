import Scheduler

/// An import on its way: the file is read already, and gone through twice. First for all that must be
/// known of it before its first entry can be understood, then entry by entry, in one transaction.
struct CalendarImport {
  /// What has become of the entries.
  struct Counts {
    var new = 0
    var changed = 0
    var unchanged = 0
    var past = 0
    /// Done or cancelled, in the file.
    var finished = 0
    /// Entries that have no time.
    var timeless = 0
    /// Entries that want no reminder (ACTION:NONE).
    var unwanted = 0
    /// Reminders of alarms and instances that the file has no longer.
    var gone = 0
  }

  private let spool: CalendarSpool
  private let file: String
  private let context: Context
  private let zones: CalendarZones
  /// Instances with entries of their own, by the UID of their series.
  private var instances: [String: [CalendarTime]] = [:]
  /// The lines of the UIDs.
  private var lines: [String: Int] = [:]
  private var entryCount = 0
  private(set) var counts = Counts()
  /// What this file had before as entries that are gone as a whole. They may be in another file of
  /// the same name, so they stay, and are named.
  private(set) var left: [(id: Int64, text: String?)] = []
  private(set) var problems: [CalendarProblem] = []

  init(_ spool: CalendarSpool, file: String, _ context: Context) throws {
    self.spool = spool
    self.file = file
    self.context = context
    zones = CalendarZones(local: context.systemZone, now: context.now)
    var zone: CalendarZone?
    var isThrough = false
    try spool.eachEntry { record in
      switch record.name {
      case "fault":
        let fields = record.fields + ["", "", ""]
        throw Failure.calendar(
          .broken(
            CalendarFault(kind: fields[0], line: record.line, name: fields[1], value: fields[2])))
      case "through": isThrough = true
      case "method":
        let method = record.fields.first ?? ""
        if !["PUBLISH", "REQUEST", "CANCEL", "ADD"].contains(method) {
          problems.append(CalendarProblem(line: record.line, part: .method(method)))
        }
      case "zone": zone = CalendarZone()
      default:
        guard var begun = zone else { return }
        zone = nil
        let isWhole: Bool
        do throws(CalendarFault) { isWhole = try begun.take(record) } catch {
          throw Failure.calendar(.broken(error))
        }
        if isWhole { zones.define(begun) } else { zone = begun }
      }
    } entry: { entry in
      entryCount += 1
      if let instance = entry.instance { instances[entry.identity, default: []].append(instance) }
      let key = CalendarImport.key(of: entry)
      if let line = lines[key] {
        problems.append(
          CalendarProblem(line: entry.line, part: .repeated(line: line), summary: entry.summary))
      } else {
        lines[key] = entry.line
      }
    }
    guard isThrough else { throw Failure.calendar(.stopped(signal: nil)) }
  }

  /// - Parameter store: nil where there is none yet, and none is to be made.
  mutating func run(
    in store: ReminderStore?, isDry: Bool, _ progress: Progress?
  ) throws {
    let ids = try store?.identities() ?? [:]
    var run = ImportRun(
      store: isDry ? nil : store, reader: store, ids: ids, file: file, context: context)
    var done = 0
    // A message that calls off need not say it of each entry again (RFC 5546 §3.2.5).
    var isCancellation = false
    try spool.eachEntry { record in
      if record.name == "calendar" { isCancellation = false }
      if record.name == "method" { isCancellation = record.fields.first == "CANCEL" }
    } entry: { entry in
      var entry = entry
      if isCancellation { entry.status = "CANCELLED" }
      done += 1
      if done % 100 == 0 { progress?.show(.storing, done, of: entryCount) }
      // The second one of the same UID is a problem already.
      guard lines[CalendarImport.key(of: entry)] == entry.line else { return }
      let result: CalendarPlan.Result
      do throws(CalendarProblem) { result = try plan(entry, ids) } catch {
        problems.append(error)
        return
      }
      try run.take(result, of: entry)
    }
    try run.takeAway()
    counts = run.counts
    left = try run.left { lines[$0] == nil }
  }

  private func plan(
    _ entry: CalendarEntry, _ ids: [String: Int64]
  ) throws(CalendarProblem) -> CalendarPlan.Result {
    let identity = entry.identity
    if let instance = entry.instance, lines[identity] == nil, ids[identity] != nil {
      throw CalendarProblem(line: instance.line, part: .instanceAlone, summary: entry.summary)
    }
    let plan = CalendarPlan(
      entry: entry, instances: entry.instance == nil ? instances[identity] ?? [] : [],
      zones: zones, moment: context.moment, systemZone: context.systemZone)
    return try plan.result()
  }

  /// An entry of a file is known by its UID, and by the instance that it stands for.
  private static func key(of entry: CalendarEntry) -> String {
    entry.identity + (entry.instance.map { ";\($0.wall)" } ?? "")
  }
}

extension CalendarSpool {
  /// Calls `entry` with each event and task, and `other` with each record that belongs to none.
  fileprivate func eachEntry(
    other: (Record) throws -> Void, entry body: (CalendarEntry) throws -> Void
  ) throws {
    var reader: CalendarEntryReader?
    try each { record in
      guard record.name != "fault", var entry = reader else {
        guard record.name == "event" || record.name == "todo" else { return try other(record) }
        reader = CalendarEntryReader(record)
        return
      }
      reader = nil
      let isWhole: Bool
      do throws(CalendarFault) { isWhole = try entry.take(record) } catch {
        throw Failure.calendar(.broken(error))
      }
      if isWhole { return try body(entry.entry) }
      reader = entry
    }
  }
}

/// The part of an import that looks at the store, and writes it.
private struct ImportRun {
  /// Nil: nothing is written.
  let store: ReminderStore?
  let reader: ReminderStore?
  let ids: [String: Int64]
  let file: String
  let context: Context
  var counts = CalendarImport.Counts()
  /// What the file has, and the series that it has all of.
  private var seen: Set<String> = []
  private var whole: Set<String> = []

  init(
    store: ReminderStore?, reader: ReminderStore?, ids: [String: Int64], file: String,
    context: Context
  ) {
    self.store = store
    self.reader = reader
    self.ids = ids
    self.file = file
    self.context = context
  }

  mutating func take(_ result: CalendarPlan.Result, of entry: CalendarEntry) throws {
    if entry.instance == nil, !entry.isOwn { whole.insert(entry.identity) }
    if let end = result.end {
      let open = try endAll(entry, as: end)
      if open { counts.changed += 1 } else { counts.finished += 1 }
      return
    }
    if result.reminders.isEmpty {
      if entry.wantsNone { counts.unwanted += 1 } else { counts.timeless += 1 }
    }
    for planned in result.reminders {
      let reminder = planned.reminder
      seen.insert(reminder.uid)
      let id = ids[reminder.uid]
      // A snooze of a series that is here has its own way.
      if let series = entry.own["SNOOZE-OF"], id == nil, ids[series] != nil {
        counts.unchanged += 1
        continue
      }
      switch planned {
      case .past:
        counts.past += 1
        guard let id, try outcome(of: reminder, id) == .changed else { continue }
        try finish(id, as: .cancelled)
      case .coming:
        switch try put(reminder, id) {
        case .new: counts.new += 1
        case .changed: counts.changed += 1
        case .unchanged: counts.unchanged += 1
        }
      }
    }
  }

  /// Ends what the file had once, and has no longer.
  mutating func takeAway() throws {
    for (uid, id) in ids.sorted(by: { $0.value < $1.value }) where !seen.contains(uid) {
      guard whole.contains(ImportRun.series(of: uid)) else { continue }
      if try finish(id, as: .cancelled) { counts.gone += 1 }
    }
  }

  /// What comes of entries that the file had once.
  /// - Parameter isGone: whether it has nothing of this UID any more.
  func left(_ isGone: (String) -> Bool) throws -> [(id: Int64, text: String?)] {
    guard let reader, file != "-" else { return [] }
    return try reader.coming(importedFrom: file)
      .filter { !seen.contains($0.uid) && isGone(ImportRun.series(of: $0.uid)) }
      .map { (id: $0.id, text: $0.text) }
  }

  /// The UID of the file, of a reminder's.
  private static func series(of uid: String) -> String {
    guard uid.utf8.contains(UInt8(ascii: ";")) else { return uid }
    let parts = uid.split(separator: ";", omittingEmptySubsequences: false)
    let end = parts.firstIndex { $0.hasPrefix("ALARM=") || $0.hasPrefix("RECURRENCE-ID=") }
    return parts[..<(end ?? parts.count)].joined(separator: ";")
  }

  /// Ends all reminders of an entry that is done or called off.
  /// - Returns: whether there were any.
  private mutating func endAll(
    _ entry: CalendarEntry, as state: OccurrenceState
  ) throws -> Bool {
    var uid = entry.identity
    if let instance = entry.instance { uid += ";RECURRENCE-ID=\(instance.wall)" }
    var number = 0
    var isAny = false
    // The first one has a number only where it is at another time than the entry.
    while true {
      let name = number == 0 ? uid : "\(uid);ALARM=\(number)"
      guard number < 2 || ids[name] != nil else { return isAny }
      number += 1
      guard let id = ids[name] else { continue }
      seen.insert(name)
      if try finish(id, as: state) { isAny = true }
    }
  }

  private func outcome(of reminder: CalendarReminder, _ id: Int64?) throws -> ImportOutcome {
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
    guard let store else { return try reader.isOpen(id) }
    return try store.finish(imported: id, as: state, at: context.now, words: file)
  }
}
