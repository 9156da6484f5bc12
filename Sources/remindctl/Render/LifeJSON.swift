import Scheduler

extension Biography {
  /// Everything, in JSON.
  func members(in zone: Zone) -> [(name: String, value: JSON)] {
    entry.members(in: zone) + [
      ("occurrences", .array(occurrences.map(\.json))),
      ("deliveries", .array(deliveries.map { .object($0.members) })),
      ("events", .array(events.map { .object($0.members) })),
    ]
  }
}

extension OccurrenceRecord {
  fileprivate var json: JSON {
    var members: [(name: String, value: JSON)] = [
      ("occurrence", .number(id)), ("due_ms", .number(due.milliseconds)),
      ("state", .string(state.rawValue)), ("missed", .number(Int64(missed))),
      ("snooze", .boolean(isSnooze)),
    ]
    if let fired {
      members.append(("fired_ms", .number(fired.milliseconds)))
      members.append(("late_ms", .number(max(0, fired.since(due)))))
    }
    if let ended { members.append(("ended_ms", .number(ended.milliseconds))) }
    return .object(members)
  }
}
