import CivilTime
import Reminders
import Scheduler
import TimeLanguage

/// What is to be known about the clocks that a reminder follows.
extension Context {
  /// That it keeps to a zone, and what the clocks show there; nil where it follows the user.
  func zoneSentence(_ entry: Entry) -> String? {
    guard let pin = entry.trigger.pinnedZone else { return nil }
    let there = following(entry.trigger)
    guard there.local.zone.offset(at: entry.due) != local.zone.offset(at: entry.due) else {
      return Messages.keeps(toZone: pin)
    }
    return Messages.keeps(toZone: pin, there: there.when(entry.due))
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
    // Another one, where it was put off.
    guard let asked = asked.first(where: { zone.instant(of: $0) == entry.due }) else { return nil }
    return zone.notes(on: asked).first.map { there.sentence(for: $0, due: entry.due) }
  }

  /// A note on a reading whose wall times are on these clocks, in words.
  func sentence(for note: Note, due: Instant) -> String {
    let zone = local.zone
    return switch note {
    case .gap(let asked, let by):
      Messages.gap(
        asked: clock.time(asked), by: (Int64(by) * 1000).spoken, instead: time(at: due))
    case .overlap(let first, let second):
      Messages.overlap(
        clock.time(wall(at: first)), first: zone.abbreviation(at: first),
        second: zone.abbreviation(at: second))
    case .bareHour(let other): Messages.bareHour(String(other))
    case .assumedTime(let wall): Messages.assumedTime(clock.time(wall))
    case .lastDayOfMonth(let asked): Messages.lastDayOfMonth(asked: asked)
    }
  }
}
