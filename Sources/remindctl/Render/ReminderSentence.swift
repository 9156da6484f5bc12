import CivilTime
import Localization
import Reminders
import Store
import System

extension Entry {
  /// What a person calls it: its text on one line, or the default title.
  var title: String { text.map(Text.line) ?? Messages.defaultTitle }
}

extension Context {
  /// `tea  at 14:32:07 (in 20 min)`: an occurrence without its id.
  func sentence(for entry: Entry) -> String {
    let there = following(entry.trigger)
    let (when, distance) = (there.when(entry.due), distance(to: entry.due))
    guard let recurrence = entry.trigger.recurrence else {
      return Messages.created(text: entry.title, when: when, distance: distance)
    }
    return Messages.created(
      text: entry.title, rule: there.rule(recurrence), when: when, distance: distance)
  }

  /// That of them nothing new is stored, as lines.
  func repeated(_ entries: [Entry]) -> String {
    entries.reduce(into: "") { text, entry in
      let state = entry.ended == nil ? "" : "  " + Messages.state(of: entry, at: now)
      text += "\(entry.id)  \(sentence(for: entry))\(state)\n"
    } + "   \(Messages.isRepeated)\n"
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
  /// What is not finished.
  func spokenSentence(_ entry: Entry) -> String {
    let clocks = spoken.following(entry.trigger)
    let text =
      entry.trigger.recurrence.map {
        tr("{text}, {rule}", ["text": entry.spokenTitle, "rule": clocks.rule($0)])
      } ?? entry.spokenTitle
    return spokenSentence(
      text, clocks.when(entry.due), at: entry.due,
      hasState: entry.fired != nil || entry.due <= now, entry)
  }

  /// What was shown or is over.
  func spokenSentence(past entry: Entry) -> String {
    spokenSentence(
      entry.spokenTitle, spoken.when(entry.past), at: entry.past, hasState: true, entry)
  }

  private func spokenSentence(
    _ text: String, _ when: String, at instant: Instant, hasState: Bool, _ entry: Entry
  ) -> String {
    let values: KeyValuePairs = [
      "text": text, "when": when, "distance": spoken.distance(to: instant),
      "state": Messages.state(of: entry, at: now), "id": String(entry.id),
    ]
    return hasState
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
