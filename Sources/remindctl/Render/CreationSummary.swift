import CivilTime
import Localization
import Reminders

/// What a new reminder was understood as.
struct CreationSummary {
  private let request: Request
  private let id: Int64?
  private let title: String
  private let context: Context

  /// - Parameter id: nil if it is not stored.
  init(_ request: Request, id: Int64?, text: String?, _ context: Context) {
    self.request = request
    self.id = id
    title = text.map(Text.line) ?? Messages.defaultTitle
    self.context = context
  }

  /// The line, and below it what is not obvious about it.
  var text: String { line + "\n" + request.notes(context).indentedLines }

  /// `7  tea  at 14:32:07 (in 20 min)`
  var line: String {
    let there = context.following(request)
    let when = there.when(request.due)
    let distance = request.distance(context)
    let said =
      if let recurrence = request.trigger.recurrence {
        Messages.created(
          text: title, rule: there.rule(recurrence), when: when, distance: distance)
      } else {
        Messages.created(text: title, when: when, distance: distance)
      }
    return id.map { "\($0)  " + said } ?? said
  }
}

extension Context {
  /// The same world when the second that runs now began: `every 3 hours` is then 3 hours ahead, not
  /// a moment less.
  var onTheSecond: Context { at(Instant(seconds: now.seconds)) }

  /// The clocks that a reminder follows.
  func following(_ request: Request) -> Context {
    request.zone == local.zone ? self : pinned(to: request.zone)
  }

  /// The clocks that a reminder follows.
  func following(_ trigger: Trigger) -> Context {
    let zone = zone(trigger.pinnedZone)
    return zone == local.zone ? self : pinned(to: zone)
  }
}

extension Request {
  /// How far it is, in the user's units: `in 1 h 20 min`.
  func distance(_ context: Context) -> String {
    if case .span = reading.when { return context.distance(to: due, units: 4) }
    return context.onTheSecond.distance(to: due)
  }

  /// What is not obvious about it, a sentence each.
  func notes(_ context: Context) -> [String] {
    let there = context.following(self)
    var notes = reading.notes.map { there.sentence(for: $0, due: due) }
    if trigger.pinnedZone != nil, zone.offset(at: due) != context.home.zone.offset(at: due) {
      notes.append(
        tr(
          "It keeps to the clocks of {zone}; here that is {here}.",
          ["zone": zone.name, "here": context.atHome.when(due)]))
    }
    return notes
  }
}
