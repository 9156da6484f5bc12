import CivilTime
import Reminders
import Store
import System

/// An event or a task of a calendar file, and the reminders that it makes.
package struct ImportEntry {
  /// A reminder for one alarm of it.
  package struct Planned {
    package var reminder: CalendarReminder
    /// Milliseconds from the reminder to the time it is about, if the text has to state them.
    package var ahead: Int64?
    /// All of it is past; `due` is its last time.
    package var isPast: Bool

    package init(_ reminder: CalendarReminder, ahead: Int64? = nil, isPast: Bool) {
      self.reminder = reminder
      self.ahead = ahead
      self.isPast = isPast
    }
  }

  /// What becomes of it.
  package enum Outcome {
    /// One for each alarm, the first alarm first.
    case reminders([Planned])
    /// The file says that it is done or cancelled.
    case ended(OccurrenceState)
    case unsupported(CalendarProblem)
  }

  /// Its UID, or what identifies it without one.
  package var uid: String
  /// The instance of a series that it replaces.
  package var instance: WallTime?
  /// The line of that instance, if the file lacks the series itself.
  package var aloneLine: Int?
  package var summary: String?
  /// Whether remindctl wrote it.
  package var isOwn = false
  /// The UID of the series that it is a snooze of, if remindctl wrote it.
  package var snoozeOf: String?
  /// Whether it asks for no reminder (ACTION:NONE).
  package var wantsNone = false
  package var outcome: Outcome

  package init(uid: String, outcome: Outcome) {
    self.uid = uid
    self.outcome = outcome
  }

  var json: JSON {
    var members: [(name: String, value: JSON)] = [("uid", .string(uid))]
    if let instance { members.append(("instance", .string(instance.description))) }
    if let aloneLine { members.append(("alone", .number(Int64(aloneLine)))) }
    if let summary { members.append(("summary", .string(summary))) }
    if isOwn { members.append(("own", .boolean(true))) }
    if let snoozeOf { members.append(("snooze_of", .string(snoozeOf))) }
    if wantsNone { members.append(("wants_none", .boolean(true))) }
    switch outcome {
    case .reminders(let all): members.append(("reminders", .array(all.map(\.json))))
    case .ended(let state): members.append(("ended", .string(state.rawValue)))
    case .unsupported(let problem): members.append(("problem", problem.json))
    }
    return .object(members)
  }

  init?(_ json: JSON, at moment: ClockReading) {
    guard let uid = json["uid"]?.string else { return nil }
    if let all = json["reminders"]?.array {
      let planned = all.compactMap { Planned($0, at: moment) }
      guard planned.count == all.count else { return nil }
      outcome = .reminders(planned)
    } else if let problem = json["problem"] {
      guard let problem = CalendarProblem(problem) else { return nil }
      outcome = .unsupported(problem)
    } else {
      switch json["ended"]?.string {
      case "done": outcome = .ended(.done)
      case "cancelled": outcome = .ended(.cancelled)
      default: return nil
      }
    }
    self.uid = uid
    if let text = json["instance"]?.string {
      guard let instance = WallTime(text) else { return nil }
      self.instance = instance
    }
    aloneLine = json["alone"]?.number.map { Int($0) }
    summary = json["summary"]?.string
    isOwn = json["own"]?.boolean ?? false
    snoozeOf = json["snooze_of"]?.string
    wantsNone = json["wants_none"]?.boolean ?? false
  }
}

extension ImportEntry.Planned {
  fileprivate var json: JSON {
    let columns = TriggerColumns(reminder.trigger)
    var members: [(name: String, value: JSON)] = [
      ("uid", .string(reminder.uid)), ("kind", .string(columns.kind)),
      ("due_ms", .number(reminder.due.milliseconds)),
    ]
    func add(_ name: String, _ text: String?) {
      if let text { members.append((name, .string(text))) }
    }
    add("text", reminder.text)
    add("wall", columns.wall)
    add("zone", columns.zone)
    add("rrule", columns.rrule)
    if !reminder.options.isEmpty { members.append(("options", reminder.options.json)) }
    if !reminder.skippedStarts.isEmpty {
      members.append(("skipped", .array(reminder.skippedStarts.map { .string($0.text) })))
    }
    if let ahead { members.append(("ahead_ms", .number(ahead))) }
    if isPast { members.append(("past", .boolean(true))) }
    return .object(members)
  }

  fileprivate init?(_ json: JSON, at moment: ClockReading) {
    let instants = Instant.earliest.milliseconds...Instant.latest.milliseconds
    guard let uid = json["uid"]?.string, let trigger = Trigger(json, at: moment),
      let due = json["due_ms"]?.number, instants.contains(due)
    else { return nil }
    let text = json["text"]?.string
    // SQLite's texts end at a NUL.
    guard !(uid + (text ?? "")).utf8.contains(0) else { return nil }
    let options = json["options"].map(ReminderOptions.init(ofCalendar:)) ?? ReminderOptions()
    reminder = CalendarReminder(
      uid: uid, text: text, trigger: trigger, due: Instant(milliseconds: due),
      options: options)
    reminder.skippedStarts = (json["skipped"]?.array ?? []).compactMap {
      $0.string.flatMap(Recurrence.Start.init)
    }
    ahead = json["ahead_ms"]?.number
    isPast = json["past"]?.boolean ?? false
  }
}

extension Trigger {
  fileprivate init?(_ json: JSON, at moment: ClockReading) {
    let columns = TriggerColumns(
      kind: json["kind"]?.string ?? "", wall: json["wall"]?.string, zone: json["zone"]?.string,
      rrule: json["rrule"]?.string)
    // A zone's name only: no path.
    guard columns.isReadable, columns.zone?.hasPrefix(":") != true else { return nil }
    switch columns.trigger {
    case .wall: self = columns.trigger
    case .series(let recurrence, _):
      guard !recurrence.isTooOften(after: moment.now, in: .utc) else { return nil }
      self = Trigger(recurrence, in: .utc, pinned: columns.zone, at: moment)
    case .interval, .elapsedSeries: return nil
    }
  }
}

extension ReminderOptions {
  /// The options that a calendar can ask for; values that no option can have are left out.
  fileprivate init(ofCalendar json: JSON) {
    self.init()
    let lengths = 0...Instant.latest.milliseconds
    func length(_ name: String) -> Int64? {
      json[name]?.number.flatMap { lengths.contains($0) ? $0 : nil }
    }
    func line(_ name: String) -> String? {
      json[name]?.string.flatMap { VisibleText.line($0) == $0 && !$0.isEmpty ? $0 : nil }
    }
    urgency = json["urgency"]?.string.flatMap(Urgency.init)
    sound = line("sound").flatMap { $0.utf8.allSatisfy(\.isNameByte) ? $0 : nil }
    icon = line("icon")
    tag = line("tag")
    timeout = length("timeout_ms")
    maxLate = length("max_late_ms")
    before = (json["before_ms"]?.array ?? []).compactMap(\.number)
      .filter { $0 > 0 && lengths.contains($0) }
    speak = json["speak"]?.boolean
    if let every = length("nag_ms"), let times = json["nag_times"]?.number {
      nag = Nag(
        every: max(every, Nag.leastEvery), times: Int(min(max(times, 1), Int64(Nag.mostTimes))))
    }
  }
}
