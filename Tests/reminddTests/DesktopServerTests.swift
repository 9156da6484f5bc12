import Beds
import Foundation
import Scheduler
import Testing

@testable import Reminders
@testable import remindd

/// The channel with the notification servers of Debian, on a screen that nobody sees. Pictures are
/// kept in the folder REMIND_PICTURES.
/// One after another: each has a screen of its own, which the machine must draw.
@Suite(
  .serialized,
  .enabled(if: DesktopBed.isPossible, "needs the Debian packages of the group desktop"))
struct DesktopServerTests {
  @Test(
    "what arrives is what was typed", .timeLimit(.minutes(5)), arguments: DesktopBed.Server.allCases
  )
  func arrives(server: DesktopBed.Server) async {
    await #expect(processExitsWith: .success) { [server] in
      await onDesktop { bed in
        try await bed.startBus()
        let running = try await bed.startServer(server)
        let record = try await bed.record()
        let witness = DesktopWitness(bed.environment)
        let identity = try await witness.settled()
        #expect(identity.capabilities.contains("body-markup"))
        try await witness.show(
          1, "<b>&\" tea\n<a href=\"http://evil.test\">log in</a> a << b && &amp; <img src=x>",
          late: 6_000_000)
        try await witness.show(2, nil)
        try await until("the record") { record.notifications().count == 2 }
        try await bed.photograph("markup-\(server.rawValue)")
        let seen = record.notifications()
        #expect(seen[0].application == "remindctl")
        #expect(seen[0].icon == "appointment-soon")
        #expect(seen[0].replaces == 0)
        #expect(seen[0].timeout == 0)
        #expect(seen[0].actions == ["done", "Done", "snooze:600000", "Snooze 10 min"])
        #expect(seen[0].summary == "<b>&\" tea")
        #expect(
          seen[0].body == """
            &lt;b&gt;&amp;" tea
            &lt;a href="http://evil.test"&gt;log in&lt;/a&gt; a &lt;&lt; b &amp;&amp; &amp;amp; &lt;img src=x&gt;
            due 00:16:40, 1 h 40 min late
            """)
        var hints = seen[0].hints
        hints["sender-pid"] = nil  // libnotify's own
        #expect(
          hints == [
            "desktop-entry": "remindctl", "urgency": "1", "category": "x-remindctl.reminder",
            "sound-name": "alarm-clock-elapsed",
          ])
        #expect(seen[1].summary == "Alert Time!")
        #expect(seen[1].body == "due 00:16:40")
        running.kill()
      }
    }
  }

  @Test("nothing is escaped for a server without markup", .timeLimit(.minutes(5)))
  func plain() async {
    await #expect(processExitsWith: .success) {
      await onDesktop { bed in
        try await bed.startBus()
        let running = try await bed.startServer(.dunst, configuration: "markup = no")
        let record = try await bed.record()
        let witness = DesktopWitness(bed.environment)
        let identity = try await witness.settled()
        #expect(!identity.capabilities.contains("body-markup"))
        try await witness.show(1, "tea\n<b>&\"</b> &amp;")
        try await until("the record") { record.notifications().count == 1 }
        try await bed.photograph("plain-dunst")
        #expect(record.notifications()[0].body == "tea\n<b>&\"</b> &amp;\ndue 00:16:40")
        running.kill()
      }
    }
  }

  @Test(
    "whatever the text, it is shown and the server lives", .timeLimit(.minutes(5)),
    arguments: DesktopBed.Server.allCases)
  func texts(server: DesktopBed.Server) async {
    await #expect(processExitsWith: .success) { [server] in
      await onDesktop { bed in
        let texts = [
          "a\0b", "\u{1B}[31mred\u{7}", "\u{202E}drawkcab", "שלום עולם", "<b>coffee ☕</b>",
          "👩‍👩‍👧 e\u{301}", "- [ ] plans", "a\\nb\tc<br>d", "$(touch /tmp/x) `id`; \"x\"",
          "a" + String(repeating: "\u{301}", count: 50_000),
          String(repeating: "A long text, and more of it. ", count: 3500),
          String(repeating: "x", count: 100_000), String(repeating: "é", count: 1 << 19),
        ]
        try await bed.startBus()
        let running = try await bed.startServer(server)
        let record = try await bed.record()
        let witness = DesktopWitness(bed.environment)
        let identity = try await witness.settled()
        for (index, text) in texts.enumerated() {
          try await witness.show(Int64(index), text)
        }
        try await until("the record") { record.notifications().count == texts.count }
        try await bed.photograph("texts-\(server.rawValue)")
        let seen = record.notifications()
        #expect(seen[0].summary == "a␀b")
        #expect(seen[1].summary == "␛[31mred␇")
        #expect(seen[2].summary == "\\u{202E}drawkcab")
        #expect(seen[4].summary == "<b>coffee ☕</b>")
        #expect(seen.allSatisfy { $0.body.utf8.count < 2100 })
        #expect(try identity.uniqueName.hasPrefix(bed.owner() + "@"))
        running.kill()
      }
    }
  }

  @Test(
    "a server stopped over a due time shows the reminder once", .timeLimit(.minutes(5)),
    arguments: DesktopBed.Server.allCases)
  func stopped(server: DesktopBed.Server) async {
    await #expect(processExitsWith: .success) { [server] in
      await onDesktop { bed in
        try await bed.startBus()
        let running = try await bed.startServer(server)
        let record = try await bed.record()
        let witness = DesktopWitness(bed.environment)
        let identity = try await witness.settled()
        running.send(SIGSTOP)
        witness.deliver(1)
        try #expect(await witness.next(within: 3) == .state(.hung))
        try #expect(await witness.next() == .outcome(delivery: 1, .held(.notAnswering)))
        running.send(SIGCONT)
        try #expect(await witness.next() == .state(.ready(identity)))
        try await witness.show(1)
        try await until("the record") { record.notifications().count > 0 }
        #expect(record.notifications().count == 1)
        running.kill()
      }
    }
  }

  @Test("the desktop starts after the daemon, and is changed for another", .timeLimit(.minutes(5)))
  func changed() async {
    await #expect(processExitsWith: .success) {
      await onDesktop { bed in
        try await bed.startBus()
        try await bed.startScreen()
        let witness = DesktopWitness(bed.environment)
        try #expect(await witness.next() == .state(.absent(.noServer)))
        for (round, server) in DesktopBed.Server.allCases.enumerated() {
          let running = try await bed.startServer(server)
          try await _ = witness.settled()
          try await witness.show(Int64(round))
          running.kill()
          try #expect(await witness.next() == .state(.absent(.noServer)))
        }
      }
    }
  }

  @Test("a server that the bus can start is started for the first popup", .timeLimit(.minutes(5)))
  func started() async {
    await #expect(processExitsWith: .success) {
      await onDesktop { bed in
        try await bed.startScreen()
        try bed.offer(DesktopBus.name, bed.command(.dunst).joined(separator: " "))
        try await bed.startBus()
        let witness = DesktopWitness(bed.environment)
        try #expect(await witness.next() == .state(.ready(nil)))
        witness.deliver(1)
        try #expect(await witness.nextServer().product == "dunst")
        try #expect(await witness.next().isAccepted(1))
      }
    }
  }
}
