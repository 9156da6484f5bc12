import Scheduler

extension Change {
  /// The change on a line for people.
  func sentence(_ context: Context) -> String {
    switch self {
    case .event(let event, let subject):
      let (id, text) = (String(subject.id), subject.title)
      let when = (event.until ?? subject.due).map(context.when)
      let what =
        event.undoes.map { Words.undone($0, id: id, text: text) }
        ?? Words.happening(event.kind, id: id, text: text, when: when)
      return Words.watched(context.dateAndTime(at: event.at), what)
    case .delivery(let record, let subject):
      let what = Words.happening(record, id: String(subject.id), text: subject.title)
      guard let at = record.time(of: subject) else { return what }
      return Words.watched(context.dateAndTime(at: at), what)
    case .pause(let end):
      guard let end else { return Words.resumed }
      return Words.paused(until: context.dateAndTime(at: end))
    }
  }

  /// `{"schema":1,"event":"shown",…}`
  func json(in zone: Zone) -> String {
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
    return JSON.object(members).text
  }
}

extension Change.Subject {
  fileprivate var title: String { text.map(VisibleText.line) ?? Words.defaultTitle }

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
  fileprivate func time(of subject: Change.Subject) -> Instant? {
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
}
