import Beds
import Foundation
import Testing

/// The system's zone files are away for a moment, as while their package is being installed.
@Suite(.enabled(if: Home.canMount, "needs root, and the right to mount"))
struct ZoneFileTests {
  let home: Home
  init() async throws {
    home = try await Home()
    try await home.enterNamespace(mounting: "true")
  }

  private func dues() async throws -> [Int64] {
    try await home.remindctl("list", "--json").objects("reminders").compactMap {
      ($0["due_ms"] as? NSNumber)?.int64Value
    }
  }

  @Test("a series whose turn came while its zone's file was away went on in UTC")
  func turn() async throws {
    let rome = try #require(TimeZone(identifier: "Europe/Rome"))
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = rome
    let first = Date(timeIntervalSince1970: (Date().timeIntervalSince1970 + 3).rounded(.up))
    let time = calendar.dateComponents([.hour, .minute, .second], from: first)
    let text = "\(time.hour!):\(time.minute!):\(time.second!)".split(separator: ":")
      .map { $0.count == 1 ? "0" + $0 : String($0) }.joined(separator: ":")
    try await home.remindctl("every", "day", text, "--tz", "Europe/Rome", "rome")
    let next = try #require(calendar.date(byAdding: .day, value: 1, to: first))
    try await home.shell("mount -t tmpfs none /usr/share/zoneinfo")
    let daemon = try await home.remindd("--channel", "stdout")
    try await daemon.error(with: "Europe/Rome cannot be read")
    try await daemon.line(with: "rome")
    #expect(try await home.findings()["zone"]?.contains("unreadable") == true)
    try await home.shell("umount /usr/share/zoneinfo")
    daemon.child.send(SIGHUP)
    try await daemon.error(with: "Europe/Rome can be read again")
    #expect(try await dues().contains(Int64(next.timeIntervalSince1970) * 1000))
    #expect(try await home.findings()["zone"]?.contains("unreadable") == false)
    #expect(try await daemon.end(SIGTERM) == .code(0))
  }
}
