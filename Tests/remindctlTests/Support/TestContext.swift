import Scheduler

@testable import CivilTime
@testable import Localization
@testable import remindctl

extension Context {
  /// A context of a test's own: nothing of it comes from the machine but its time zones.
  /// - Parameters:
  ///   - now: milliseconds since the epoch.
  ///   - tz: nil for the system's zone.
  ///   - home: where the configuration is looked for.
  static func test(
    now: Int64 = 1_796_000_000_000, tz: String? = "UTC", language: String = "C.UTF-8",
    terminal: Terminal = .none, home: String = "/proc/nowhere"
  ) -> Context {
    let variables = ["TZ": tz, "LC_ALL": language, "HOME": home]
    let moment = ClockReading(
      now: Instant(milliseconds: now), boot: 5_000_000,
      bootID: "2b0c7a3e-0000-4000-8000-0123456789ab")
    return Context(
      moment: moment, terminal: terminal, locale: UserLocale { variables[$0] ?? nil }
    ) { variables[$0] ?? nil }
  }
}

extension Terminal {
  static let none = Terminal(
    isOutput: false, isError: false, isInput: false, hasColour: false, columns: 80)
  static let wide = Terminal(
    isOutput: true, isError: true, isInput: true, hasColour: true, columns: 60)
}
