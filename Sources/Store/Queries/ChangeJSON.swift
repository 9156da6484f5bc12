import CivilTime
import Configuration
import Reminders

extension JSON {
  /// The version of the shapes that the programs print: only ever added to within one number.
  package static let schema = (name: "schema", value: JSON.number(1))
}

extension Change {
  /// `{"schema":1,"event":"shown",…}`: a line of `watch --json`, and what a hook is told.
  /// - Parameter zone: whose times are written out.
  package func json(in zone: Zone) -> JSON {
    var members = [JSON.schema]
    switch self {
    case .event(let event, let subject):
      members.append(("event", .string(event.kind.rawValue)))
      members += subject.members + event.members.filter { $0.name != "kind" }
    case .delivery(let record, let subject):
      members.append(("event", .string(record.news)))
      members += subject.members
      if let at = record.time(of: subject) { members.append(("at_ms", .number(at.milliseconds))) }
      members += record.members
    case .pause(let end):
      members.append(("event", .string(end == nil ? "resumed" : "paused")))
      if let end {
        members.append(("until", .string(end.rfc3339(in: zone))))
        members.append(("until_ms", .number(end.milliseconds)))
      }
    }
    return .object(members)
  }
}

extension Change.Subject {
  fileprivate var members: [(name: String, value: JSON)] {
    var members: [(name: String, value: JSON)] = [
      ("id", .number(id)), ("uid", .string(uid)), ("text", .string(text ?? Product.defaultTitle)),
    ]
    if let due { members.append(("due_ms", .number(due.milliseconds))) }
    if let fired { members.append(("fired_ms", .number(fired.milliseconds))) }
    return members
  }
}

extension DeliveryRecord {
  /// When it came this far; one that is held waits since it fired.
  package func time(of subject: Change.Subject) -> Instant? {
    ended ?? (state == .held ? subject.fired : claimed)
  }

  /// What watchers call it.
  fileprivate var news: String {
    switch state {
    case .accepted: "shown"
    case .held: "held"
    case .unknown: "perhaps-shown"
    case .failed: "not-shown"
    case .scheduled, .claimed: "waiting"
    }
  }

  /// What has become of it, in JSON.
  package var members: [(name: String, value: JSON)] {
    var members: [(name: String, value: JSON)] = [
      ("occurrence", .number(occurrence)), ("channel", .string(channel.rawValue)),
      ("purpose", .string(purpose.text)), ("state", .string(state.rawValue)),
      ("attempt", .number(Int64(attempt))), ("possible_repeat", .boolean(isPossibleRepeat)),
    ]
    if let holdReason { members.append(("reason", .string(holdReason.rawValue))) }
    if let product { members.append(("server", .string(product))) }
    if let version { members.append(("server_version", .string(version))) }
    if let claimed { members.append(("claimed_ms", .number(claimed.milliseconds))) }
    if let ended { members.append(("ended_ms", .number(ended.milliseconds))) }
    return members
  }
}

extension HistoryEvent {
  /// What happened, in JSON.
  package var members: [(name: String, value: JSON)] {
    var members: [(name: String, value: JSON)] = [
      ("kind", .string(kind.rawValue)), ("at_ms", .number(at.milliseconds)),
    ]
    if let words { members.append(("words", .string(words))) }
    if let until { members.append(("until_ms", .number(until.milliseconds))) }
    if let undoes { members.append(("undoes", .string(undoes.rawValue))) }
    return members
  }
}
