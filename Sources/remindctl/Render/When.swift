import CivilTime
import Reminders
import Scheduler

/// How times are said: they depend on now, on the zone and on the locale.
extension Context {
  func wall(at instant: Instant) -> WallTime { local.zone.wall(at: instant) }

  /// `14:32:07`, with the zone where it matters: it is not the system's, or its offset is then
  /// another one than now.
  func time(at instant: Instant) -> String {
    let time = clock.time(wall(at: instant))
    let zone = local.zone
    guard local.isPinned || zone.offset(at: instant) != zone.offset(at: now) else { return time }
    return time + " " + zone.abbreviation(at: instant)
  }

  /// `14:32:07 CET, Europe/Rome`; a zone whose clocks go by its own name is named once.
  func zonedTime(at instant: Instant, _ zone: String) -> String {
    let time = time(at: instant)
    return local.zone.abbreviation(at: instant) == zone ? time : Messages.time(time, zone: zone)
  }

  /// `at 14:32:07`, or `on Thu 24 Dec at 09:00:00` where that is not today.
  func when(_ instant: Instant) -> String {
    let (then, today) = (wall(at: instant), wall(at: now))
    let time = time(at: instant)
    return then.dayNumber == today.dayNumber
      ? Messages.at(time) : Messages.on(clock.date(then, from: today), at: time)
  }

  /// `Thu 24 Dec 09:00:00`, without the date where that is today's: for columns.
  func dateAndTime(at instant: Instant) -> String {
    let (then, today) = (wall(at: instant), wall(at: now))
    let time = time(at: instant)
    return then.dayNumber == today.dayNumber
      ? time : clock.date(then, from: today) + " " + time
  }

  /// `Today`, `Tomorrow`, `Thu 24 Dec`: the heading over what is due then.
  func day(of instant: Instant) -> String {
    let (then, today) = (wall(at: instant), wall(at: now))
    return switch then.dayNumber - today.dayNumber {
    case 0: Messages.today
    case 1: Messages.tomorrow
    case -1: Messages.yesterday
    default: clock.date(then, from: today)
    }
  }

  /// `in 1 h 20 min`, `3 min ago`, `now`.
  func distance(to instant: Instant, units: Int = 2) -> String {
    let milliseconds = instant.since(now)
    if milliseconds > 0 { return Messages.ahead(length(milliseconds, units: units)) }
    return milliseconds > -1000 ? Messages.now : Messages.ago(length(milliseconds, units: units))
  }
}

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
