import CivilTime
import Reminders
import Scheduler
import TimeLanguage

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
