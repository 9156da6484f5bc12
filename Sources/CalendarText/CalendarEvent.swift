// CalendarText is iCalendar as text, without libical: the writer of `export`, and the JSON lines in
// which `remind-calendar` hands the reminders of a file to remindctl.

import CivilTime
import Configuration
import Reminders
import Store

/// Calendar files without libical: what `export` writes, and the lines in which remind-calendar tells
/// remindctl what a file says.
///
/// Here: a pending reminder as a VEVENT. Properties of our own (X-REMINDCTL-…) hold what iCalendar
/// cannot express.
package struct CalendarEvent {
  private let entry: Entry
  private let now: Instant
  private let systemZone: Zone

  /// - Parameter systemZone: the zone of floating wall times.
  package init(_ entry: Entry, now: Instant, systemZone: Zone) {
    self.entry = entry
    self.now = now
    self.systemZone = systemZone
  }

  /// The zone that needs a VTIMEZONE, and the first instant that this must cover.
  package var zone: (zone: Zone, start: Instant)? {
    guard let name = zoneName, name != Zone.utc.name, let zone = try? Zone.load(name) else {
      return nil
    }
    return (zone, start.instant(in: zone))
  }

  /// The component, unfolded.
  package var lines: [String] {
    var lines = ["BEGIN:VEVENT", "UID:" + ContentLine.text(uid)]
    lines.append("DTSTAMP:" + ContentLine.utc(entry.created))
    lines.append("CREATED:" + ContentLine.utc(entry.created))
    if let text = entry.text { lines.append("SUMMARY:" + ContentLine.text(text)) }
    lines += recurrence.map(series) ?? [time("DTSTART", [start])].compactMap(\.self)
    lines.append("TRANSP:TRANSPARENT")
    return lines + own + alarms + ["END:VEVENT"]
  }

  // Time

  /// The rule, unless this occurrence is a snooze, which is outside the series.
  private var recurrence: Recurrence? {
    guard let recurrence = entry.trigger.recurrence else { return nil }
    let before = Instant(milliseconds: entry.due.milliseconds - 1)
    return entry.trigger.next(after: before, in: there) == entry.due ? recurrence : nil
  }

  private var isSnooze: Bool { entry.trigger.recurrence != nil && recurrence == nil }

  private var uid: String { isSnooze ? entry.uid + ";SNOOZE" : entry.uid }

  /// When it begins: a wall time if it has one, otherwise an instant.
  private var start: Recurrence.Start {
    if let recurrence {
      guard case .wall(let wall) = recurrence.start else { return recurrence.start }
      return .wall(first(of: recurrence) ?? wall)
    }
    if case .wall(let wall, let zone) = entry.trigger, !isUnnamed,
      (zone.flatMap { try? Zone.load($0) } ?? systemZone).instant(of: wall) == entry.due
    {
      return entry.trigger.pinnedZone == Zone.utc.name ? .instant(entry.due) : .wall(wall)
    }
    // A file has whole seconds; rounding up keeps a reminder from being early.
    return .instant(Instant(seconds: (entry.due.milliseconds + 999) / 1000))
  }

  /// Whether its zone is a file or a TZ string, which has no name that others know.
  private var isUnnamed: Bool {
    entry.trigger.pinnedZone.map { (try? Zone.find($0)) == nil } ?? false
  }

  /// Nil if it floats or has no wall time.
  private var zoneName: String? {
    if case .instant = start { return nil }
    return entry.trigger.pinnedZone
  }

  private var there: Zone {
    entry.trigger.zone(or: systemZone)
  }

  /// DTSTART must be an instance (RFC 5545 §3.8.5.3); a rule's start may be none.
  private func first(of recurrence: Recurrence) -> WallTime? {
    guard case .wall(let wall) = recurrence.start else { return nil }
    let begin = there.instant(of: wall)
    let plain = try? Recurrence(recurrence.rule, from: recurrence.start)
    let first = plain?.next(after: Instant(milliseconds: begin.milliseconds - 1), in: there)
    return first == nil || first == begin ? nil : first.map(there.wall(at:))
  }

  private func series(_ recurrence: Recurrence) -> [String] {
    let details = recurrence.details ?? Recurrence.Details()
    var lines = [time("DTSTART", [start])].compactMap(\.self)
    lines.append("RRULE:" + rule(recurrence).description)
    let skipped = skipped(recurrence)
    for wanted in [true, false] {
      let isWall = { (start: Recurrence.Start) in
        if case .wall = start { wanted } else { !wanted }
      }
      lines += [
        time("EXDATE", (details.leftOut + skipped).filter(isWall)),
        time("RDATE", details.added.filter(isWall)),
      ].compactMap(\.self)
    }
    if case .wall(let wall) = recurrence.start, first(of: recurrence) != nil {
      lines.append("X-REMINDCTL-START:\(wall)")
    }
    if !skipped.isEmpty {
      let text = skipped.map(\.text).joined(separator: ",")
      lines.append("X-REMINDCTL-SKIPPED:" + ContentLine.text(text))
    }
    return lines
  }

  /// UNTIL has the same type as DTSTART, or is in UTC if that has a zone (§3.3.10).
  private func rule(_ recurrence: Recurrence) -> RecurrenceRule {
    var rule = recurrence.rule
    guard entry.trigger.pinnedZone == nil, !rule.isElapsed else { return rule.ending(in: there) }
    switch rule.end {
    case .never, .count, .wall: break
    case .day(let day):
      rule.end = .wall(WallTime(secondsAsUTC: day.dayNumber * 86_400 + 86_399))
    case .instant(let instant): rule.end = .wall(systemZone.wall(at: instant))
    }
    return rule
  }

  /// The future instances before its pending occurrence: they were skipped, or done early.
  private func skipped(_ recurrence: Recurrence) -> [Recurrence.Start] {
    var details = recurrence.details ?? Recurrence.Details()
    let lead = details.lead
    details.lead = Recurrence.Lead()
    guard
      let plain = try? Recurrence(recurrence.rule, from: recurrence.start, details: details),
      var origin = now.advanced(by: -lead.length * 1000 - 2 * 86_400_000)
    else { return [] }
    var skipped: [Recurrence.Start] = []
    // `skip` takes 1000 at most.
    while skipped.count < 1000, let next = plain.next(after: origin, in: there) {
      let due = lead.moved(next, in: there)
      guard due < entry.due else { break }
      if due > now {
        skipped.append(recurrence.rule.isElapsed ? .instant(next) : .wall(there.wall(at: next)))
      }
      origin = next
    }
    return skipped
  }

  private func time(_ name: String, _ starts: [Recurrence.Start]) -> String? {
    guard let first = starts.first else { return nil }
    let walls = starts.map { start in
      switch start {
      case .wall(let wall): wall
      case .instant(let instant): Zone.utc.wall(at: instant)
      }
    }
    if case .instant = first { return ContentLine.time(name, walls, zone: Zone.utc.name) }
    return ContentLine.time(name, walls, zone: entry.trigger.pinnedZone)
  }

  // Alarms and options

  private var alarms: [String] {
    let lead = recurrence?.details?.lead ?? Recurrence.Lead()
    let text = ContentLine.text(entry.text ?? Product.defaultTitle)
    var lines = ["BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:" + text]
    lines.append("TRIGGER:" + ContentLine.duration(lead))
    if let nag = entry.options.nag, nag.times > 1 {
      lines.append("REPEAT:\(nag.times - 1)")
      let gap = Recurrence.Lead(seconds: (nag.every + 999) / 1000)
      lines.append("DURATION:" + ContentLine.duration(gap))
    }
    lines.append("END:VALARM")
    guard lead.isZero else { return lines }
    for before in entry.options.before {
      let trigger = Recurrence.Lead(seconds: -((before + 999) / 1000))
      lines += [
        "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:" + text,
        "TRIGGER:" + ContentLine.duration(trigger), "END:VALARM",
      ]
    }
    return lines
  }

  private var own: [String] {
    var lines = ["X-REMINDCTL-ID:\(entry.id)"]
    func add(_ name: String, _ value: String?) {
      if let value { lines.append("X-REMINDCTL-\(name):" + ContentLine.text(value)) }
    }
    let options = entry.options
    if let text = entry.text, EscapedText.isStrange(text) {
      add("TEXT", EscapedText.escaped(text))
    }
    if isSnooze { add("SNOOZE-OF", entry.uid) }
    add("URGENCY", options.urgency?.rawValue)
    add("SOUND", options.sound)
    add("TIMEOUT", options.timeout.map { String($0) })
    add("MAX-LATE", options.maxLate.map { String($0) })
    add("TAG", options.tag.map(EscapedText.escaped))
    add("ICON", options.icon.map(EscapedText.escaped))
    add("SPEAK", options.speak.map { $0 ? "TRUE" : "FALSE" })
    if !options.before.isEmpty, !(recurrence?.details?.lead.isZero ?? true) {
      add("BEFORE", options.before.map { String($0) }.joined(separator: ","))
    }
    return lines
  }
}
