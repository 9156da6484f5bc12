import Beds
import Foundation
import Scheduler
import Testing

@testable import remindd

/// The whole daemon, with Debian's notification servers and a user who really clicks.
@Suite(.enabled(if: DesktopBed.isPossible, "needs the Debian packages of the group desktop"))
struct DesktopAnswerTests {
  static let row = ["Done", "Snooze 10 min", "Snooze 1 h"]

  private func desktop(
    _ server: DesktopBed.Server, _ configuration: String = "snooze = 10m, 1h"
  ) async throws -> (daemon: DesktopDaemon, record: BusRecord, server: Child) {
    let bed = try DesktopBed()
    try await bed.startBus()
    let record = try await bed.record()
    let running = try await bed.startServer(
      server, configuration: "dmenu = \(bed.folder.path(percentEncoded: false))/menu")
    try await until("a server") { try !bed.owner().isEmpty }
    return (try DesktopDaemon(bed, configuration: configuration), record, running)
  }

  @Test(
    "Snooze and Done are clicked", .timeLimit(.minutes(1)),
    arguments: [DesktopBed.Server.xfce, .mate, .gnome])
  func clicked(server: DesktopBed.Server) async throws {
    let (daemon, record, running) = try await desktop(server)
    defer { running.kill() }
    try daemon.start()
    let tea = try daemon.add("tea")
    try await daemon.waitForPopup(tea)
    try await daemon.bed.photograph("buttons-\(server.rawValue)")
    let before = daemon.now
    try await daemon.bed.click("Snooze 10 min", in: Self.row, of: server)
    try await until("snoozed") {
      try daemon.read { try $0.pending(after: .start, limit: 9) }.count == 1
    }
    let snoozed = try #require(try daemon.read { try $0.pending(after: .start, limit: 9) }.first)
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
    #expect(record.invoked() == ["snooze:600000", "done"])
    try await until("no popup") { try daemon.bed.popups(of: server).isEmpty }
    #expect(try daemon.bed.owner().isEmpty == false)
  }

  @Test("dunst leaves a popup open after an action: it is closed by us", .timeLimit(.minutes(1)))
  func menu() async throws {
    let (daemon, record, running) = try await desktop(.dunst)
    defer { running.kill() }
    let menu = daemon.bed.folder.appending(path: "menu").path(percentEncoded: false)
    try "#!/bin/sh\ngrep -F 'Snooze 1 h'\n".write(
      toFile: menu, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: menu)
    try daemon.start()
    let tea = try daemon.add("tea")
    try await daemon.waitForPopup(tea)
    try await daemon.bed.photograph("menu-dunst")
    try daemon.bed.output("dunstctl", "context")
    try await until("a snooze") { record.invoked().count > 0 }
    #expect(record.invoked() == ["snooze:3600000"])
    try await until("a withdrawal") { record.withdrawn().count == 1 }
    try await until("no popup") {
      try daemon.bed.output("dunstctl", "count", "displayed").hasPrefix("0")
    }
    #expect(record.closed() == [3])
    let pending = try daemon.read { try $0.pending(after: .start, limit: 9) }
    #expect(pending.map(\.id) == [tea])
  }
}
