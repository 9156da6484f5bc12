import CivilTime
import Localization

/// A repetition in words: `every weekday at 09:00:00, 10 times`.
///
/// Every rule that the grammar makes has words, and many of iCalendar's; the others are shown as
/// they are.
struct RuleSentence {
  private let rule: RecurrenceRule
  private let start: WallTime

  /// - Parameter start: on the clocks of the reader.
  init(_ rule: RecurrenceRule, start: WallTime) {
    self.rule = rule
    self.start = start
  }

  /// The days on which it comes, or how often; nil if there are no words for it.
  var days: String? {
    guard rule.weekNumbers.isEmpty, rule.yearDays.isEmpty else { return nil }
    let isPlain = rule.monthDays.isEmpty && rule.positions.isEmpty
    let n = rule.interval
    switch rule.frequency {
    case .secondly: return rule.isElapsed ? tr(n, "every second", "every {n} seconds") : nil
    case .minutely: return rule.isElapsed ? tr(n, "every minute", "every {n} minutes") : nil
    case .hourly: return rule.isElapsed ? tr(n, "every hour", "every {n} hours") : nil
    case .daily:
      // Times of a day may be chosen: `30 minutes from 9:00 to 17:00`.
      guard rule.monthDays.isEmpty, isPlain || !rule.hours.isEmpty else { return nil }
      if rule.days.isEmpty { return inMonths(everyDays(n)) }
      return n == 1 ? inMonths(weekly) : nil
    case .weekly:
      guard isPlain else { return nil }
      return inMonths(weekly)
    case .monthly:
      guard let day = dayOfMonth else { return nil }
      return inMonths(
        tr(n, "every month on {day}", "every {n} months on {day}", ["day": day]))
    case .yearly: return yearly
    }
  }

  private func everyDays(_ n: Int) -> String { tr(n, "every day", "every {n} days") }

  private var weekly: String {
    let days = rule.days.isEmpty ? [Weekday(rawValue: start.weekday)!] : rule.days.map(\.weekday)
    let n = rule.interval
    // Translators: from Monday to Friday.
    if n == 1, days == Weekday.workdays { return tr("every weekday") }
    if n == 1, days.count == 7 { return everyDays(1) }
    let names = Messages.list(days.map { n == 1 ? $0.afterEvery : $0.afterOn })
    return tr(n, "every {days}", "every {n} weeks on {days}", ["days": names])
  }

  private var yearly: String? {
    let saysDay = !rule.monthDays.isEmpty || !rule.days.isEmpty
    // The nth day or weekday of a year has no words.
    guard !rule.months.isEmpty || !saysDay else { return nil }
    let months = rule.months.isEmpty ? [start.month] : rule.months
    let day = saysDay ? rule.monthDays.first : start.day
    if let day, day > 0, months.count == 1, rule.monthDays.count < 2, rule.days.isEmpty,
      rule.positions.isEmpty
    {
      let date = tr(day, "{n} {month}", "{n} {month}", ["month": Month.afterDay(months[0])])
      // Translators: {day} is like "24 December".
      return tr(
        rule.interval, "every year on {day}", "every {n} years on {day}", ["day": date])
    }
    guard let day = dayOfMonth else { return nil }
    return tr(
      rule.interval, "every year in {months} on {day}", "every {n} years in {months} on {day}",
      ["day": day, "months": Messages.list(months.map(Month.afterIn))])
  }

  /// `the 15th`, `the last Friday`; nil if there are no words for it.
  private var dayOfMonth: String? {
    let (monthDays, days, positions) = (rule.monthDays, rule.days, rule.positions)
    switch (monthDays.isEmpty, days.isEmpty) {
    case (true, true): return positions.isEmpty ? day(start.day) : nil
    case (false, true):
      if let last = monthDays.last, last > 28,
        RecurrenceRule.monthDays(upTo: last) == (monthDays, positions)
      {
        guard last < 31 else { return day(-1) }
        // Translators: of months that have no such day it is the last; without {th}.
        return tr(last, "the {n}{th} or the last day", "the {n}{th} or the last day", th(last))
      }
      guard positions.isEmpty, monthDays.allSatisfy({ $0 >= -1 }) else { return nil }
      // The last day is -1, and stands at the end.
      return Messages.list(monthDays.sorted { ($0 < 0 ? 32 : $0) < ($1 < 0 ? 32 : $1) }.map(day))
    case (true, false):
      if positions.count == 1, days == Weekday.workdays.map({ RecurrenceRule.Day($0) }),
        let n = positions.first, n >= -1
      {
        return n < 0
          ? tr("the last working day")
          // Translators: without {th}.
          : tr(n, "the {n}{th} working day", "the {n}{th} working day", th(n))
      }
      guard positions.isEmpty, days.allSatisfy({ ($0.ordinal ?? -2) >= -1 }) else { return nil }
      return Messages.list(days.map { $0.weekday.ofMonth($0.ordinal ?? 0) })
    case (false, false): return nil
    }
  }

  /// A day of the month; -1 is the last one.
  private func day(_ day: Int) -> String {
    day < 0
      ? tr("the last day")
      // Translators: a day of the month, behind "every month on"; without {th}.
      : tr(day, "the {n}{th}", "the {n}{th}", th(day))
  }

  private func inMonths(_ days: String) -> String {
    guard !rule.months.isEmpty else { return days }
    return tr(
      "{rule} in {months}",
      ["rule": days, "months": Messages.list(rule.months.map(Month.afterIn))])
  }

  /// The times of each day, in order; empty if time elapses.
  var times: [WallTime] {
    guard !rule.isElapsed else { return [] }
    let hours = rule.hours.isEmpty ? [start.hour] : rule.hours
    let minutes = rule.minutes.isEmpty ? [start.minute] : rule.minutes
    let seconds = rule.seconds.isEmpty ? [start.second] : rule.seconds.map { min($0, 59) }
    let times = hours.flatMap { hour in
      minutes.flatMap { minute in
        seconds.map { WallTime(secondsAsUTC: Int64((hour * 60 + minute) * 60 + $0)) }
      }
    }
    guard rule.frequency == .daily, !rule.positions.isEmpty else { return times }
    let paths = rule.positions.map { $0 > 0 ? $0 - 1 : times.count + $0 }
    return Set(paths).sorted().filter(times.indices.contains).map { times[$0] }
  }
}

/// The ending of an English ordinal.
private func th(_ n: Int) -> KeyValuePairs<String, String> {
  switch (n % 100 / 10, n % 10) {
  case (1, _): ["th": "th"]
  case (_, 1): ["th": "st"]
  case (_, 2): ["th": "nd"]
  case (_, 3): ["th": "rd"]
  default: ["th": "th"]
  }
}

// What stands before the name of a day or a month changes it, in one language or another: each place
// has its own names.

extension Weekday {
  fileprivate static let workdays = Array(allCases.prefix(5))

  fileprivate var afterEvery: String {
    [
      tr("Monday", context: "every"), tr("Tuesday", context: "every"),
      tr("Wednesday", context: "every"), tr("Thursday", context: "every"),
      tr("Friday", context: "every"), tr("Saturday", context: "every"),
      tr("Sunday", context: "every"),
    ][rawValue - 1]
  }

  /// After `every 2 weeks on`.
  fileprivate var afterOn: String {
    [
      tr("Monday", context: "on"), tr("Tuesday", context: "on"), tr("Wednesday", context: "on"),
      tr("Thursday", context: "on"), tr("Friday", context: "on"), tr("Saturday", context: "on"),
      tr("Sunday", context: "on"),
    ][rawValue - 1]
  }

  /// - Parameter n: which one of the month; -1 is the last one.
  fileprivate func ofMonth(_ n: Int) -> String {
    let names =
      n < 0
      ? [
        tr("the last Monday"), tr("the last Tuesday"), tr("the last Wednesday"),
        tr("the last Thursday"), tr("the last Friday"), tr("the last Saturday"),
        tr("the last Sunday"),
      ]
      : [
        // Translators: of a month; {th} is the ending of an English ordinal (2nd): leave it out.
        tr(n, "the {n}{th} Monday", "the {n}{th} Monday", th(n)),
        tr(n, "the {n}{th} Tuesday", "the {n}{th} Tuesday", th(n)),
        tr(n, "the {n}{th} Wednesday", "the {n}{th} Wednesday", th(n)),
        tr(n, "the {n}{th} Thursday", "the {n}{th} Thursday", th(n)),
        tr(n, "the {n}{th} Friday", "the {n}{th} Friday", th(n)),
        tr(n, "the {n}{th} Saturday", "the {n}{th} Saturday", th(n)),
        tr(n, "the {n}{th} Sunday", "the {n}{th} Sunday", th(n)),
      ]
    return names[rawValue - 1]
  }
}

/// The names of months, 1 to 12.
private enum Month {
  static func afterIn(_ month: Int) -> String {
    [
      tr("January", context: "in"), tr("February", context: "in"), tr("March", context: "in"),
      tr("April", context: "in"), tr("May", context: "in"), tr("June", context: "in"),
      tr("July", context: "in"), tr("August", context: "in"), tr("September", context: "in"),
      tr("October", context: "in"), tr("November", context: "in"), tr("December", context: "in"),
    ][month - 1]
  }

  /// After a day: `24 December`.
  static func afterDay(_ month: Int) -> String {
    [
      tr("January", context: "date"), tr("February", context: "date"), tr("March", context: "date"),
      tr("April", context: "date"), tr("May", context: "date"), tr("June", context: "date"),
      tr("July", context: "date"), tr("August", context: "date"), tr("September", context: "date"),
      tr("October", context: "date"), tr("November", context: "date"),
      tr("December", context: "date"),
    ][month - 1]
  }
}

extension Recurrence {
  /// Whether it is single dates, as a calendar lists them, and no rule.
  fileprivate var isDates: Bool { rule.end == .count(1) && details?.added.isEmpty == false }
}

extension Context {
  /// A repetition in words, or as its rule if it has none.
  func rule(_ recurrence: Recurrence) -> String {
    var said = plainRule(recurrence)
    guard let details = recurrence.details else { return said }
    let (leftOut, added) = (details.leftOut.count, recurrence.isDates ? 0 : details.added.count)
    if leftOut > 0 {
      said = tr(leftOut, "{rule}, {n} time left out", "{rule}, {n} times left out", ["rule": said])
    }
    if added > 0 {
      said = tr(added, "{rule}, {n} time more", "{rule}, {n} times more", ["rule": said])
    }
    // How long it comes before or after the event.
    let lead = details.lead.length
    guard lead != 0 else { return said }
    let values: KeyValuePairs = ["rule": said, "length": length(lead * 1000, units: 4)]
    return lead < 0
      ? tr("{rule}; {length} before it", values) : tr("{rule}; {length} after it", values)
  }

  private func plainRule(_ recurrence: Recurrence) -> String {
    let rule = recurrence.rule
    let start: WallTime =
      switch recurrence.start {
      case .wall(let wall): wall
      case .instant(let instant): wall(at: instant)
      }
    let sentence = RuleSentence(rule, start: start)
    if recurrence.isDates {
      return tr((recurrence.details?.added.count ?? 0) + 1, "on {n} date", "on {n} dates")
    }
    guard var said = sentence.days else {
      guard !isSpoken else { return tr("by a rule of a calendar") }
      // Translators: {rule} is like FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13.
      return tr("by the rule {rule}", ["rule": rule.description])
    }
    // Of an event of a whole day the beginning says nothing.
    let isWholeDay =
      recurrence.details?.lead.isZero == false && sentence.times == [WallTime(secondsAsUTC: 0)]
    let times = isWholeDay ? [] : sentence.times.map(clock.time)
    if times.count > 4 {
      said = tr(
        times.count, "{rule}, {n} time from {first} to {last}",
        "{rule}, {n} times from {first} to {last}",
        ["rule": said, "first": times[0], "last": times.last!])
    } else if !times.isEmpty {
      said = tr("{rule} at {times}", ["rule": said, "times": Messages.list(times)])
    }
    // The zone whose clocks it keeps to.
    if local.isPinned, !rule.isElapsed {
      said = tr("{rule} {zone}", ["rule": said, "zone": local.zone.name])
    }
    let end: String
    switch rule.end {
    case .never: return said
    case .count(let count): return tr(count, "{rule}, once", "{rule}, {n} times", ["rule": said])
    case .day(let day): end = clock.date(day, from: wall(at: now))
    case .wall(let wall): end = clock.moment(wall, from: self.wall(at: now))
    case .instant(let instant): end = dateAndTime(at: instant)
    }
    return tr("{rule}, until {end}", ["rule": said, "end": end])
  }
}
