/// A repeating reminder in iCalendar's words: a rule, and if DTSTART is given, its start.
package struct RecurrenceText: Hashable, Sendable {
  package var rule: RecurrenceRule
  package var start: Recurrence.Start?
  /// The zone of DTSTART's wall time: its TZID as written, or `UTC` for a time with `Z`. Nil if
  /// the wall time floats, or if an instant starts a rule of elapsed time.
  package var zoneName: String?

  package init(rule: RecurrenceRule, start: Recurrence.Start?, zoneName: String?) {
    self.rule = rule
    self.start = start
    self.zoneName = zoneName
  }
}

extension RecurrenceText: CustomStringConvertible {
  /// `DTSTART;TZID=Europe/Rome:20261224T090000`, a line feed, `RRULE:FREQ=…`. Reading it gives the
  /// same value, if the rule is one that `Recurrence` has checked.
  package var description: String {
    guard let start else { return "RRULE:\(rule)" }
    let line =
      switch start {
      case .instant(let instant): ":\(Zone.utc.wall(at: instant).compact)Z"
      case .wall(let wall):
        switch zoneName {
        case nil: ":\(wall.compact)"
        case Zone.utc.name?: ":\(wall.compact)Z"
        // Only POSIX zones and files have names that need quotes (RFC 5545 §3.2).
        case let name? where name.contains(where: { ",;: ".contains($0) }):
          ";TZID=\"\(name)\":\(wall.compact)"
        case let name?: ";TZID=\(name):\(wall.compact)"
        }
      }
    return "DTSTART\(line)\nRRULE:\(rule)"
  }
}

extension RecurrenceRule: CustomStringConvertible {
  /// The value of RRULE, its parts in RFC 5545's order.
  package var description: String {
    var parts = ["FREQ=\(frequency.rawValue)"]
    func add(_ part: Part, _ values: [some CustomStringConvertible]) {
      guard !values.isEmpty else { return }
      parts.append("\(part.rawValue)=\(values.map(\.description).joined(separator: ","))")
    }
    switch end {
    case .never: break
    case .count(let count): add(.count, [count])
    case .day(let day): add(.until, [String(day.compact.prefix(8))])
    case .wall(let wall): add(.until, [wall.compact])
    case .instant(let instant): add(.until, [Zone.utc.wall(at: instant).compact + "Z"])
    }
    if interval != 1 { add(.interval, [interval]) }
    for list in RecurrenceRule.lists {
      if list.part == .monthDays {
        add(.days, days.map { ($0.ordinal.map(String.init) ?? "") + $0.weekday.code })
      }
      add(list.part, self[keyPath: list.path])
    }
    if weekStart != .monday { add(.weekStart, [weekStart.code]) }
    return parts.joined(separator: ";")
  }
}

extension WallTime {
  /// iCalendar's form: `20261224T090000`.
  var compact: String { description.filter { $0 != "-" && $0 != ":" } }
}
