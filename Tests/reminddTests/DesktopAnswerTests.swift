import Beds
import Foundation
import Scheduler
import Testing

@testable import Reminders
@testable import remindd

/// The whole daemon, with Debian's notification servers and a user who really clicks.
/// One after another: each has a screen of its own, which the machine must draw.
@Suite(
  .serialized,
  .enabled(if: DesktopBed.isPossible, "needs the Debian packages of the group desktop"))
struct DesktopAnswerTests {
  static let row = ["Done", "Snooze 10 min", "Snooze 1 h"]

  @Test(
    "Snooze and Done are clicked", .timeLimit(.minutes(5)),
    arguments: [DesktopBed.Server.xfce, .mate, .gnome])
  func clicked(server: DesktopBed.Server) async throws {
    let daemon = try await DesktopDaemon.on(server, "snooze = 10m, 1h")
    try await daemon.startAndListen()
    let tea = try daemon.add("tea")
    try await daemon.waitForPopup(tea)
    try await daemon.bed.photograph("buttons-\(server.rawValue)")
    let before = daemon.now
    try await daemon.bed.click("Snooze 10 min", in: Self.row, of: server)
    try await until("a snooze") { try daemon.pending().count == 1 }
    let snoozed = try #require(try daemon.pending().first)
    #expect(snoozed.id == tea)
    #expect((600_000..<620_000).contains(snoozed.due.since(before)))
    try await until("no popup") { try daemon.bed.popups(of: server).isEmpty }

    let coffee = try daemon.add("coffee")
    try await daemon.waitForPopup(coffee)
    // The daemon that hears the answer need not be the one that showed the popup.
    daemon.kill()
    try await daemon.startAndListen()
    try await daemon.bed.click("Done", in: Self.row, of: server)
    try await daemon.waitFor(coffee, .done)
    #expect(daemon.record.invoked() == ["snooze:600000", "done"])
    try await until("no popup") { try daemon.bed.popups(of: server).isEmpty }
  }

  @Test("dunst leaves a popup open after an action: it is closed by us", .timeLimit(.minutes(5)))
  func menu() async throws {
    let daemon = try await DesktopDaemon.on(.dunst, "snooze = 10m, 1h")
    try daemon.bed.setMenu(to: "Snooze 1 h")
    try await daemon.startAndListen()
    let tea = try daemon.add("tea")
    try await daemon.waitForPopup(tea)
    try await daemon.bed.photograph("menu-dunst")
    try daemon.bed.output("dunstctl", "context")
    try await until("a snooze") { daemon.record.invoked().count > 0 }
    #expect(daemon.record.invoked() == ["snooze:3600000"])
    try await until("a withdrawal") { daemon.record.withdrawn().count == 1 }
    try await until("no popup") {
      try daemon.bed.output("dunstctl", "count", "displayed").hasPrefix("0")
    }
    #expect(daemon.record.closed() == [3])
    #expect(try daemon.pending().map(\.id) == [tea])
  }

  @Test(
    "closing dismisses what does not insist; an action that nobody offered is harmless",
    .timeLimit(.minutes(5)), arguments: [DesktopBed.Server.xfce, .mate, .gnome])
  func closed(server: DesktopBed.Server) async throws {
    let daemon = try await DesktopDaemon.on(server)
    try await daemon.startAndListen()
    let tea = try daemon.add("tea")
    try await daemon.waitForPopup(tea)
    try await daemon.bed.clickBody(of: server)
    try await daemon.waitFor(tea, .dismissed)

    let pills = try daemon.add("pills") { $0.urgency = .critical }
    try await daemon.waitForPopup(pills)
    try await daemon.bed.photograph("critical-\(server.rawValue)")
    try await daemon.bed.clickBody(of: server)
    try await until("closed") { daemon.record.closed() == [2, 2] }
    let nagging = try daemon.add("nag") { $0.nag = ReminderOptions.Nag(every: 3_600_000) }
    try await daemon.waitForPopup(nagging)
    try await daemon.bed.clickBody(of: server)
    try await until("closed") { daemon.record.closed() == [2, 2, 2] }
    // Nothing more is to come of it, so its effect is looked for behind one that has come.
    try await daemon.settle()
    #expect(try daemon.life(pills)?.entry.state == .unanswered)
    #expect(try daemon.life(nagging)?.entry.state == .unanswered)
    let unasked = server == .xfce ? [] : ["default", "default", "default"]
    #expect(daemon.record.invoked() == unasked)
  }

  @Test("answers to other programs' popups are not ours", .timeLimit(.minutes(5)))
  func foreign() async throws {
    let daemon = try await DesktopDaemon.on(.xfce)
    try await daemon.startAndListen()
    let tea = try daemon.add("tea")
    try await daemon.waitForPopup(tea)
    let foreign = try daemon.bed.notify("other", actions: ["done", "Done"])
    try await daemon.bed.click("Done", in: ["Done"], of: .xfce)
    try await until("closed") { daemon.record.closed() == [2] }
    try await daemon.settle()
    #expect(foreign > 0)
    #expect(daemon.record.invoked() == ["done"])
    #expect(try daemon.life(tea)?.entry.state == .unanswered)
    #expect(daemon.record.withdrawn() == [])
  }

  @Test("what is answered elsewhere is taken off the screen", .timeLimit(.minutes(5)))
  func elsewhere() async throws {
    let daemon = try await DesktopDaemon.on(.xfce)
    try await daemon.startAndListen()
    let tea = try daemon.add("tea")
    try await daemon.waitForPopup(tea)
    try await until("a popup") { try daemon.bed.popups(of: .xfce).count == 1 }
    #expect(try daemon.answer(tea, .done))
    try await until("no popup") { try daemon.bed.popups(of: .xfce).isEmpty }
    #expect(daemon.record.withdrawn().count == 1)
    #expect(try daemon.life(tea)?.entry.state == .done)
  }

  @Test("the server is started again: what was open stays unanswered", .timeLimit(.minutes(5)))
  func restarted() async throws {
    let daemon = try await DesktopDaemon.on(.xfce)
    try await daemon.startAndListen()
    let tea = try daemon.add("tea")
    try await daemon.waitForPopup(tea)
    daemon.server?.kill()
    try await until("its end") { daemon.said.contains("No notification server") }
    try await daemon.startServer(.xfce)
    try await until("the server") { daemon.said.components(separatedBy: "shown by").count > 2 }
    // The new one gives the same ids again.
    let foreign = try daemon.bed.notify("other", actions: [])
    #expect(foreign == 1)
    try await daemon.bed.clickBody(of: .xfce)
    try await until("closed") { daemon.record.closed() == [2] }
    try await daemon.settle()
    #expect(try daemon.life(tea)?.entry.state == .unanswered)
    #expect(daemon.record.notifications().count { $0.summary == "tea" } == 1)
  }

  @Test(
    "the bus is started again and gives the same names: an old popup is not mistaken for a new one",
    .timeLimit(.minutes(5)))
  func sameNames() async throws {
    let bed = try DesktopBed()
    try await bed.startBus()
    var server = try MoodyServer(.kind, on: bed.address)
    let name = server.uniqueName
    let daemon = try DesktopDaemon(bed)
    try await daemon.startAndListen()
    let tea = try daemon.add("tea")
    try await daemon.waitForPopup(tea)
    daemon.kill()
    bed.killBus()
    try await bed.startBus()
    server = try MoodyServer(.kind, on: bed.address)
    try #require(server.uniqueName == name)
    try await daemon.startAndListen()
    server.close(1, because: 2)
    server.invoke("done", of: 1)
    try await daemon.settle()
    #expect(try daemon.life(tea)?.entry.state == .unanswered)
  }

  @Test(
    "answered twice, with nonsense, and after the end: the first answer stands",
    .timeLimit(.minutes(5)))
  func twice() async throws {
    let bed = try DesktopBed()
    try await bed.startBus()
    let server = try MoodyServer(.kind, on: bed.address)
    let daemon = try DesktopDaemon(bed)
    try await daemon.startAndListen()
    let tea = try daemon.add("tea")
    try await daemon.waitForPopup(tea)
    for action in ["default", "snooze:", "snooze:-1", "snooze:99999999999999999999", "", "done:1"] {
      server.invoke(action, of: 1)
    }
    try await daemon.settle()
    #expect(try daemon.life(tea)?.entry.state == .unanswered)
    for action in ["done", "snooze:600000", "done"] { server.invoke(action, of: 1) }
    server.close(1, because: 2)
    server.close(1, because: 2)
    try await daemon.waitFor(tea, .done)
    try await daemon.settle()
    #expect(try daemon.life(tea)?.entry.state == .done)
    #expect(try daemon.pending().isEmpty)
    try await until("a withdrawal") { server.withdrawn > 0 }
    #expect(server.withdrawn == 1)
  }
}
