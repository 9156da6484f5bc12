import CivilTime
import Localization
import TimeLanguage

/// How times are said: they depend on now, on the zone and on the locale.
extension Context {
  func wall(at instant: Instant) -> WallTime { local.zone.wall(at: instant) }

  /// `14:32:07`, with the zone if it matters: it is not the system's, or its offset is then
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
    return local.zone.abbreviation(at: instant) == zone
      ? time : tr("{time}, {zone}", ["time": time, "zone": zone])
  }

  /// `at 14:32:07`, or `on Thu 24 Dec at 09:00:00` if that is not today.
  func when(_ instant: Instant) -> String {
    let (then, today) = (wall(at: instant), wall(at: now))
    let time = time(at: instant)
    guard then.dayNumber != today.dayNumber else {
      // Translators: what other sentences call {when}: today, at that time.
      return tr("at {time}", ["time": time])
    }
    // Translators: what other sentences call {when}: on another day. {date} is like "Thu 24 Dec".
    return tr("on {date} at {time}", ["date": clock.date(then, from: today), "time": time])
  }

  /// `Thu 24 Dec 09:00:00`, without the date if that is today's: for columns.
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
    // Translators: a heading over what is due then.
    case 0: tr("Today")
    case 1: tr("Tomorrow")
    case -1: tr("Yesterday")
    default: clock.date(then, from: today)
    }
  }

  /// `in 1 h 20 min`, `3 min ago`, `now`.
  func distance(to instant: Instant, units: Int = 2) -> String {
    let milliseconds = instant.since(now)
    if milliseconds > 0 { return Messages.ahead(length(milliseconds, units: units)) }
    // Translators: a distance, beside "in {length}" and "{length} ago".
    guard milliseconds <= -1000 else { return tr("now") }
    return tr("{length} ago", ["length": length(milliseconds, units: units)])
  }

  /// `1 h 20 min`, or `1 hour and 20 minutes`: the greatest units of a length of time, cut off.
  func length(_ milliseconds: Int64, units: Int = 2) -> String {
    isSpoken
      ? Context.spokenLength(milliseconds, units: units) : milliseconds.spoken(units: units)
  }

  /// Its greatest units, their names in full.
  private static func spokenLength(_ milliseconds: Int64, units count: Int) -> String {
    let seconds = Int((milliseconds / 1000).magnitude)
    let amounts = [seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60, seconds % 60]
    let greatest = amounts.firstIndex { $0 > 0 } ?? amounts.count - 1
    return Messages.list(
      amounts.indices[greatest...].prefix(count).filter { $0 == greatest || amounts[$0] > 0 }
        .map { unit in
          let n = amounts[unit]
          return switch unit {
          case 0: tr(n, "{n} day", "{n} days")
          case 1: tr(n, "{n} hour", "{n} hours")
          case 2: tr(n, "{n} minute", "{n} minutes")
          default: tr(n, "{n} second", "{n} seconds")
          }
        })
  }

  /// A note on a reading whose wall times are on these clocks, in words.
  func sentence(for note: Note, due: Instant) -> String {
    let zone = local.zone
    return switch note {
    case .gap(let asked, let by):
      tr(
        "{asked} does not exist that day, when the clocks go forward by {length}: it comes at {instead}.",
        [
          "asked": clock.time(asked), "length": (Int64(by) * 1000).spoken,
          "instead": time(at: due),
        ])
    case .overlap(let first, let second):
      tr(
        "{time} comes twice that day, when the clocks go back: it comes once, the first time ({first}, not {second}).",
        [
          "time": clock.time(wall(at: first)), "first": zone.abbreviation(at: first),
          "second": zone.abbreviation(at: second),
        ])
    case .bareHour(let other): tr("For {hour}:00 say {hour}.", ["hour": String(other)])
    case .assumedTime(let wall):
      tr("No time of day was said; {time} is meant.", ["time": clock.time(wall)])
    case .lastDayOfMonth(let asked):
      tr("That month has no day {n}; its last day is meant.", ["n": String(asked)])
    }
  }
}
