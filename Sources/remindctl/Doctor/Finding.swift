import Reminders
import Scheduler

/// One thing that `doctor` looked at, and how it is.
struct Finding {
  enum State: String {
    case ok
    /// Worth knowing; nothing is lost or delayed by it.
    case note
    /// A reminder would be lost, or come late.
    case problem
    /// It could not be found out: the program that knows is not there, or did not answer.
    case unknown = "not-known"
  }

  /// What was looked at, as JSON calls it.
  enum Check: String, CaseIterable {
    case daemon, service, login, fences, watches, bus, server, sound, speech, popup, store, mail,
      disk
    case configuration, zone, clock, sleep, completion, locale
  }

  var check: Check
  var state: State
  /// What was found, as a word for programs; never translated.
  var name: String
  var sentence: String
  /// What mends it, to be typed; where nil is what a problem or a note has, its sentence says what to do.
  var command: String?
  /// What programs may want to know beside.
  var facts: [(name: String, value: JSON)] = []

  init(
    _ check: Check, _ state: State, _ name: String, _ sentence: String, command: String? = nil,
    _ facts: [(name: String, value: JSON)] = []
  ) {
    self.check = check
    self.state = state
    self.name = name
    self.sentence = sentence
    self.command = command
    self.facts = facts
  }

  /// Its members in JSON.
  var json: JSON {
    .object(
      [
        ("check", .string(check.rawValue)), ("state", .string(state.rawValue)),
        ("found", .string(name)), ("command", command.map(JSON.string) ?? .null),
        ("message", .string(sentence)),
      ] + facts)
  }
}
