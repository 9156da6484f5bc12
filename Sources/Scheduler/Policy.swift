import CivilTime
import Reminders

/// Whether reminders may be shown now: the settings, the user's pause and the quiet hours.
struct Policy {
  private(set) var settings: EngineSettings
  /// The system's zone, which quiet hours and floating times follow.
  private(set) var zone: Zone
  /// The end of the user's pause, as the store has it.
  private var pauseEnd: Instant?
  /// The silence for whose end deliveries of the store are held.
  private var held: Silence?

  /// A time in which nothing but critical reminders is shown.
  private typealias Silence = (reason: HoldReason, end: Instant)

  init(_ settings: EngineSettings, in zone: Zone) {
    self.settings = settings
    self.zone = zone
  }

  mutating func change(settings: EngineSettings) { self.settings = settings }

  mutating func change(zone: Zone) { self.zone = zone }

  private func silence(at now: Instant) -> Silence? {
    if let pauseEnd, pauseEnd > now { return (.paused, pauseEnd) }
    return settings.quiet.end(at: now, in: zone).map { (.quiet, $0) }
  }

  /// What is decided now, with this desktop.
  func planner(for desktop: DesktopState, at now: Instant) -> Planner {
    Planner(settings: settings, desktop: desktop, silence: silence(at: now)?.reason)
  }

  /// Reads the pause, which another program may have begun or ended.
  mutating func readPause(_ tick: Tick) throws {
    if let end = try tick.read({ try $0.pauseEnd() }) { pauseEnd = end }
  }

  /// Lets go what waited for the end of a silence that is over.
  /// - Returns: whether anything may have been let go.
  mutating func endSilence(_ tick: Tick) throws -> Bool {
    if let silence = silence(at: tick.now) {
      held = silence
      return false
    }
    guard held != nil, try tick.edit({ try $0.release(.silenced) }) != nil else { return false }
    held = nil
    return true
  }

  /// Lets go what waits for the end of a silence and has been made critical meanwhile.
  /// - Returns: whether that was anything.
  func releaseCritical(_ tick: Tick) throws -> Bool {
    guard held != nil else { return false }
    return try tick.edit { try $0.release(.silencedCritical) } ?? 0 > 0
  }

  func nextWake(at now: Instant) -> Instant? { silence(at: now)?.end }
}
