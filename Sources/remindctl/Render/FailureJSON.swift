import CalendarText
import Reminders

extension Failure {
  /// `{"schema":1,"error":{…}}`, on a line of its own.
  var json: String {
    JSON.object([JSON.schema, (name: "error", value: .object(members))]).text + "\n"
  }

  /// The members of that object.
  var members: [(name: String, value: JSON)] {
    var members: [(name: String, value: JSON)] = [
      ("code", .string(name)),
      ("message", .string(Messages.failure(forPrograms, columns: nil)[0])),
    ]
    switch self {
    case .time(let error, _), .phrase(let error, _, _), .alone(let error, _),
      .option(let error, _, _):
      if case .option(_, _, let option) = self { members.append(("option", .string(option))) }
      members += [
        ("at", .number(Int64(error.at))), ("length", .number(Int64(error.length))),
        ("accepted", .array(Messages.accepted(error.accepted, withText: hasText).map(JSON.string))),
      ]
    case .noSuchReminder(let ids):
      members.append(("ids", .array(ids.map { .string($0.id) })))
    case .unfinished(let ids), .mailWaits(let ids):
      members.append(("ids", .array(ids.map { .string(String($0)) })))
    case .changedMeanwhile(let id), .movedOn(let id, _, _), .keyTaken(let id),
      .noMail(let id, _),
      .mailBeingSent(let id), .mailWritten(let id):
      members.append(("ids", [.string(String(id))]))
    case .restored(_, let aside):
      members.append(("replaced", aside.map(JSON.string) ?? .null))
    case .usage(.nearlyVerb(_, let readings)):
      members.append(
        (
          "readings",
          .array(
            readings.map {
              .object([("command", .string($0.command)), ("meaning", .string($0.meaning))])
            })
        ))
    case .mail(let failure):
      members += [
        ("account", failure.account.map(JSON.string) ?? .null),
        ("server", failure.server.map(JSON.string) ?? .null),
        ("status", .number(Int64(failure.status))), ("text", .string(failure.text)),
      ]
    case .template(let failure): members += failure.members
    case .calendar(.broken(let fault)):
      members += [
        ("line", .number(Int64(fault.line))), ("property", .string(fault.name)),
        ("value", .string(fault.value)),
      ]
    case .calendar(.unsupported(let problems)):
      members.append(("unsupported", .array(problems.map(\.json))))
    case .calendar, .usage, .field, .store, .backup, .nothingToBackUp, .noHome, .input,
      .output, .declined, .nothingToUndo, .malformedKey, .unexpected:
      break
    }
    return members
  }

  /// The same failure in any locale.
  private var forPrograms: Failure {
    switch self {
    case .time(let error, let input): .time(error.forPrograms(in: input), input: input)
    case .phrase(let error, let input, let first):
      .phrase(error.forPrograms(in: input), input: input, first: first)
    case .alone(let error, let input): .alone(error.forPrograms(in: input), input: input)
    case .option(let error, let input, let option):
      .option(error.forPrograms(in: input), input: input, option: option)
    default: self
    }
  }
}

extension CalendarIssue<CalendarPart> {
  /// Its line, its part and what it belongs to.
  var json: JSON {
    .object([
      ("line", .number(Int64(line))), ("part", .string(name)),
      ("message", .string(Messages.part(self))), ("text", summary.map(JSON.string) ?? .null),
    ])
  }

  private var name: String {
    switch kind {
    case .neverOccurs, .tooOften: CalendarPart.rule.rawValue
    default: kind.rawValue
    }
  }
}
