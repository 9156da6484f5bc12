import CivilTime
import Localization
import Scheduler

// The sentences of `Messages` that name days of the week and months. What stands before a name
// changes it, in one language or another: each place has its own.

extension Messages {
  /// Behind `every`.
  static func every(_ weekday: Weekday) -> String {
    switch weekday {
    case .monday: tr("Monday", context: "every")
    case .tuesday: tr("Tuesday", context: "every")
    case .wednesday: tr("Wednesday", context: "every")
    case .thursday: tr("Thursday", context: "every")
    case .friday: tr("Friday", context: "every")
    case .saturday: tr("Saturday", context: "every")
    case .sunday: tr("Sunday", context: "every")
    }
  }

  /// Behind `every 2 weeks on`.
  static func on(_ weekday: Weekday) -> String {
    switch weekday {
    case .monday: tr("Monday", context: "on")
    case .tuesday: tr("Tuesday", context: "on")
    case .wednesday: tr("Wednesday", context: "on")
    case .thursday: tr("Thursday", context: "on")
    case .friday: tr("Friday", context: "on")
    case .saturday: tr("Saturday", context: "on")
    case .sunday: tr("Sunday", context: "on")
    }
  }

  /// - Parameter n: which one of the month; -1 is the last one.
  static func weekday(_ n: Int, _ weekday: Weekday) -> String {
    n < 0 ? last(weekday) : nth(n, weekday)
  }
  private static func last(_ weekday: Weekday) -> String {
    switch weekday {
    case .monday: tr("the last Monday")
    case .tuesday: tr("the last Tuesday")
    case .wednesday: tr("the last Wednesday")
    case .thursday: tr("the last Thursday")
    case .friday: tr("the last Friday")
    case .saturday: tr("the last Saturday")
    case .sunday: tr("the last Sunday")
    }
  }
  private static func nth(_ n: Int, _ weekday: Weekday) -> String {
    let th = ["th": th(n)] as KeyValuePairs
    return switch weekday {
    // Translators: of a month; {th} is the ending of an English ordinal (2nd): leave it out.
    case .monday: tr(n, "the {n}{th} Monday", "the {n}{th} Monday", th)
    case .tuesday: tr(n, "the {n}{th} Tuesday", "the {n}{th} Tuesday", th)
    case .wednesday: tr(n, "the {n}{th} Wednesday", "the {n}{th} Wednesday", th)
    case .thursday: tr(n, "the {n}{th} Thursday", "the {n}{th} Thursday", th)
    case .friday: tr(n, "the {n}{th} Friday", "the {n}{th} Friday", th)
    case .saturday: tr(n, "the {n}{th} Saturday", "the {n}{th} Saturday", th)
    case .sunday: tr(n, "the {n}{th} Sunday", "the {n}{th} Sunday", th)
    }
  }

  /// Behind `in`.
  /// - Parameter month: 1 to 12.
  static func inMonth(_ month: Int) -> String {
    switch month {
    case 1: tr("January", context: "in")
    case 2: tr("February", context: "in")
    case 3: tr("March", context: "in")
    case 4: tr("April", context: "in")
    case 5: tr("May", context: "in")
    case 6: tr("June", context: "in")
    case 7: tr("July", context: "in")
    case 8: tr("August", context: "in")
    case 9: tr("September", context: "in")
    case 10: tr("October", context: "in")
    case 11: tr("November", context: "in")
    default: tr("December", context: "in")
    }
  }

  /// Behind a day: `24 December`.
  /// - Parameter month: 1 to 12.
  static func ofMonth(_ month: Int) -> String {
    switch month {
    case 1: tr("January", context: "date")
    case 2: tr("February", context: "date")
    case 3: tr("March", context: "date")
    case 4: tr("April", context: "date")
    case 5: tr("May", context: "date")
    case 6: tr("June", context: "date")
    case 7: tr("July", context: "date")
    case 8: tr("August", context: "date")
    case 9: tr("September", context: "date")
    case 10: tr("October", context: "date")
    case 11: tr("November", context: "date")
    default: tr("December", context: "date")
    }
  }
}
