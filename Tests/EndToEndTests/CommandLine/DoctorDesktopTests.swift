import Beds
import Foundation
import Testing

/// What `remindctl doctor` finds of a bus and of a notification server.
@Suite struct DoctorDesktopTests {
  let home: Home
  init() async throws { home = try await Home() }

  @Test("a bus with a server, without one, and one that hangs; who sits at a screen is told more")
  func desktop() async throws {
    let bed = try DesktopBed()
    try await bed.startBus()
    let bus = bed.busVariable
    let daemon = try await home.remindd(changing: bus)
    #expect(try await home.findings(changing: bus, code: 0)["server"] == "absent")
    let screen = bus.merging(["DISPLAY": ":99"]) { $1 }
    #expect(try await home.findings(changing: screen, code: 1)["server"] == "absent")
    let server = try await bed.startServer(.dunst)
    try await until("a server") { try !bed.owner().isEmpty }
    // What counts is the daemon's bus, not the one of whoever asks.
    let answers = try await home.findings(code: 0)
    #expect(answers["bus"] == "answers")
    #expect(answers["server"] == "answers")
    let record = try await bed.record()
    let shown = try await home.remindctl("doctor", "--popup", changing: bus)
    #expect(shown.output.contains("A popup was shown"))
    #expect(record.notifications().map(\.summary) == ["remindctl doctor"])
    server.send(SIGSTOP)
    #expect(try await home.findings(code: 1)["server"] == "silent")
    server.send(SIGCONT)
    bed.signalBus(SIGSTOP)
    #expect(try await home.findings(code: 1)["bus"] == "silent")
    bed.signalBus(SIGCONT)
    #expect(try await daemon.end(SIGTERM) == .code(0))
  }

  @Test("a server that the bus cannot start counted as well, and stayed so beside a popup in vain")
  func startable() async throws {
    let bed = try DesktopBed()
    try bed.offer("org.freedesktop.Notifications", "/bin/false")
    try await bed.startBus()
    let bus = bed.busVariable
    let daemon = try await home.remindd("--channel", "stdout", changing: bus)
    let untried = try await home.remindctl("doctor", changing: bus)
    #expect(untried.code == 0)
    #expect(
      untried.output.contains(
        "note       No notification server runs; the bus could start one, which has not been tried.\n"
          + "           remindctl doctor --popup\n"), "\(untried.output)")
    let tried = try await home.remindctl("doctor", "--popup", changing: bus)
    #expect(tried.code == 1)
    #expect(!tried.output.contains("could start one"))
    #expect(
      tried.output.contains("problem    The bus could start no notification server"),
      "\(tried.output)")
    #expect(try await daemon.end(SIGTERM) == .code(0))
  }
}
