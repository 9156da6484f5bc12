import Scheduler

enum DesktopEvent: Sendable {
  case state(DesktopState)
  case outcome(delivery: Int64, Outcome)
}
final class DesktopChannel: Sendable {
  let report: @Sendable (DesktopEvent) -> Void
  init(environment: (String) -> String?, report: @escaping @Sendable (DesktopEvent) -> Void) {
    self.report = report
  }
  func start() { report(.state(.absent(.noBus))) }
  func deliver(_ alert: Alert) {}
}
