import Beds
import CNotify
import Foundation
import Scheduler
import Testing

@testable import Reminders
@testable import remindd

/// The whole daemon on a desktop: what is shown again, what is heard, and what others are told.
/// One after another: each has a screen of its own, which the machine must draw.
@Suite(
  .serialized,
  .enabled(if: DesktopBed.isPossible, "needs the Debian packages of the group desktop"))
struct DesktopDaemonTests {
  @Test("what nobody answered is shown again when the user is back", .timeLimit(.minutes(5)))
  func back() async throws {
    let daemon = try await DesktopDaemon.on(.xfce)
    let saver = try BusPeer("org.freedesktop.ScreenSaver", on: daemon.bed.address) { _, _ in }
    func use(_ isActive: Bool) {
      saver.emit(
        "/ScreenSaver", "org.freedesktop.ScreenSaver", "ActiveChanged",
        [g_variant_new_boolean(isActive ? 1 : 0)])
    }
    try await daemon.startAndListen()
    use(true)
    let tea = try daemon.add("tea")
    try await daemon.waitForPopup(tea)
    use(false)
    try await daemon.waitForPopup(tea, 2)
    try await until("one popup") { try daemon.bed.popups(of: .xfce).count == 1 }
    try await daemon.bed.photograph("again-xfce4-notifyd")
    try await until("the record") { daemon.record.notifications().count == 2 }
    let body = daemon.record.notifications()[1].body
    #expect(body.hasPrefix("shown again, due "))
    #expect(body.hasSuffix(" ago"))
    #expect(daemon.record.withdrawn() == [1])
    // The popup of now answers for the same reminder.
    try await daemon.bed.click("Done", in: ["Done", "Snooze 10 min"], of: .xfce)
    try await daemon.waitFor(tea, .done)
  }

  @Test("an announcement can be done and not put off; a nag counts", .timeLimit(.minutes(5)))
  func early() async throws {
    let daemon = try await DesktopDaemon.on(.xfce)
    try await daemon.startAndListen()
    let meeting = try daemon.add("meeting", in: 600_800) { $0.before = [600_000] }
    try await daemon.waitForPopup(meeting)
    try await daemon.bed.photograph("announced-xfce4-notifyd")
    try await until("the record") { daemon.record.notifications().count == 1 }
    let announced = daemon.record.notifications()[0]
    #expect(announced.body.hasPrefix("in 10 min: due "))
    #expect(announced.actions == ["done", "Done"])
    try await daemon.bed.click("Done", in: ["Done"], of: .xfce)
    try await daemon.waitFor(meeting, .done)

    let pills = try daemon.add("pills") { $0.nag = ReminderOptions.Nag(every: 1000, times: 3) }
    try await daemon.waitForPopup(pills, 3)
    try await daemon.bed.photograph("nag-xfce4-notifyd")
    try await until("the record") { daemon.record.notifications().count == 4 }
    #expect(daemon.record.notifications()[3].body.hasPrefix("shown 3 times, due "))
    try await until("one popup") { try daemon.bed.popups(of: .xfce).count == 1 }
    try await daemon.settle()
    #expect(daemon.record.notifications().count { $0.summary == "pills" } == 3)
  }

  @Test("a hung server costs a line nothing, and its popup comes once", .timeLimit(.minutes(5)))
  func hung() async throws {
    let daemon = try await DesktopDaemon.on(.xfce)
    try await daemon.startAndListen()
    daemon.server?.send(SIGSTOP)
    let tea = try daemon.add("tea")
    try await until("the first line", within: 20) { daemon.said.contains("\(tea)  tea  due") }
    // Due later, so that storing them is not counted.
    let start = daemon.now
    let ids = try daemon.write { store in
      try (0..<5).map { number in
        try daemon.add(
          "number \(number)", at: start.advanced(by: 6000 + Int64(number) * 50)!, to: store)
      }
    }
    var late: [Int64] = []
    for id in ids {
      try await until("line \(id)") { daemon.said.contains("\(id)  number") }
      let life = try #require(try daemon.life(id))
      let line = try #require(life.deliveries.first { $0.channel == .stdout })
      late.append(line.ended?.since(life.entry.due) ?? .max)
    }
    print("hung server: lines after", late, "ms")
    #expect(late.sorted()[2] < 1000)
    // The daemon does not wait for the server when it ends.
    daemon.send(SIGTERM)
    try await until("its end", within: 20) { !daemon.runs }
    try daemon.start()
    daemon.server?.send(SIGCONT)
    try await daemon.waitForPopup(tea)
    try await until("the record") {
      daemon.record.notifications().last?.summary == "6 reminders"
        || daemon.record.notifications().count == 6
    }
    #expect(daemon.record.notifications().count { $0.replaces == 0 } <= 3)
  }

  @Test("the configuration is read again, and says how popups look", .timeLimit(.minutes(5)))
  func configured() async throws {
    let daemon = try await DesktopDaemon.on(.dunst)
    try await daemon.startAndListen()
    try daemon.configure(
      """
      snooze = 5m, 90m
      urgency = low
      icon = dialog-warning
      timeout = 20s
      sound = none
      nonsense = 1
      """)
    daemon.send(SIGHUP)
    try await until("the reading") { daemon.said.contains("unknown key nonsense") }
    let tea = try daemon.add("tea")
    try await daemon.waitForPopup(tea)
    try await until("the record") { daemon.record.notifications().count == 1 }
    let popup = daemon.record.notifications()[0]
    #expect(
      popup.actions == [
        "done", "Done", "snooze:300000", "Snooze 5 min", "snooze:5400000", "Snooze 1 h 30 min",
      ])
    #expect(popup.icon == "dialog-warning")
    #expect(popup.timeout == 20_000)
    #expect(popup.hints["urgency"] == "0")
    #expect(popup.hints["suppress-sound"] == "1" || popup.hints["suppress-sound"] == "true")
    #expect(popup.hints["sound-name"] == nil)
    // What a reminder says for itself goes before.
    let pills = try daemon.add("pills") {
      $0.urgency = .critical
      $0.sound = "bell"
      $0.icon = "/usr/share/pill.png"
    }
    try await daemon.waitForPopup(pills)
    try await until("the record") { daemon.record.notifications().count == 2 }
    let own = daemon.record.notifications()[1]
    #expect(own.hints["urgency"] == "2")
    #expect(own.hints["sound-name"] == "bell")
    #expect(own.timeout == 0)
    #expect(own.icon == "/usr/share/pill.png")
  }

  @Test("sounds and speech come from programs, where they are found", .timeLimit(.minutes(5)))
  func aloud() async throws {
    let bed = try DesktopBed()
    let programs = bed.folder.appending(path: "bin")
    try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
    let log = bed.folder.appending(path: "heard")
    for name in ["canberra-gtk-play", "spd-say"] {
      try bed.install(
        name, "printf '%s:' \(name) \"$@\" >>'\(log.path(percentEncoded: false))'", in: programs)
    }
    try await bed.startBus()
    let server = try MoodyServer(.kind, on: bed.address)
    let daemon = try DesktopDaemon(
      bed, changing: ["PATH": "\(programs.path(percentEncoded: false)):/usr/bin:/bin"])
    try await daemon.startAndListen()
    func heard() -> String { (try? String(contentsOf: log, encoding: .utf8)) ?? "" }
    try daemon.add("tea")
    try await until("a sound") { heard() == "canberra-gtk-play:-i:alarm-clock-elapsed:" }
    try daemon.add("--version $(id)") {
      $0.urgency = .critical
      $0.sound = "none"
      $0.speak = true
    }
    try await until("speech") { heard().hasSuffix("spd-say:--:--version $(id):") }
    #expect(server.notifications == 2)
    server.truncateMovedLog()
    let loud = try MoodyServer(.kind, on: bed.address, capabilities: ["body", "sound"])
    try await until("the other") { daemon.said.contains("(body, sound)") }
    try daemon.add("bell") { $0.urgency = .critical }
    try daemon.add("said") {
      $0.urgency = .critical
      $0.speak = true
    }
    try await until("speech") { heard().hasSuffix("spd-say:--:said:") }
    #expect(heard().components(separatedBy: "canberra").count == 2)
    #expect(loud.notifications == 2)
  }

  @Test("a hook is told what is shown, held and answered", .timeLimit(.minutes(5)))
  func hook() async throws {
    let bed = try DesktopBed()
    let log = bed.folder.appending(path: "told")
    try bed.install("hook", "cat >>'\(log.path(percentEncoded: false))'; exit 3", in: bed.folder)
    try await bed.startBus()
    let server = try MoodyServer(.kind, on: bed.address)
    let path = bed.folder.appending(path: "hook").path(percentEncoded: false)
    let daemon = try DesktopDaemon(bed, configuration: "hook = \(path)")
    try await daemon.startAndListen()
    func told() -> [[String: Any]] {
      ((try? String(contentsOf: log, encoding: .utf8)) ?? "").split(separator: "\n").compactMap {
        try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
      }
    }
    let tea = try daemon.add("tea \"`id`\"")
    try await until("shown") { told().count == 1 }
    server.invoke("done", of: 1)
    try await until("answered") { told().count == 2 }
    server.become(.full)
    let pills = try daemon.add("pills") { $0.urgency = .critical }
    try await until("held and printed") { told().count == 4 }
    // By the command too.
    #expect(try daemon.answer(pills, .done))
    try await until("done") { told().count == 5 }
    let events = told()
    #expect(
      events.map { $0["event"] as? String } == ["shown", "done", "held", "shown", "done"])
    #expect(events.map { $0["id"] as? Int64 } == [tea, tea, pills, pills, pills])
    #expect(events[0]["channel"] as? String == "desktop")
    #expect(events[0]["text"] as? String == "tea \"`id`\"")
    #expect(events[2]["reason"] as? String == "refused")
    #expect(events[3]["channel"] as? String == "stdout")
    try await until("a complaint") { daemon.said.contains("it exits with 3") }
    #expect(daemon.said.components(separatedBy: "The hook").count == 2)
    #expect(try daemon.life(tea)?.entry.state == .done)
  }

  @Test("those who watch the file `changed` learn of each tick", .timeLimit(.minutes(5)))
  func changed() async throws {
    let bed = try DesktopBed()
    let daemon = try DesktopDaemon(bed)
    try daemon.start()
    let path = daemon.paths.data + "/changed"
    func touched() -> Date? {
      try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    }
    try daemon.add("tea")
    try await until("a line") { daemon.said.contains("tea") }
    try await until("a touch") { touched() != nil }
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(attributes[.size] as? Int == 0)
    let first = try #require(touched())
    try daemon.add("pills")
    try await until("another touch") { touched()! > first }
  }
}
