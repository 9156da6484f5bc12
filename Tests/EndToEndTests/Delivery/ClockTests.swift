import Foundation
import Testing

/// Elapsed time is elapsed, wall time is wall: what the clocks and the zone do to a reminder. The
/// machine's own are left alone: the programs are put into namespaces with others.
@Suite(.enabled(if: Home.canShiftClock, "needs root, time namespaces and the right to mount"))
struct ClockTests {
  let home: Home
  init() async throws { home = try await Home() }

  /// A daemon for which an hour more has passed since the start of the machine than the wall clock
  /// says: in the same boot that is what a clock looks like that was set back by an hour.
  private func laterDaemon() async throws -> Child {
    try home.start([
      "unshare", "-T", "--boottime", "3600", "--fork", "--kill-child",
      Home.programs + "/remindd", "--channel", "stdout",
    ])
  }

  @Test("elapsed time goes on when the clock was set back")
  func clockSetBack() async throws {
    try await home.remindctl("in", "2h", "far")
    try await home.remindctl("in", "1h", "hour")
    let daemon = try await laterDaemon()
    let line = try await daemon.wait(for: "the reminder") { $0.lines.first }
    #expect(line.hasPrefix("2  hour  due "))
    try await home.waitUntilUnanswered("hour")
    // And what is left of the other one is an hour.
    let list = try await home.remindctl("list", "--plain")
    #expect(list.output.contains("\tunanswered\thour\n"))
    #expect(list.output.contains("\tscheduled\tfar\n"))
    #expect(try await home.remindctl("list").output.contains("in 59 min"))
  }

  @Test("in another boot the wall instant counts, whatever the time since its start")
  func otherBoot() async throws {
    try await home.remindctl("in", "1h", "hour")
    try await home.remindctl("in", "0.5s", "soon")
    let boot = home.folder + "/boot_id"
    try "11111111-2222-3333-4444-555555555555\n"
      .write(toFile: boot, atomically: false, encoding: .utf8)
    try await home.enterNamespace(
      mounting: "mount --bind \(boot) /proc/sys/kernel/random/boot_id")
    let daemon = try await laterDaemon()
    let line = try await daemon.wait(for: "the reminder") { $0.lines.first }
    #expect(line.hasPrefix("2  soon  due "))
    try await home.waitUntilUnanswered("soon")
    let list = try await home.remindctl("list", "--plain")
    #expect(list.output.contains("\tunanswered\tsoon\n"))
    #expect(list.output.contains("\tscheduled\thour\n"))
    #expect(daemon.said.lines.count == 1)
  }

  @Test(
    "a day ahead keeps the time of day when the system's zone changes", arguments: [true, false])
  func zoneChanges(whileTheDaemonRuns isRunning: Bool) async throws {
    let etc = home.folder + "/etc"
    try await home.enterNamespace(
      mounting: """
        mkdir \(etc); cp /etc/ld.so.cache /etc/passwd \(etc)
        ln -s /usr/share/zoneinfo/Asia/Tokyo \(etc)/localtime
        mount --bind \(etc) /etc
        """)
    try await home.remindctl("in", "2 days", "wall")
    try await home.remindctl("in", "48h", "elapsed")
    let before = try await due()
    var daemon = isRunning ? try await home.remindd() : nil
    try await home.run(["ln", "-sfn", "/usr/share/zoneinfo/Asia/Kathmandu", "/etc/localtime"])
    daemon = try await daemon == nil ? home.remindd() : daemon
    // 9 hours ahead of UTC there, 5 h 45 min here, without summer time in either.
    let shifted = (9 * 60 - (5 * 60 + 45)) * 60_000
    let isMoved = try await home.shell(
      "until remindctl list --json | grep -q '\"due_ms\":\(before[1]! + shifted),'; "
        + "do sleep 0.02; done")
    #expect(isMoved.code == 0)
    let after = try await due()
    #expect(after[1] == before[1]! + shifted)
    #expect(after[2] == before[2])
    #expect(daemon?.child.said.exit == nil)
  }

  /// Due times in milliseconds, by id.
  private func due() async throws -> [Int: Int] {
    struct List: Decodable { var reminders: [Reminder] }
    struct Reminder: Decodable {
      var id, dueMs: Int
    }
    let reminders = try await home.remindctl("list", "--json").decoded(as: List.self).reminders
    return Dictionary(uniqueKeysWithValues: reminders.map { ($0.id, $0.dueMs) })
  }
}
