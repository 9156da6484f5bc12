import Beds
import Foundation
import Testing

/// examples/remind-prompt as a hotkey starts it: a launcher on a desktop, typed into, and a
/// notification that says what came of it.
@Suite(
  .serialized, .timeLimit(.minutes(5)),
  .enabled(
    if: DesktopBed.isPossible && Home.canRun("command -v dmenu && command -v notify-send"),
    "needs a desktop and dmenu (scripts/dependencies desktop bars)"))
struct LauncherTests {
  @Test(
    "what is typed becomes a reminder or an error, is said, and is never more than text",
    arguments: [
      ("20m tea", 0, "1  tea  at "),
      ("1h $(touch x) `id` <b>", 0, "1  $(touch x) `id` &lt;b&gt;  at "),
      ("tomorow 9am dentist", 3, "remindctl: 'tomorow' is not a time."),
      ("--json", 3, "remindctl: "), ("", 0, nil),
    ])
  func phrase(typed: String, code: Int32, said: String?) async throws {
    let home = try await Home()
    let bed = try DesktopBed()
    try await bed.startBus()
    let record = try await bed.record()
    let server = try await bed.startServer(.dunst)
    try await until("a server") { try !bed.owner().isEmpty }
    let script = try home.start(
      [BarExampleTests.examples + "remind-prompt"],
      changing: bed.environment.filter {
        ["DISPLAY", "DBUS_SESSION_BUS_ADDRESS"].contains($0.key)
      })
    try await until("the launcher") {
      try !bed.output("xdotool", "search", "--onlyvisible", "--class", "dmenu").isEmpty
    }
    // It takes the keyboard right after it has its window.
    try await Task.sleep(for: .milliseconds(300))
    if typed.isEmpty {
      try bed.output("xdotool", "key", "Escape")
    } else {
      try bed.output("xdotool", "type", "--delay", "10", "--", typed)
      try bed.output("xdotool", "key", "Return")
    }
    #expect(try await script.end() == .code(code), "\(script.said.error)")
    guard let said else {
      #expect(record.notifications().isEmpty)
      return
    }
    // One more says that no daemon runs here.
    try await until("the notification '\(said)'") {
      record.notifications().contains { $0.body.hasPrefix(said) }
    }
    withExtendedLifetime(server) {}
  }
}
