import CivilTime
import Reminders

@testable import Configuration

/// What somebody has written into `remindctl.conf`. Whatever it is: no crash, issues that lie in it,
/// and settings that can be worked with.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: data, count: size))
  // Half of the inputs are one group's lines; else few would ever get to a key.
  let isOurs = bytes.first.map { $0 & 1 == 0 } ?? false
  let head = Array((isOurs ? "[remindctl]\n" : "").utf8)
  let text = head + bytes.dropFirst()
  let configuration = Configuration(bytes: text)

  let lines = text.count { $0 == UInt8(ascii: "\n") } + 1
  for issue in configuration.issues { precondition((1...lines).contains(issue.line)) }
  precondition(configuration.issues.count <= 2 * lines)
  check(configuration)

  // A comment in front moves the lines and nothing else.
  var moved = Configuration(bytes: Array("# a comment\n".utf8) + text)
  moved.issues = moved.issues.map { Configuration.Issue(line: $0.line - 1, reason: $0.reason) }
  if moved.hookLine > 0 { moved.hookLine -= 1 }
  precondition(moved == configuration)
  return 0
}

private func check(_ configuration: Configuration) {
  precondition(configuration.keepOpen >= 0 && configuration.history >= 0)
  precondition(!configuration.snoozes.isEmpty)
  for snooze in configuration.snoozes {
    precondition(PopupAction(key: PopupAction.snooze(snooze).key) == .snooze(snooze))
  }
  precondition(configuration.hook?.hasPrefix("/") != false)
  let defaults = configuration.defaults
  if let nag = defaults.nag {
    precondition(nag.every >= ReminderOptions.Nag.leastEvery)
    precondition((1...ReminderOptions.Nag.mostTimes).contains(nag.times))
  }
  precondition(defaults.before.allSatisfy { $0 > 0 })
  precondition(defaults.before == defaults.before.sorted(by: >))
  precondition((defaults.timeout ?? 0) >= 0 && (defaults.maxLate ?? 0) >= 0)
  for hours in 0..<48 {
    let now = Instant(milliseconds: 1_781_697_600_000 + Int64(hours) * 1_800_000)
    if let end = configuration.quiet.end(at: now, in: rome) { precondition(end > now) }
  }
}

private let rome = (try? Zone.load("Europe/Rome")) ?? .utc
