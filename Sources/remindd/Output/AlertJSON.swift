import Configuration
import Reminders
import Scheduler

extension Alert {
  /// The line that a program reads on standard output.
  var json: String { JSON.object(members + [("channel", .string(Channel.stdout.rawValue))]).text }

  /// What a program is told of it.
  var members: [(name: String, value: JSON)] {
    var members: [(name: String, value: JSON)] = [
      ("id", .number(reminder)),
      ("uid", .string(uid)),
      ("text", .string(text ?? Product.defaultTitle)),
      ("due_ms", .number(due.milliseconds)),
      ("fired_ms", .number(fired.milliseconds)),
      ("late_ms", .number(lateness)),
    ]
    if purpose != .due { members.append(("purpose", .string(purpose.text))) }
    if missed > 0 { members.append(("missed", .number(Int64(missed)))) }
    if isPossibleRepeat { members.append(("possible_repeat", .boolean(true))) }
    return members
  }
}
