import CalendarText
import CivilTime
import Reminders
import Store

/// Which reminders an entry of a calendar file makes.
struct CalendarPlan {
  /// The time of reminders for days without a time: 9:00, as for a typed day.
  private static let timeOfDay: Int64 = 9 * 3600

  let entry: CalendarEntry
  /// Instances of its series that have entries of their own.
  let instances: [CalendarTime]
  let zones: CalendarZones
  let now: Instant
  /// The zone of floating wall times.
  let systemZone: Zone

  func outcome() -> ImportEntry.Outcome {
    if entry.status == "CANCELLED" { return .ended(.cancelled) }
    if entry.isCompleted || entry.status == "COMPLETED" { return .ended(.done) }
    do throws(CalendarProblem) { return .reminders(try reminders()) } catch {
      return .unsupported(error)
    }
  }

  private func reminders() throws(CalendarProblem) -> [CalendarReminder] {
    if let line = entry.allThatFollow { throw problem(line, .allThatFollow) }
    if let line = entry.exceptionRule { throw problem(line, .exceptionRule) }
    var reminders: [CalendarReminder] = []
    for (index, alarm) in try alarms().enumerated() {
      var uid = entry.identity
      if let instance = entry.instance { uid += ";RECURRENCE-ID=\(instance.wall)" }
      if index > 0 || isElsewhere(alarm) { uid += ";ALARM=\(index + 1)" }
      if let planned = try planned(alarm, uid: uid) { reminders.append(planned) }
    }
    return reminders
  }

  /// Whether a single reminder is due at another time than its entry. Export writes it as an event at
  /// that time, which must not replace the entry.
  private func isElsewhere(_ alarm: Alarm) -> Bool {
    guard !entry.isOwn, entry.instance == nil else { return false }
    switch alarm.time {
    case .at: return true
    case .before(let lead, _):
      guard entry.rule == nil, entry.added.isEmpty else { return false }
      return lead.length != mainLead.length || isAllDay
    }
  }

  func problem(
    _ line: Int, _ part: CalendarPart, _ value: String = ""
  ) -> CalendarProblem {
    CalendarProblem(part, line: line, value: value, summary: entry.summary)
  }

  // Times

  /// The time that all others count from: DTSTART, or DUE of a task without it.
  private var anchor: CalendarTime? { entry.start ?? entry.due }

  /// Whether it has a day but no time.
  private var isAllDay: Bool { anchor?.kind == .date }

  /// Without an alarm an event reminds at its start, a task when it is due.
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
    (try? zone(time))?.zone.instant(of: time.wall)
  }

  /// - Returns: the zone, and its name unless the time floats.
  private func zone(
    _ time: CalendarTime
  ) throws(CalendarProblem) -> (zone: Zone, name: String?) {
    switch time.kind {
    case .date, .floating: return (systemZone, nil)
    case .utc: return (.utc, Zone.utc.name)
    case .zoned:
      guard let zone = zones.zone(time.zone) else { throw problem(time.line, .zone, time.zone) }
      return (zone, zone.name)
    }
  }

  /// The wall time that the series counts from, with a time for days that have none.
  private func wall(of anchor: CalendarTime) -> WallTime {
    guard isAllDay, entry.alarms.isEmpty else { return anchor.wall }
    return anchor.wall.adding(seconds: Self.timeOfDay) ?? anchor.wall
  }

  /// - Returns: nil if there is no time to remind at.
  private func planned(
    _ alarm: Alarm, uid: String
  ) throws(CalendarProblem) -> CalendarReminder? {
    switch alarm.time {
    case .at(let time):
      let (zone, name) = try zone(time)
      return made(
        uid, .wall(time.wall, zone: name), zone.instant(of: time.wall), lead: nil, alarm.options)
    case .before(let lead, _):
      guard let anchor else { return nil }
      let (there, name) = try zone(anchor)
      guard entry.instance == nil, entry.rule != nil || !entry.added.isEmpty else {
        let due = lead.moved(there.instant(of: self.wall(of: anchor)), in: there)
        return made(uid, .wall(there.wall(at: due), zone: name), due, lead: lead, alarm.options)
      }
      let ruleLine = entry.rule?.line ?? anchor.line
      let last = there.instant(of: anchor.wall)
      let found: Recurrence?
      do throws(CivilTimeError) {
        found = try self.recurrence(from: anchor, lead, in: there)
      } catch {
        throw error.recurrence == .neverOccurs
          ? problem(ruleLine, .neverOccurs)
          : problem(ruleLine, .rule, error.recurrence?.culprit ?? "")
      }
      guard let recurrence = found else {
        return made(
          uid, .wall(anchor.wall, zone: name), last, lead: lead, alarm.options, isPast: true)
      }
      guard !recurrence.isTooOften(after: now, in: there) else {
        throw problem(ruleLine, .tooOften)
      }
      let trigger = Trigger.series(recurrence, zone: recurrence.rule.isElapsed ? nil : name)
      let next = recurrence.next(after: now, in: recurrence.rule.isElapsed ? systemZone : there)
      return made(
        uid, trigger, next ?? last, lead: lead, alarm.options, isPast: next == nil)
    }
  }

  /// - Returns: nil if no instance is left.
  /// - Throws: also `neverOccurs`, if the rule has no instance even without its end.
  private func recurrence(
    from anchor: CalendarTime, _ lead: Recurrence.Lead, in zone: Zone
  ) throws(CivilTimeError) -> Recurrence? {
    // Without a rule there is one instance, and those that are added.
    var rule = RecurrenceRule(.daily)
    rule.end = .count(1)
    if let text = entry.rule?.text { rule = try RecurrenceText.parse(text, timeOfDay: 0).rule }
    let first = self.wall(of: anchor)
    var added = entry.added.map { start($0, in: anchor, first) }
    if entry.rule != nil {
      var endless = rule
      endless.end = .never
      let series = try Recurrence(
        endless, from: rule.isElapsed ? .instant(zone.instant(of: first)) : .wall(first))
      // The first instance is DTSTART, even if the rule does not match it (RFC 5545 §3.8.5.3).
      let begin = zone.instant(of: first)
      let before = Instant(milliseconds: begin.milliseconds - 1)
      if !entry.isOwn, series.next(after: before, in: zone) != begin { added.append(.wall(first)) }
    }
    let details = Recurrence.Details(
      leftOut: (entry.leftOut + instances).map { start($0, in: anchor, first) },
      added: added, lead: lead)
    let begun = entry.own["START"].flatMap(WallTime.init) ?? first
    do throws(CivilTimeError) {
      return try Recurrence(
        rule, from: rule.isElapsed ? .instant(zone.instant(of: begun)) : .wall(begun),
        details: details.isEmpty ? nil : rule.isElapsed ? details.fixed(in: zone) : details)
    } catch {
      // It ended before it began, or every instance is left out.
      guard error.recurrence == .neverOccurs else { throw error }
      return nil
    }
  }

  /// An instance as the series counts it; a day stands for the instance on that day.
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
    _ options: ReminderOptions, isPast: Bool? = nil
  ) -> CalendarReminder {
    let (text, ahead) = text(due, trigger, lead)
    var reminder = CalendarReminder(
      uid: uid, text: text, trigger: trigger, due: due, options: options)
    reminder.ahead = ahead
    reminder.isPast = isPast ?? (due <= now)
    reminder.skippedStarts = (entry.own["SKIPPED"] ?? "").split(separator: ",").compactMap {
      Recurrence.Start(String($0))
    }
    return reminder
  }

  // Texts

  /// The text. If the reminder is early, it ends with the time that it is about, `Dentist (15:00)`, or if
  /// that recurs there is `ahead`: how many milliseconds early each reminder is.
  private func text(
    _ due: Instant, _ trigger: Trigger, _ lead: Recurrence.Lead?
  ) -> (text: String?, ahead: Int64?) {
    if entry.isOwn {
      return (entry.own["TEXT"].flatMap(EscapedText.visible) ?? entry.summary, nil)
    }
    let text = [entry.summary, entry.description].lazy.compactMap(\.self)
      .first { $0.withoutOuterBlanks != nil }
    guard let text, let lead, lead.length < mainLead.length, let anchor,
      let there = try? zone(anchor).zone
    else { return (text, nil) }
    if trigger.recurrence != nil {
      let early = mainLead.length - lead.length
      // At any time of the day before, a day is one day away.
      return (text, (isAllDay ? (early + 86_399) / 86_400 * 86_400 : early) * 1000)
    }
    // On the user's own clock: most files have times in UTC.
    let time = systemZone.wall(at: mainLead.moved(there.instant(of: anchor.wall), in: there))
    let date = time.description.prefix(10)
    let clock = time.description.dropFirst(11).prefix(5)
    if isAllDay { return ("\(text) (\(date))", nil) }
    let isSameDay = time.dayNumber == systemZone.wall(at: due).dayNumber
    return (isSameDay ? "\(text) (\(clock))" : "\(text) (\(date) \(clock))", nil)
  }
}

extension RecurrenceProblem {
  /// The part of the rule that is to blame.
  fileprivate var culprit: String {
    switch self {
    case .unknown(let text): text
    case .noFrequency: RecurrenceRule.Part.frequency.rawValue
    default: (part ?? .start).rawValue
    }
  }
}
