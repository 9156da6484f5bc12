import Scheduler

extension Entry {
  /// The members that describe a reminder in every JSON output; they never change with the locale.
  func members(in zone: Zone) -> [(name: String, value: JSON)] {
    var members: [(name: String, value: JSON)] = [
      ("id", .number(id)), ("uid", .string(uid)), ("text", .string(text ?? Product.defaultTitle)),
      ("state", .string(state.rawValue)), ("kind", .string(trigger.kind)),
      ("due", .string(due.rfc3339(in: zone))), ("due_ms", .number(due.milliseconds)),
      ("created_ms", .number(created.milliseconds)),
    ]
    if let fired { members.append(("fired_ms", .number(fired.milliseconds))) }
    if let obstacle { members.append(("held", .string(obstacle.rawValue))) }
    return members
  }
}

extension JSON {
  /// The version of the shapes that the programs print: only ever added to within one number.
  static let schema = (name: "schema", value: JSON.number(1))

  /// A whole document, on a line of its own.
  static func document(_ members: [(name: String, value: JSON)]) -> Output {
    .text(JSON.object([schema] + members).text + "\n")
  }
}

extension DaemonLock.Holder? {
  /// `running` or `absent`.
  var json: JSON { self == nil ? "absent" : "running" }
}
