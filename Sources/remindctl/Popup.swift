import Glibc
import Scheduler

/// A popup of remindctl's own, for what nobody would read otherwise. Reminders are the daemon's.
enum Popup {
  /// Shows one through whatever program can.
  /// - Returns: whether a notification server has taken it.
  @discardableResult
  static func show(_ sentence: String, _ context: Context) -> Bool {
    guard let bus = SessionBus(context) else { return false }
    return bus.notify(summary: "remindctl", body: sentence)
  }
}
