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

extension DeliveryRecord {
  /// What has become of it, in JSON.
  var members: [(name: String, value: JSON)] {
    var members: [(name: String, value: JSON)] = [
      ("occurrence", .number(occurrence)), ("channel", .string(channel.rawValue)),
      ("purpose", .string(purpose.text)), ("state", .string(state.rawValue)),
      ("attempt", .number(Int64(attempt))), ("possible_repeat", .boolean(isPossibleRepeat)),
    ]
    if let obstacle { members.append(("reason", .string(obstacle.rawValue))) }
    if let product { members.append(("server", .string(product))) }
    if let version { members.append(("server_version", .string(version))) }
    if let claimed { members.append(("claimed_ms", .number(claimed.milliseconds))) }
    if let ended { members.append(("ended_ms", .number(ended.milliseconds))) }
    return members
  }
}

extension HistoryEvent {
  /// What happened, in JSON.
  var members: [(name: String, value: JSON)] {
    var members: [(name: String, value: JSON)] = [
      ("kind", .string(kind.rawValue)), ("at_ms", .number(at.milliseconds)),
    ]
    if let words { members.append(("words", .string(words))) }
    if let until { members.append(("until_ms", .number(until.milliseconds))) }
    if let undoes { members.append(("undoes", .string(undoes.rawValue))) }
    return members
  }
}
