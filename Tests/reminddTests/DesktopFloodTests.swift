import Beds
import Foundation
import Scheduler
import Testing

@testable import CivilTime
@testable import Reminders
@testable import Store
@testable import remindd

/// Many at once, with Debian's notification servers.
/// One after another: each has a screen of its own, which the machine must draw.
@Suite(
  .serialized,
  .enabled(if: DesktopBed.isPossible, "needs the Debian packages of the group desktop"))
struct DesktopFloodTests {
  @Test("twelve at once are one popup, put off and done together", .timeLimit(.minutes(5)))
  func together() async throws {
    let daemon = try await DesktopDaemon.on(.xfce)
    let ids = try daemon.write { store in
      try (1...12).map { try daemon.add("number \($0) of <b>twelve</b>", in: 0, to: store) }
    }
    try await daemon.startAndListen()
    for id in ids { try await daemon.waitForPopup(id) }
    try await daemon.bed.photograph("group-xfce4-notifyd")
    let last = try #require(daemon.record.notifications().last)
    #expect(last.summary == "12 reminders")
    #expect(last.actions == ["done", "All done", "snooze:600000", "All in 10 min"])
    let body = last.body.split(separator: "\n")
    #expect(body.count == 7)
    #expect(body[0].hasPrefix("number 1 of &lt;b&gt;twelve&lt;/b&gt;, "))
    #expect(body[6] == "and 6 more")
    #expect(daemon.record.notifications().count { $0.replaces == 0 } == 1)

    try await daemon.bed.click("All in 10 min", in: ["All done", "All in 10 min"], of: .xfce)
    try await until("12 snoozes") { try daemon.pending().count == 12 }
    #expect(try Set(daemon.pending().map(\.id)) == Set(ids))
    try await until("no popup") { try daemon.bed.popups(of: .xfce).isEmpty }

    let more = try daemon.write { store in
      try (1...5).map { try daemon.add("again \($0)", in: 0, to: store) }
    }
    for id in more { try await daemon.waitForPopup(id) }
    try await until("the whole group") {
      daemon.record.notifications().last?.summary == "5 reminders"
    }
    try await daemon.bed.click("All done", in: ["All done", "All in 10 min"], of: .xfce)
    for id in more { try await daemon.waitFor(id, .done) }
    #expect(try daemon.pending().count == 12)
  }

  @Test(
    "a group and a popup go on showing what is so by now, in silence", .timeLimit(.minutes(5)),
    arguments: [DesktopBed.Server.xfce, .dunst])
  func updated(server: DesktopBed.Server) async throws {
    let daemon = try await DesktopDaemon.on(server)
    let ids = try daemon.write { store in
      try (1...4).map { try daemon.add("number \($0)", in: 0, to: store) }
    }
    try await daemon.startAndListen()
    for id in ids { try await daemon.waitForPopup(id) }
    let shown = daemon.record.notifications().count
    #expect(try daemon.answer(ids[1], .done))
    try await until("three are left") {
      daemon.record.notifications().last?.summary == "3 reminders"
    }
    #expect(try daemon.answer(ids[2], .done))
    #expect(try daemon.answer(ids[3], .done))
    try await until("one is left") { daemon.record.notifications().last?.summary == "number 1" }
    try daemon.write { store in
      let target = try #require(try store.target(of: ids[0]))
      #expect(try store.edit(target, text: "another", at: daemon.now, words: nil))
    }
    try await until("another text") { daemon.record.notifications().last?.summary == "another" }
    try await daemon.bed.photograph("updated-\(server.rawValue)")
    let updates = daemon.record.notifications().dropFirst(shown)
    #expect(updates.allSatisfy { $0.replaces != 0 && $0.hints["suppress-sound"] != nil })
    #expect(daemon.record.closed() == [])
    #expect(try daemon.life(ids[0])?.deliveries.map(\.attempt) == [1])
    #expect(try daemon.answer(ids[0], .done))
    try await until("closed") { daemon.record.closed() == [3] }
  }

  @Test("closing many at once acknowledges none of them", .timeLimit(.minutes(5)))
  func closed() async throws {
    let daemon = try await DesktopDaemon.on(.mate)
    let ids = try daemon.write { store in
      try (1...5).map { try daemon.add("number \($0)", in: 0, to: store) }
    }
    try await daemon.startAndListen()
    for id in ids { try await daemon.waitForPopup(id) }
    try await daemon.bed.photograph("group-mate-notification-daemon")
    try await daemon.bed.clickBody(of: .mate)
    try await until("closed") { daemon.record.closed().contains(2) }
    try await daemon.settle()
    for id in ids { #expect(try daemon.life(id)?.entry.state == .unanswered) }
  }

  @Test(
    "a thousand due at once: all accounted for, in few popups", .timeLimit(.minutes(5)),
    arguments: [DesktopBed.Server.xfce, .dunst])
  func thousand(server: DesktopBed.Server) async throws {
    let daemon = try await DesktopDaemon.on(server)
    try await daemon.startAndListen()
    let due = try #require(daemon.now.advanced(by: 8000))
    try daemon.write { store in
      for number in 1...1000 { _ = try daemon.add("number \(number)", at: due, to: store) }
    }
    try await until("all 1000") {
      try daemon.read { try $0.counts(shownAfter: Instant(seconds: 0)) }.unanswered == 1000
    }
    let late = daemon.now.since(due)
    try await until("the last of the record") {
      daemon.record.notifications().last?.summary == "1000 reminders"
    }
    let calls = daemon.record.notifications()
    print("1000 at once, \(server.rawValue): \(late) ms, \(calls.count) Notify")
    try await daemon.bed.photograph("thousand-\(server.rawValue)")
    #expect(calls.count { $0.replaces == 0 } <= 5)
    #expect(calls.allSatisfy { $0.body.utf8.count < 1000 })
  }

  @Test(
    "a server that shows no more than 20: the others wait until one closes",
    .timeLimit(.minutes(5)),
    arguments: [DesktopBed.Server.mate, .gnome])
  func full(server: DesktopBed.Server) async throws {
    let daemon = try await DesktopDaemon.on(server)
    let ids = try daemon.write { store in
      try (1...24).map { number in
        try daemon.add("number \(number)", in: 0, to: store) {
          $0.urgency = .critical
          $0.timeout = 1000
        }
      }
    }
    try await daemon.startAndListen()
    try await until("all tried") { daemon.record.notifications().count >= 24 }
    try await daemon.settle()
    // Their counting differs by one.
    let refused = try ids.filter { try daemon.life($0)?.entry.holdReason == .refused }
    #expect((3...4).contains(refused.count))
    #expect(daemon.said.contains("24  number 24"))
    try await daemon.bed.photograph("full-\(server.rawValue)")
    // They stay, whatever time they were given: mate's server would keep to that.
    try await Task.sleep(for: .seconds(1.5))
    #expect(daemon.record.closed() == [])
    #expect(try daemon.answer(ids[0], .done))
    // Whichever has waited with the fewest attempts; the next one finds the server full again.
    func accepted() throws -> Int {
      try refused.count { id in
        try daemon.life(id)!.deliveries.contains { $0.channel == .desktop && $0.state == .accepted }
      }
    }
    try await until("one more popup") { try accepted() == 1 }
    try await daemon.settle()
    #expect(try accepted() == 1)
  }
}
