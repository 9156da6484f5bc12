import CivilTime
import Reminders
import Scheduler
import System

/// What `parse` says about a phrase.
struct ParseAnswer {
  private let request: Request
  private let context: Context

  init(_ request: Request, _ context: Context) {
    self.request = request
    self.context = context
  }

  /// The next times at which it is due, at most five.
  private var occurrences: [Instant] {
    guard let recurrence = request.trigger.recurrence else { return [request.due] }
    var found = [request.due]
    while found.count < 5, let next = recurrence.next(after: found.last!, in: request.zone) {
      found.append(next)
    }
    return found
  }

  /// The members of the answer in JSON. Months have no length, so a time that is months ahead is
  /// an instant.
  var members: [(name: String, value: JSON)] {
    let zone = context.local.zone
    let due = (name: "due", value: JSON.string(request.due.rfc3339(in: zone)))
    let text = (name: "text", value: request.reading.text.map(JSON.string) ?? .null)
    switch request.reading.when {
    case .span(let span) where span.months == 0:
      let seconds = Int64(span.days) * 86_400_000 + span.milliseconds
      return [("kind", "duration"), ("seconds", .thousandths(seconds)), due, text]
    case .span, .wall: return [("kind", "instant"), due, text]
    case .recurrence(let recurrence, _):
      let times = occurrences.map { JSON.string($0.rfc3339(in: zone)) }
      return [
        ("kind", "recurrence"), ("rrule", .string(recurrence.rule.description)),
        ("occurrences", .array(times)), text,
      ]
    }
  }

  /// The same for people.
  var text: String {
    var lines = [Messages.understoodTime(VisibleText.line(request.words))]
    if let recurrence = request.trigger.recurrence {
      lines.append(
        Messages.understoodRule(
          there.rule(recurrence), rrule: recurrence.rule.description))
    }
    for (index, due) in occurrences.enumerated() {
      let line = Messages.occurrence(there.when(due), context.onTheSecond.distance(to: due))
      lines.append(index == 0 ? Messages.next(line) : "      " + line)
    }
    lines += request.notes(context).map { "      " + $0 }
    lines.append(Messages.understoodText(request.reading.text.map(VisibleText.line)))
    return lines.lines
  }

  private var there: Context { context.following(request) }
}
