import CivilTime
import Localization
import Reminders
import Store
import System

extension Entry {
  /// What a person calls it: its text on one line, or the default title.
  var title: String { text.map(Text.line) ?? Messages.defaultTitle }
}

extension Request {
  /// What a new reminder was understood as, and below that what is not obvious about it.
  /// - Parameter id: nil if it is not stored.
  func creationSummary(id: Int64?, text: String?, _ context: Context) -> String {
    let line = sentence(text: text, context)
    return (id.map { "\($0)  " + line } ?? line) + "\n" + notes(context).indentedLines
  }

  /// `tea  at 14:32:07 (in 20 min)`
  func sentence(text: String?, _ context: Context) -> String {
    context.following(self).sentence(
      for: text.map(Text.line) ?? Messages.defaultTitle, trigger.recurrence, due: due,
      distance(context))
  }

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

extension Context {
  /// The same world when the second that runs now began: `every 3 hours` is then 3 hours ahead, not
  /// a moment less.
  var onTheSecond: Context { at(Instant(seconds: now.seconds)) }

  /// The clocks that a reminder follows.
  func following(_ request: Request) -> Context { following(request.zone) }

  /// The clocks that a reminder follows.
  func following(_ trigger: Trigger) -> Context { following(zone(trigger.pinnedZone)) }

  private func following(_ zone: Zone) -> Context { zone == local.zone ? self : pinned(to: zone) }

  /// `tea  at 14:32:07 (in 20 min)`: an occurrence without its id.
  func sentence(for entry: Entry) -> String {
    following(entry.trigger).sentence(
      for: entry.title, entry.trigger.recurrence, due: entry.due, distance(to: entry.due))
  }

  /// The same on the clocks of this world.
  fileprivate func sentence(
    for title: String, _ recurrence: Recurrence?, due: Instant, _ distance: String
  ) -> String {
    guard let recurrence else {
      return Messages.created(text: title, when: when(due), distance: distance)
    }
    return Messages.created(
      text: title, rule: rule(recurrence), when: when(due), distance: distance)
  }

  /// That of them nothing new is stored, as lines.
  func repeated(_ entries: [Entry]) -> String {
    entries.reduce(into: "") { text, entry in
      let state = entry.ended == nil ? "" : "  " + Messages.state(of: entry, at: now)
      text += "\(entry.id)  \(sentence(for: entry))\(state)\n"
    } + [tr("It is there already, by the same key; nothing new is stored.")].indentedLines
  }
}

/// What is to be known about the clocks that a reminder follows.
extension Context {
  /// That it keeps to a zone, and what the clocks show there; nil if it follows the user.
  func zoneSentence(_ entry: Entry) -> String? {
    guard let pin = entry.trigger.pinnedZone else { return nil }
    let there = following(entry.trigger)
    guard there.local.zone.offset(at: entry.due) != local.zone.offset(at: entry.due) else {
      return tr("It keeps to the clocks of {zone}.", ["zone": pin])
    }
    return tr(
      "It keeps to the clocks of {zone}; there that is {there}.",
      ["zone": pin, "there": there.when(entry.due)])
  }

  /// What a clock change does to the occurrence of a reminder that comes next; nil for nothing.
  func clockChange(_ entry: Entry) -> String? {
    let there = following(entry.trigger)
    let zone = there.local.zone
    let wall = zone.wall(at: entry.due)
    // What was asked for, of which the clock may show something else.
    let asked: [WallTime]
    switch entry.trigger {
    case .interval, .elapsedSeries: return nil
    case .wall(let wall, _): asked = [wall]
    case .series(let recurrence, _):
      guard case .wall(let start) = recurrence.start else { return nil }
      asked = RuleSentence(recurrence.rule, start: start).times.compactMap { time in
        WallTime(secondsAsUTC: wall.dayNumber * 86_400).adding(seconds: Int64(time.secondOfDay))
      }
    }
    // It is another one if it was snoozed.
    guard let asked = asked.first(where: { zone.instant(of: $0) == entry.due }) else { return nil }
    return zone.notes(on: asked).first.map { there.sentence(for: $0, due: entry.due) }
  }
}

/// A reminder for screen readers: what it is, when, its state, and the number to answer with. No signs,
/// columns or short forms, which are read aloud as they are.
extension Context {
  /// - Parameter isPast: whether it is about when it was shown or ended, not about when it is due.
  func spokenSentence(_ entry: Entry, isPast: Bool) -> String {
    let time = isPast ? entry.past : entry.due
    let clocks = isPast ? spoken : spoken.following(entry.trigger)
    let rule = isPast ? nil : entry.trigger.recurrence.map(clocks.rule)
    let text =
      rule.map { tr("{text}, {rule}", ["text": entry.spokenTitle, "rule": $0]) }
      ?? entry.spokenTitle
    let values: KeyValuePairs = [
      "text": text, "when": clocks.when(time), "distance": spoken.distance(to: time),
      "state": Messages.state(of: entry, at: now), "id": String(entry.id),
    ]
    return isPast || entry.fired != nil || entry.due <= now
      ? tr("{text}, {when}, {distance}, {state}, number {id}.", values)
      : tr("{text}, {when}, {distance}, number {id}.", values)
  }
}

extension Entry {
  /// Its title for a screen reader: a comma at the end of each line.
  fileprivate var spokenTitle: String {
    guard let text else { return title }
    let lines = VisibleText.cut(text, characters: 500, bytes: 2000, mark: "...")
      .split(whereSeparator: \.isNewline).compactMap { String($0).withoutOuterBlanks }
    return VisibleText.line(lines.joined(separator: ", "))
  }
}
