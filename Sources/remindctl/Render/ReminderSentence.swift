import Reminders
import Scheduler

extension Context {
  /// `tea  at 14:32:07 (in 20 min)`: an occurrence without its id.
  func sentence(for entry: Entry) -> String {
    let there = following(entry.trigger)
    let (when, distance) = (there.when(entry.due), distance(to: entry.due))
    guard let recurrence = entry.trigger.recurrence else {
      return Words.created(text: entry.title, when: when, distance: distance)
    }
    return Words.created(
      text: entry.title, rule: there.rule(recurrence), when: when, distance: distance)
  }
}
