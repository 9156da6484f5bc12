import Reminders
import Scheduler
import System

/// A reminder in the order in which one would say it: what it is, when, what has become of it, and
/// the number to answer with. No signs, columns or short forms, which are read aloud as they are.
extension Context {
  /// What is not finished.
  func sentence(_ entry: Entry) -> String {
    let isToCome = entry.fired == nil && entry.due > now
    let spoken = spoken
    let clocks = spoken.following(entry.trigger)
    let text =
      entry.trigger.recurrence.map {
        Messages.sentence(text: entry.spokenTitle, rule: clocks.rule($0))
      } ?? entry.spokenTitle
    return Messages.sentence(
      text: text, when: clocks.when(entry.due), distance: spoken.distance(to: entry.due),
      state: isToCome ? nil : Messages.state(of: entry, at: now), id: String(entry.id))
  }

  /// What was shown or is over.
  func sentence(past entry: Entry) -> String {
    let spoken = spoken
    return Messages.sentence(
      text: entry.spokenTitle, when: spoken.when(entry.past),
      distance: spoken.distance(to: entry.past),
      state: Messages.state(of: entry, at: now), id: String(entry.id))
  }
}

extension Entry {
  /// Its title for the ear: where a line ends, a comma.
  fileprivate var spokenTitle: String {
    guard let text else { return title }
    let lines = VisibleText.cut(text, characters: 500, bytes: 2000, mark: "...")
      .split(whereSeparator: \.isNewline).compactMap { String($0).withoutOuterBlanks }
    return VisibleText.line(lines.joined(separator: ", "))
  }
}
