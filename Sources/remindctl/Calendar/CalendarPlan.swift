import CivilTime
import Reminders
import Scheduler

/// What becomes of an entry of a calendar file: which reminders it makes.
struct CalendarPlan {
  /// What an entry comes to.
  struct Result {
    /// One for each alarm, the first one first.
    var reminders: [Planned] = []
    /// Whether it was called done, or was called off.
    var end: OccurrenceState?
  }

  enum Planned {
    case coming(CalendarReminder)
    /// Nothing of it lies ahead; it would be due at its last time.
    case past(CalendarReminder)

    var reminder: CalendarReminder {
      switch self {
      case .coming(let reminder), .past(let reminder): reminder
      }
    }
  }

  /// When something without an hour of its own comes: 9:00, as for a day that is typed.
  private static let timeOfDay: Int64 = 9 * 3600

  let entry: CalendarEntry
  /// Instances of its series that the file has entries of their own for.
  let instances: [CalendarTime]
  let zones: CalendarZones
  let moment: ClockReading
  /// Of floating wall times.
  let systemZone: Zone

  func result() throws(CalendarProblem) -> Result {
    var result = Result()
    if entry.isCompleted || entry.status == "COMPLETED" { result.end = .done }
    if entry.status == "CANCELLED" { result.end = .cancelled }
    guard result.end == nil else { return result }
    if let line = entry.allThatFollow { throw problem(line, .allThatFollow) }
    if let line = entry.exceptionRule { throw problem(line, .exceptionRule) }
    let alarms = try alarms()
    for (index, alarm) in alarms.enumerated() {
      var uid = entry.identity
      if let instance = entry.instance { uid += ";RECURRENCE-ID=\(instance.wall)" }
      if index > 0 || isElsewhere(alarm) { uid += ";ALARM=\(index + 1)" }
      if let planned = try planned(alarm, uid: uid) { result.reminders.append(planned) }
    }
    return result
  }

  /// Whether what is there once reminds at another time than its own. Exported it is an event at that
  /// time, which must not take the place of the one that it reminds of.
  private func isElsewhere(_ alarm: Alarm) -> Bool {
    guard !entry.isOwn, entry.instance == nil else { return false }
    switch alarm.time {
    case .at: return true
    case .lead(let lead):
      guard entry.rule == nil, entry.added.isEmpty else { return false }
      return lead.length != mainLead.length || isAllDay
    }
  }

  func problem(_ line: Int, _ part: CalendarProblem.Part) -> CalendarProblem {
    CalendarProblem(line: line, part: part, summary: entry.summary)
  }

  // Times

  /// From which everything is counted: DTSTART, or of a task without one DUE.
  private var anchor: CalendarTime? { entry.start ?? entry.due }

  /// Whether only days are meant.
  private var isAllDay: Bool { anchor?.kind == .date }

  /// A reminder without an alarm is at the start of an event, and when a task is due.
  var mainLead: Recurrence.Lead { entry.isTask ? endLead : Recurrence.Lead() }

  /// From the anchor to the end.
  var endLead: Recurrence.Lead {
    if entry.isTask, entry.due != nil, entry.start == nil { return Recurrence.Lead() }
    guard let start = entry.start, let end = entry.isTask ? entry.due : entry.finish else {
      return entry.duration ?? Recurrence.Lead(days: isAllDay && !entry.isTask ? 1 : 0)
    }
    if start.kind == .date, end.kind == .date {
      return Recurrence.Lead(days: Int(end.wall.dayNumber - start.wall.dayNumber))
    }
    guard let from = instant(start), let to = instant(end) else { return Recurrence.Lead() }
    return Recurrence.Lead(seconds: to.seconds - from.seconds)
  }

  private func instant(_ time: CalendarTime) -> Instant? {
    (try? zone(time)).map { ($0.zone ?? systemZone).instant(of: time.wall) }
  }

  /// - Returns: the zone and its name; nil where the time floats.
  private func zone(
    _ time: CalendarTime
  ) throws(CalendarProblem) -> (zone: Zone?, name: String?) {
    switch time.kind {
    case .date, .floating: return (nil, nil)
    case .utc: return (.utc, Zone.utc.name)
    case .zoned:
      guard let zone = zones.zone(time.zone) else { throw problem(time.line, .zone(time.zone)) }
      return (zone, zone.name)
    }
  }

  /// The wall time that the series counts from, with an hour for days that have none.
  private func wall(of anchor: CalendarTime) -> WallTime {
    guard isAllDay, entry.alarms.isEmpty else { return anchor.wall }
    return anchor.wall.adding(seconds: Self.timeOfDay) ?? anchor.wall
  }

  /// - Returns: nil where there is no time to remind at.
  private func planned(_ alarm: Alarm, uid: String) throws(CalendarProblem) -> Planned? {
    switch alarm.time {
    case .at(let time):
      let (zone, name) = try zone(time)
      let due = (zone ?? systemZone).instant(of: time.wall)
      return made(uid, .wall(time.wall, zone: name), due, lead: nil, alarm.options)
    case .lead(let lead):
      guard let anchor else { return nil }
      let (zone, name) = try zone(anchor)
      let there = zone ?? systemZone
      guard entry.instance == nil, entry.rule != nil || !entry.added.isEmpty else {
        let due = lead.moved(there.instant(of: self.wall(of: anchor)), in: there)
        return made(
          uid, .wall(there.wall(at: due), zone: name), due, lead: lead, alarm.options)
      }
      let found: Recurrence?
      do throws(RecurrenceProblem) {
        found = try self.recurrence(from: anchor, lead, in: there)
      } catch {
        throw problem(entry.rule?.line ?? anchor.line, .rule(error))
      }
      guard let recurrence = found else {
        let due = there.instant(of: anchor.wall)
        return .past(reminder(uid, .wall(anchor.wall, zone: name), due, lead, alarm.options))
      }
      guard !recurrence.isTooOften(after: moment.now, in: there) else {
        throw problem(entry.rule?.line ?? anchor.line, .tooOften)
      }
      let trigger = Trigger(recurrence, in: there, pinned: name, at: moment)
      guard let due = trigger.next(after: moment.now, in: trigger.zone(or: systemZone)) else {
        let last = there.instant(of: anchor.wall)
        return .past(reminder(uid, trigger, last, lead, alarm.options))
      }
      return .coming(reminder(uid, trigger, due, lead, alarm.options))
    }
  }

  /// - Returns: nil where none of its instances is left.
  /// - Throws: also of a rule that never comes, whenever it ends.
  private func recurrence(
    from anchor: CalendarTime, _ lead: Recurrence.Lead, in zone: Zone
  ) throws(RecurrenceProblem) -> Recurrence? {
    // Without a rule there is one instance, and those that are added.
    var rule = RecurrenceRule(.daily)
    rule.end = .count(1)
    if let text = entry.rule?.text {
      do { rule = try RecurrenceText.parse(text, timeOfDay: 0).rule } catch { throw error.problem }
    }
    let first = self.wall(of: anchor)
    var added = entry.added.map { start($0, in: anchor, first) }
    if entry.rule != nil {
      var endless = rule
      endless.end = .never
      let series = try Recurrence(
        endless, from: rule.isElapsed ? .instant(zone.instant(of: first)) : .wall(first))
      // The event itself comes, whether the rule says so or not (RFC 5545 §3.8.5.3).
      let begin = zone.instant(of: first)
      let before = Instant(milliseconds: begin.milliseconds - 1)
      if !entry.isOwn, series.next(after: before, in: zone) != begin { added.append(.wall(first)) }
    }
    let details = Recurrence.Details(
      leftOut: (entry.leftOut + instances).map { start($0, in: anchor, first) },
      added: added, lead: lead)
    let begun = entry.own["START"].flatMap(WallTime.init) ?? first
    do throws(RecurrenceProblem) {
      return try Recurrence(
        rule, from: rule.isElapsed ? .instant(zone.instant(of: begun)) : .wall(begun),
        details: details.isEmpty ? nil : rule.isElapsed ? details.fixed(in: zone) : details)
    } catch {
      // It has ended before it began, or everything is left out.
      guard error == .neverOccurs else { throw error }
      return nil
    }
  }

  /// An instance as the series counts it: a day is the instance of that day.
  private func start(
    _ time: CalendarTime, in anchor: CalendarTime, _ wall: WallTime
  ) -> Recurrence.Start {
    if time.kind == .date || isAllDay {
      return .wall(
        WallTime(secondsAsUTC: time.wall.dayNumber * 86_400 + Int64(wall.secondOfDay)))
    }
    if time.kind == anchor.kind, time.zone == anchor.zone || time.kind == .utc {
      return .wall(time.wall)
    }
    return instant(time).map(Recurrence.Start.instant) ?? .wall(time.wall)
  }

  private func made(
    _ uid: String, _ trigger: Trigger, _ due: Instant, lead: Recurrence.Lead?,
    _ options: ReminderOptions
  ) -> Planned {
    let reminder = reminder(uid, trigger, due, lead, options)
    return due > moment.now ? .coming(reminder) : .past(reminder)
  }

  private func reminder(
    _ uid: String, _ trigger: Trigger, _ due: Instant, _ lead: Recurrence.Lead?,
    _ options: ReminderOptions
  ) -> CalendarReminder {
    var reminder = CalendarReminder(
      uid: uid, text: text(due, trigger, lead), trigger: trigger, due: due, options: options)
    reminder.skipped = entry.skipped
    return reminder
  }

  // Words

  /// What it is called; of one that comes before its time, with that time.
  private func text(_ due: Instant, _ trigger: Trigger, _ lead: Recurrence.Lead?) -> String? {
    if entry.isOwn { return entry.own["TEXT"].flatMap(CalendarText.visible) ?? entry.summary }
    guard let text = Text.visible(entry.summary) ?? Text.visible(entry.description) else {
      return nil
    }
    guard let lead, lead.length < mainLead.length, let anchor,
      let there = try? zone(anchor).zone ?? systemZone
    else { return text }
    if trigger.recurrence != nil {
      return CalendarText.saying(text, in: mainLead.length - lead.length, isDay: isAllDay)
    }
    // On the user's own clocks: most files have times in UTC.
    let time = mainLead.moved(there.instant(of: anchor.wall), in: there)
    return CalendarText.saying(
      text, systemZone.wall(at: time), from: systemZone.wall(at: due), isDay: isAllDay)
  }

  var ownOptions: ReminderOptions { ReminderOptions(own: entry.own) }
}

extension CalendarEntry {
  /// What a skip had left out when remindctl wrote it.
  fileprivate var skipped: [Recurrence.Start] {
    (own["SKIPPED"] ?? "").split(separator: ",").compactMap { text in
      if text.hasSuffix("Z") {
        return WallTime(String(text.dropLast())).map { .instant(Zone.utc.instant(of: $0)) }
      }
      return WallTime(String(text)).map(Recurrence.Start.wall)
    }
  }
}
