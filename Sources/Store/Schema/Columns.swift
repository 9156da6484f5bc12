import CivilTime
import Reminders

/// Joins and conditions that many queries share. SQLite uses an index of some rows only if it finds the
/// condition of the index, so these are part of the text and never bound. Each takes the table's alias: `d.`,
/// `o.`.
enum SQL {
  /// Deliveries with their occurrences and reminders.
  static let deliveries = """
    delivery d JOIN occurrence o ON o.id = d.occurrence JOIN reminder r ON r.id = o.reminder
    """

  /// A delivery that still waits or is under way (`delivery_open`).
  static func isOpen(_ alias: String = "") -> String {
    "\(alias)state NOT IN ('accepted', 'failed')"
  }

  /// A mail that still waits or is being sent.
  static func isOpenMail(_ alias: String = "") -> String {
    "\(isOpen(alias)) AND \(alias)channel = 'mail'"
  }

  /// A delivery whose popup may be on a screen (`delivery_popup`).
  static func isOnScreen(_ alias: String = "") -> String {
    "\(alias)notification IS NOT NULL AND \(alias)closed_ms IS NULL"
  }

  /// A delivery that waits for the end of a pause or of quiet hours.
  static func isSilenced(_ alias: String = "") -> String {
    "\(alias)state = 'held' AND coalesce(\(alias)reason, '') IN ('paused', 'quiet')"
  }

  /// When the occurrence of a row of `delivery` fired.
  static let fired = "(SELECT fired_ms FROM occurrence o WHERE o.id = delivery.occurrence)"

  /// From which account a row of `delivery` is mailed.
  static let account = """
    (SELECT r.options ->> '$.mail.account' FROM occurrence o
      JOIN reminder r ON r.id = o.reminder WHERE o.id = delivery.occurrence)
    """

  /// An occurrence that has not fired yet (`occurrence_pending`).
  static func isPending(_ alias: String = "") -> String {
    "\(alias)state = 'scheduled' AND \(alias)fired_ms IS NULL"
  }

  /// An occurrence that is still to come, or waits for an answer.
  static func isUnfinished(_ alias: String = "") -> String {
    "\(alias)ended_ms IS NULL AND \(alias)state IN ('scheduled', 'unanswered')"
  }
}

/// A trigger as the columns of `reminder` hold it.
package struct TriggerColumns {
  /// Of `reminder r`, in the order in which they are read.
  static let names = "r.kind, r.wall, r.zone, r.rrule, r.boot_id, r.due_boot_ms"

  /// interval, wall or recurring.
  package var kind: String
  /// The wall time, or the start of the rule. One that ends in `Z` is an instant, in UTC.
  package var wall: String?
  package var zone: String?
  /// The rule, and a line for each of what a calendar says beside it.
  package var rrule: String?
  package var bootID: String?
  var dueBoot: Int64?

  package init(_ trigger: Trigger) {
    kind = trigger.kind
    zone = trigger.pinnedZone
    switch trigger {
    case .interval(let bootID, let dueBoot):
      self.bootID = bootID
      self.dueBoot = dueBoot
    case .wall(let wall, _): self.wall = wall.description
    case .series(let recurrence, _):
      rrule = TriggerColumns.text(recurrence)
      wall = recurrence.start.text
    case .elapsedSeries(let recurrence, let bootID, let startBoot):
      rrule = TriggerColumns.text(recurrence)
      wall = recurrence.start.text
      self.bootID = bootID
      dueBoot = startBoot
    }
  }

  /// Of a rule that does not count elapsed time.
  package init(kind: String, wall: String?, zone: String?, rrule: String?) {
    self.kind = kind
    self.wall = wall
    self.zone = zone
    self.rrule = rrule
  }

  init(_ row: Row, from column: Int32) {
    kind = row.text(column)
    wall = row.optionalText(column + 1)
    zone = row.optionalText(column + 2)
    rrule = row.optionalText(column + 3)
    bootID = row.optionalText(column + 4)
    dueBoot = row.optionalLength(column + 5)
  }

  /// What cannot be read (in an edited store) keeps to the instant that it has.
  package var trigger: Trigger {
    switch kind {
    case "wall": if let wall = wall.flatMap(WallTime.init) { return .wall(wall, zone: zone) }
    case "recurring":
      guard let rrule, let start = wall.flatMap(Recurrence.Start.init),
        let recurrence = TriggerColumns.recurrence(rrule, from: start)
      else { break }
      if let bootID, let dueBoot {
        return .elapsedSeries(recurrence, bootID: bootID, startBoot: dueBoot)
      }
      return .series(recurrence, zone: zone)
    default: break
    }
    return .interval(bootID: bootID ?? "", dueBoot: dueBoot ?? 0)
  }

  /// Whether they say what a trigger can say.
  package var isReadable: Bool { trigger.kind == kind && zone.map(Zone.canBeName) ?? true }

  /// The rule of a series that cannot be read; nil if it can, or if there never was one.
  var lostRule: String? {
    kind == "recurring" && trigger.recurrence == nil ? rrule ?? "" : nil
  }

  private static func text(_ recurrence: Recurrence) -> String {
    var text = recurrence.rule.description
    guard let details = recurrence.details else { return text }
    for (name, starts) in [("EXDATE", details.leftOut), ("RDATE", details.added)]
    where !starts.isEmpty {
      text += "\n\(name):" + starts.map(\.text).joined(separator: ",")
    }
    if !details.lead.isZero { text += "\nTRIGGER:\(details.lead.days),\(details.lead.seconds)" }
    return text
  }

  private static func recurrence(_ text: String, from start: Recurrence.Start) -> Recurrence? {
    // Bytes: a series is read with each list.
    guard let end = text.utf8.firstIndex(of: UInt8(ascii: "\n")) else {
      let text = try? RecurrenceText.parse(text, timeOfDay: 0)
      return text.flatMap { try? Recurrence($0.rule, from: start) }
    }
    var details = Recurrence.Details()
    for line in text[end...].split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      let values = parts[1].split(separator: ",")
      switch parts[0] {
      case "EXDATE": details.leftOut = values.compactMap { .init(String($0)) }
      case "RDATE": details.added = values.compactMap { .init(String($0)) }
      default:
        guard values.count == 2, let days = Int32(values[0]), let seconds = Int32(values[1])
        else { return nil }
        details.lead = Recurrence.Lead(days: Int(days), seconds: Int64(seconds))
      }
    }
    let rule = try? RecurrenceText.parse(String(text[..<end]), timeOfDay: 0).rule
    return rule.flatMap { try? Recurrence($0, from: start, details: details) }
  }
}

extension Recurrence.Start {
  /// `2026-12-24T09:00:00`, with a Z if it is an instant, in UTC.
  package var text: String {
    switch self {
    case .wall(let wall): wall.description
    case .instant(let instant): Zone.utc.wall(at: instant).description + "Z"
    }
  }

  /// Reads what `text` writes; nil for anything else.
  package init?(_ text: String) {
    guard let wall = WallTime(text.hasSuffix("Z") ? String(text.dropLast()) : text) else {
      return nil
    }
    self = text.hasSuffix("Z") ? .instant(Zone.utc.instant(of: wall)) : .wall(wall)
  }
}
