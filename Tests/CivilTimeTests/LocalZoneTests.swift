import Foundation
import Testing

@testable import CivilTime

/// A folder with a `localtime` and a `timezone` of its own.
private struct System: ~Copyable {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  var localtime: String { folder.path + "/localtime" }
  var timezone: String { folder.path + "/timezone" }

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }
  deinit { try? FileManager.default.removeItem(at: folder) }

  func link(to target: String) throws {
    try? FileManager.default.removeItem(atPath: localtime)
    try FileManager.default.createSymbolicLink(
      atPath: localtime, withDestinationPath: target)
  }
  func copy(_ zone: String) throws {
    try? FileManager.default.removeItem(atPath: localtime)
    try FileManager.default.copyItem(atPath: "\(Zone.directory)/\(zone)", toPath: localtime)
  }
  func find(tz: String? = nil) -> LocalZone {
    LocalZone.find(tz: tz, localtime: localtime, timezone: timezone)
  }
}

@Test("The system's zone has the name of its link, and is found again when the link changes")
func linked() throws {
  let system = try System()
  try system.link(to: "/usr/share/zoneinfo/Europe/Rome")
  let before = system.find()
  #expect(before.zone.name == "Europe/Rome" && !before.isPinned && before.problem == nil)
  try system.link(to: "../zoneinfo/Asia/Tokyo")
  #expect(system.find().zone == .utc && system.find().problem == .unknown("Asia/Tokyo"))
  try system.link(to: "/usr/share/zoneinfo/Asia/Tokyo")
  #expect(system.find() != before && system.find().zone.name == "Asia/Tokyo")
}

@Test("A link to a link is followed to its name")
func linkedTwice() throws {
  let system = try System()
  try system.link(to: "other")
  try FileManager.default.createSymbolicLink(
    atPath: system.folder.path + "/other",
    withDestinationPath: "/usr/share/zoneinfo/America/Argentina/Ushuaia")
  #expect(system.find().zone.name == "America/Argentina/Ushuaia")
}

@Test("A copied zone is named by /etc/timezone where that tells the truth")
func copied() throws {
  let system = try System()
  try system.copy("Europe/Rome")
  #expect(system.find().zone.name == "localtime")
  try "Europe/Rome\n".write(toFile: system.timezone, atomically: true, encoding: .utf8)
  #expect(system.find().zone.name == "Europe/Rome")
  try system.copy("Asia/Tokyo")
  #expect(system.find().zone.name == "localtime")
  #expect(system.find().zone.agrees(with: try Zone.load("Asia/Tokyo")))
}

@Test("A system without a zone lives in UTC, and one with a damaged zone says so")
func absentOrDamaged() throws {
  let system = try System()
  #expect(system.find() == LocalZone(zone: .utc, isPinned: false, problem: nil))
  try "TZif".write(toFile: system.localtime, atomically: true, encoding: .utf8)
  #expect(system.find().zone == .utc && system.find().problem == .notZoneFile(system.localtime))
}

@Test(
  "TZ pins wall times to its zone unless it is the system's",
  arguments: [
    ("Asia/Tokyo", "Asia/Tokyo", true), (":Asia/Tokyo", "Asia/Tokyo", true),
    ("Europe/Rome", "Europe/Rome", false), ("Europe/Vatican", "Europe/Vatican", false),
    ("/usr/share/zoneinfo/Asia/Tokyo", "Asia/Tokyo", true), ("UTC", "UTC", true),
    ("JST-9", "JST-9", true), ("", "Europe/Rome", false),
  ])
func environment(tz: String, name: String, isPinned: Bool) throws {
  let system = try System()
  try system.link(to: "/usr/share/zoneinfo/Europe/Rome")
  let local = system.find(tz: tz)
  #expect(local.zone.name == name && local.isPinned == isPinned && local.problem == nil)
  #expect(try Zone.load(local.zone.name) == local.zone)
}

@Test("TZ may name a file outside the system's zones")
func file() throws {
  let system = try System()
  try system.copy("Asia/Tokyo")
  let local = LocalZone.find(
    tz: system.localtime, localtime: "/proc/nowhere", timezone: "/proc/nowhere")
  #expect(local.zone.name == ":" + system.localtime && local.isPinned)
  #expect(try Zone.load(local.zone.name) == local.zone)
}

@Test(
  "A TZ that names nothing means UTC, as in glibc, and is reported",
  arguments: [
    ("Europe/Atlantis", ZoneProblem.unknown("Europe/Atlantis")),
    ("../../etc/passwd", .unknown("../../etc/passwd")),
    (":/etc/passwd", .notZoneFile(":/etc/passwd")),
    ("right/Europe/Rome", .countsLeapSeconds("right/Europe/Rome")),
  ])
func invalid(tz: String, problem: ZoneProblem) throws {
  let system = try System()
  try system.link(to: "/usr/share/zoneinfo/Europe/Rome")
  let local = system.find(tz: tz)
  #expect(local == LocalZone(zone: .utc, isPinned: true, problem: problem))
}

@Test(
  "TZ=UTC was another clock than the system's, which calls it Etc/UTC",
  arguments: [
    ("UTC", false), ("UTC0", false), ("Etc/UTC", false), ("Etc/GMT-0", false), ("UTC-1", true),
    ("Europe/London", true), ("Africa/Abidjan", true),
  ])
func constantClocks(tz: String, isPinned: Bool) throws {
  let system = try System()
  try system.link(to: "/usr/share/zoneinfo/Etc/UTC")
  #expect(system.find(tz: tz).isPinned == isPinned)
}
