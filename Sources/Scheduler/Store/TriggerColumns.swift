/// A trigger as the columns of `reminder` hold it.
struct TriggerColumns {
  var kind: String
  /// The wall time, or the start of the rule. One that ends in `Z` is an instant, in UTC.
  var wall: String?
  var zone: String?
  var rrule: String?
  var bootID: String?
  var dueBoot: Int64?

  init(_ trigger: Trigger) {
    kind = trigger.kind
    zone = trigger.pinnedZone
    switch trigger {
    case .interval(let bootID, let dueBoot):
      self.bootID = bootID
      self.dueBoot = dueBoot
    case .wall(let wall, _): self.wall = wall.description
    case .series(let recurrence, _):
      rrule = recurrence.rule.description
      wall = TriggerColumns.text(recurrence.start)
    case .elapsedSeries(let recurrence, let bootID, let startBoot):
      rrule = recurrence.rule.description
      wall = TriggerColumns.text(recurrence.start)
      self.bootID = bootID
      dueBoot = startBoot
    }
  }

  /// Reads kind, wall, zone, rrule, boot_id and due_boot_ms, in this order.
  init(_ row: Row, from column: Int32) {
    kind = row.text(column)
    wall = row.optionalText(column + 1)
    zone = row.optionalText(column + 2)
    rrule = row.optionalText(column + 3)
    bootID = row.optionalText(column + 4)
    dueBoot = row.optionalLength(column + 5)
  }

  /// What cannot be read (a store that somebody edited) keeps to the instant that it has.
  var trigger: Trigger {
    switch kind {
    case "wall": if let wall = wall.flatMap(WallTime.init) { return .wall(wall, zone: zone) }
    case "recurring":
      guard let rrule, let start = wall.flatMap(TriggerColumns.start),
        let text = try? RecurrenceText.parse(rrule, timeOfDay: 0),
        let recurrence = try? Recurrence(text.rule, from: start)
      else { break }
      if let bootID, let dueBoot {
        return .elapsedSeries(recurrence, bootID: bootID, startBoot: dueBoot)
      }
      return .series(recurrence, zone: zone)
    default: break
    }
    return .interval(bootID: bootID ?? "", dueBoot: dueBoot ?? 0)
  }

  static func text(_ start: Recurrence.Start) -> String {
    switch start {
    case .wall(let wall): wall.description
    case .instant(let instant): Zone.utc.wall(at: instant).description + "Z"
    }
  }

  private static func start(_ text: String) -> Recurrence.Start? {
    guard text.hasSuffix("Z") else { return WallTime(text).map(Recurrence.Start.wall) }
    return WallTime(String(text.dropLast())).map { .instant(Zone.utc.instant(of: $0)) }
  }
}
