import CivilTime
import Reminders
import Store
import System

/// An event or a task of a calendar file, and the reminders that it makes.
package struct ImportEntry {
  /// What becomes of it.
  package enum Outcome {
    /// One for each alarm, the first alarm first.
    case reminders([CalendarReminder])
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
    let (reminders, ended, problem): (JSON?, JSON?, JSON?) =
      switch outcome {
      case .reminders(let all): (.array(all.map(\.json)), nil, nil)
      case .ended(let state): (nil, .string(state.rawValue), nil)
      case .unsupported(let problem): (nil, nil, problem.json)
      }
    return .object(
      JSON.members([
        "uid": .string(uid), "instance": instance.map { .string($0.description) },
        "alone": aloneLine.map { .number(Int64($0)) }, "summary": summary.map(JSON.string),
        "own": .boolean(isOwn), "snooze_of": snoozeOf.map(JSON.string),
        "wants_none": .boolean(wantsNone), "reminders": reminders, "ended": ended,
        "problem": problem,
      ]))
  }

  init?(_ json: JSON, at moment: ClockReading) {
    guard let uid = json["uid"]?.string else { return nil }
    if let all = json["reminders"]?.array {
      let reminders = all.compactMap { CalendarReminder($0, at: moment) }
      guard reminders.count == all.count else { return nil }
      outcome = .reminders(reminders)
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

extension CalendarReminder {
  fileprivate var json: JSON {
    let columns = TriggerColumns(trigger)
    return .object(
      JSON.members([
        "uid": .string(uid), "text": text.map(JSON.string), "kind": .string(columns.kind),
        "wall": columns.wall.map(JSON.string), "zone": columns.zone.map(JSON.string),
        "rrule": columns.rrule.map(JSON.string), "due_ms": .number(due.milliseconds),
        "options": options.json, "skipped": .array(skippedStarts.map { .string($0.text) }),
        "ahead_ms": ahead.map(JSON.number), "past": .boolean(isPast),
      ]))
  }

  fileprivate init?(_ json: JSON, at moment: ClockReading) {
    let instants = Instant.earliest.milliseconds...Instant.latest.milliseconds
    guard let uid = json["uid"]?.string, let trigger = Trigger(json, at: moment),
      let due = json["due_ms"]?.number, instants.contains(due)
    else { return nil }
    let text = json["text"]?.string
    // SQLite's texts end at a NUL.
    guard !(uid + (text ?? "")).utf8.contains(0) else { return nil }
    self.init(
      uid: uid, text: text, trigger: trigger, due: Instant(milliseconds: due),
      options: ReminderOptions(json["options"] ?? [:]).ofCalendar)
    skippedStarts = (json["skipped"]?.array ?? []).compactMap {
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
  /// Those that a calendar can ask for, without values that no option can have.
  fileprivate var ofCalendar: ReminderOptions {
    func length(_ length: Int64?) -> Int64? { length.flatMap { $0 < 0 ? nil : $0 } }
    func line(_ text: String?) -> String? {
      text.flatMap { VisibleText.line($0) == $0 && !$0.isEmpty ? $0 : nil }
    }
    var options = self
    options.sound = line(sound).flatMap { $0.utf8.allSatisfy(\.isNameByte) ? $0 : nil }
    options.icon = line(icon)
    options.tag = line(tag)
    options.timeout = length(timeout)
    options.maxLate = length(maxLate)
    options.before = before.filter { $0 > 0 }
    options.nag = nag.flatMap { nag in
      guard nag.every >= 0 else { return nil }
      return Nag(
        every: max(nag.every, Nag.leastEvery), times: min(max(nag.times, 1), Nag.mostTimes))
    }
    options.mail = nil
    return options
  }
}
