import CivilTime
import Localization
import Reminders
import System

/// What `parse` says about a phrase.
struct ParseAnswer {
  let request: Request
  let context: Context

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
  var members: Members {
    let zone = context.local.zone
    let due = ("due", JSON.string(request.due.rfc3339(in: zone)))
    let text = ("text", JSON.orNull(request.reading.text))
    switch request.reading.when {
    case .span(let span) where span.months == 0:
      let seconds = Int64(span.days) * 86_400_000 + span.milliseconds
      return [("kind", "duration"), ("seconds", .thousandths(seconds)), due, text]
    case .span, .wall: return [("kind", "instant"), due, text]
    case .recurrence(let recurrence, _):
      return [
        ("kind", "recurrence"), ("rrule", .string(recurrence.rule.description)),
        ("occurrences", .texts(occurrences.map { $0.rfc3339(in: zone) })), text,
      ]
    }
  }

  /// The same for people.
  var text: String {
    let there = context.following(request)
    var lines = [tr("Time: {words}", ["words": VisibleText.line(request.words)])]
    if let recurrence = request.trigger.recurrence {
      let (rule, rrule) = (there.rule(recurrence), recurrence.rule.description)
      lines.append(
        rule.contains(rrule)
          ? tr("Rule: {rule}", ["rule": rrule])
          : tr("Rule: {rule} ({rrule})", ["rule": rule, "rrule": rrule]))
    }
    for (index, due) in occurrences.enumerated() {
      let line = tr(
        "{when} ({distance})",
        ["when": there.when(due), "distance": context.onTheSecond.distance(to: due)])
      lines.append(index == 0 ? Messages.next(line) : "      " + line)
    }
    lines += request.notes(context).map { "      " + $0 }
    lines.append(
      request.reading.text.map { tr("Text: {text}", ["text": VisibleText.line($0)]) }
        ?? tr("Text: none ({title})", ["title": Messages.defaultTitle]))
    return lines.lines
  }
}
