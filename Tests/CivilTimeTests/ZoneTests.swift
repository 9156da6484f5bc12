import Foundation
import Testing

@testable import CivilTime

private func wall(_ text: String) throws -> WallTime { try #require(WallTime(text)) }
private func instant(_ text: String) throws -> Instant {
  try #require(Instant.parseRFC3339(text)).instant
}

@Test(
  "A wall time that exists once is that instant",
  arguments: [
    ("Europe/Rome", "2026-03-29T01:59:59", "2026-03-29T01:59:59+01:00"),
    ("Europe/Rome", "2026-03-29T03:00:00", "2026-03-29T03:00:00+02:00"),
    ("Europe/Rome", "2026-10-25T01:59:59", "2026-10-25T01:59:59+02:00"),
    ("Europe/Rome", "2026-10-25T03:00:00", "2026-10-25T03:00:00+01:00"),
    ("Europe/Rome", "2399-07-01T12:00:00", "2399-07-01T12:00:00+02:00"),
    ("Asia/Kathmandu", "2026-01-01T00:00:00", "2026-01-01T00:00:00+05:45"),
    ("Pacific/Apia", "2011-12-29T23:59:59", "2011-12-29T23:59:59-10:00"),
    ("Pacific/Apia", "2011-12-31T00:00:00", "2011-12-31T00:00:00+14:00"),
    ("Europe/Dublin", "2026-07-01T12:00:00", "2026-07-01T12:00:00+01:00"),
    ("Africa/Casablanca", "2026-02-25T12:00:00", "2026-02-25T12:00:00+00:00"),
    ("Africa/Casablanca", "2026-04-25T12:00:00", "2026-04-25T12:00:00+01:00"),
    ("Antarctica/Troll", "2026-07-01T12:00:00", "2026-07-01T12:00:00+02:00"),
    ("America/Nuuk", "2050-07-01T12:00:00", "2050-07-01T12:00:00-01:00"),
    ("UTC", "0001-01-01T00:00:00", "0001-01-01T00:00:00Z"),
    ("UTC", "9999-12-31T23:59:59", "9999-12-31T23:59:59Z"),
    ("-03:30", "2026-01-01T00:00:00", "2026-01-01T00:00:00-03:30"),
  ])
func unique(zone: String, reading: String, expected: String) throws {
  let resolution = try Zone.load(zone).resolve(wall(reading))
  #expect(resolution == .unique(try instant(expected)))
}

@Test(
  "A wall time in a gap moves forward by the gap",
  arguments: [
    ("Europe/Rome", "2026-03-29T02:00:00", "2026-03-29T03:00:00+02:00", 3600),
    ("Europe/Rome", "2026-03-29T02:30:00", "2026-03-29T03:30:00+02:00", 3600),
    ("Europe/Rome", "2026-03-29T02:59:59", "2026-03-29T03:59:59+02:00", 3600),
    ("Europe/Rome", "2090-03-26T02:30:00", "2090-03-26T03:30:00+02:00", 3600),
    ("Europe/Dublin", "2026-03-29T01:30:00", "2026-03-29T02:30:00+01:00", 3600),
    ("Australia/Lord_Howe", "2026-10-04T02:15:00", "2026-10-04T02:45:00+11:00", 1800),
    ("Pacific/Apia", "2011-12-30T12:00:00", "2011-12-31T12:00:00+14:00", 86_400),
    ("Antarctica/Troll", "2026-03-29T01:30:00", "2026-03-29T03:30:00+02:00", 7200),
    ("Africa/Casablanca", "2026-03-22T02:30:00", "2026-03-22T03:30:00+01:00", 3600),
    // Midnight itself does not exist there.
    ("America/Santiago", "2026-09-06T00:00:00", "2026-09-06T01:00:00-03:00", 3600),
  ])
func gap(zone: String, reading: String, expected: String, by: Int) throws {
  let zone = try Zone.load(zone)
  let shifted = try instant(expected)
  #expect(zone.resolve(try wall(reading)) == .gap(shifted: shifted, by: by))
  #expect(zone.instant(of: try wall(reading)) == shifted)
}

@Test(
  "A wall time in an overlap means the first of two",
  arguments: [
    ("Europe/Rome", "2026-10-25T02:00:00", "+02:00", "+01:00"),
    ("Europe/Rome", "2026-10-25T02:59:59", "+02:00", "+01:00"),
    ("Europe/Dublin", "2026-10-25T01:30:00", "+01:00", "+00:00"),
    ("Australia/Lord_Howe", "2026-04-05T01:45:00", "+11:00", "+10:30"),
    ("Africa/Casablanca", "2026-02-15T02:30:00", "+01:00", "+00:00"),
    ("Antarctica/Troll", "2026-10-25T02:30:00", "+02:00", "+00:00"),
    ("America/New_York", "2199-11-03T01:30:00", "-04:00", "-05:00"),
  ])
func overlap(zone: String, reading: String, first: String, second: String) throws {
  let zone = try Zone.load(zone)
  let (a, b) = (try instant(reading + first), try instant(reading + second))
  #expect(zone.resolve(try wall(reading)) == .overlap(first: a, second: b))
  #expect(zone.instant(of: try wall(reading)) == a)
}

@Test("Two changes within two days are told apart")
func nearbyChanges() throws {
  let zone = Zone(
    name: "nearby",
    rules: ZoneRules(
      transitions: [36_000, 54_000], indices: [1, 0],
      types: [
        LocalTimeType(offset: 0, isDaylight: false, abbreviation: "A"),
        LocalTimeType(offset: 3600, isDaylight: true, abbreviation: "B"),
      ], rule: nil))
  func resolve(_ hour: Int, _ minute: Int) -> Zone.Resolution? {
    WallTime(year: 1970, month: 1, day: 1, hour: hour, minute: minute).map(zone.resolve)
  }
  #expect(resolve(9, 59) == .unique(Instant(seconds: 35_940)))
  #expect(resolve(10, 30) == .gap(shifted: Instant(seconds: 37_800), by: 3600))
  #expect(resolve(12, 0) == .unique(Instant(seconds: 39_600)))
  #expect(
    resolve(15, 30) == .overlap(first: Instant(seconds: 52_200), second: Instant(seconds: 55_800)))
  #expect(resolve(16, 0) == .unique(Instant(seconds: 57_600)))
}

@Test(
  "Abbreviations are the zone's own",
  arguments: [
    ("Europe/Rome", "2026-01-01T00:00:00Z", "CET"), ("Europe/Rome", "2060-07-01T00:00:00Z", "CEST"),
    ("Europe/Dublin", "2026-07-01T00:00:00Z", "IST"),
    ("America/Sao_Paulo", "2026-07-01T00:00:00Z", "-03"), ("UTC", "2026-07-01T00:00:00Z", "UTC"),
    ("+05:30", "2026-07-01T00:00:00Z", "+05:30"),
  ])
func abbreviation(zone: String, at: String, expected: String) throws {
  #expect(try Zone.load(zone).abbreviation(at: instant(at)) == expected)
}

@Test(
  "A POSIX TZ string is a zone",
  arguments: [
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-07-01T12:00:00+02:00", "CEST"),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T01:00:00Z", "CEST"),
    ("EST5EDT,M3.2.0,M11.1.0", "2026-03-08T06:59:59Z", "EST"),
    ("AAA5BBB", "2026-03-08T07:00:00Z", "BBB"),
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T00:59:59Z", "-02"),
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T01:00:00Z", "-01"),
    ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-12-24T12:00:00Z", "GMT"),
    ("XXX3YYY,J60/0,J61/0", "2028-03-01T12:00:00-02:00", "YYY"),
    ("XXX3YYY,59/0,60/0", "2028-02-29T12:00:00-02:00", "YYY"),
    // RFC 9636 §3.3.2: a summer time that lasts the whole year.
    ("XXX3EDT4,0/0,J365/23", "2026-01-01T04:00:00Z", "EDT"),
    ("XXX3EDT4,0/0,J365/23", "2026-12-31T23:59:59Z", "EDT"),
    ("ABC-5:45:30", "2026-12-31T23:59:59Z", "ABC"),
  ])
func posix(name: String, at: String, expected: String) throws {
  #expect(try Zone.load(name).abbreviation(at: instant(at)) == expected)
}

@Test(
  "What names no zone is refused",
  arguments: [
    "", "Europe/Atlantis", "Europe", "../zoneinfo/UTC", "Europe/../UTC", "/etc/localtime",
    "Europe/",
    "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.5.0,M10.5.0/168", "A1",
    "CET-25", "CET-1CEST,J0,J5", "UTC\0", "+24:00", "+1:00", "+01:60", ":relative",
  ])
func refused(name: String) {
  #expect(throws: CivilTimeError.zone(.unknown(name))) { try Zone.load(name) }
}

@Test("A file that is no zone, and a zone with leap seconds, are refused for what they are")
func otherFiles() {
  #expect(throws: CivilTimeError.zone(.notZoneFile("zone.tab"))) { try Zone.load("zone.tab") }
  #expect(throws: CivilTimeError.zone(.notZoneFile(":/etc/passwd"))) {
    try Zone.load(":/etc/passwd")
  }
  #expect(throws: CivilTimeError.zone(.countsLeapSeconds("right/UTC"))) {
    try Zone.load("right/UTC")
  }
}

@Test(
  "A zone typed in any case is found",
  arguments: [
    ("europe/rome", "Europe/Rome"), ("EUROPE/ROME", "Europe/Rome"), ("utc", "UTC"),
    ("america/argentina/buenos_aires", "America/Argentina/Buenos_Aires"),
    ("Europe/Rome", "Europe/Rome"), ("est5edt", "EST5EDT"), ("+02:00", "+02:00"),
  ])
func typed(text: String, name: String) throws {
  #expect(try Zone.find(text).name == name)
}

@Test(
  "A typed word that happens to be a TZ string, or part of a path, is no zone",
  arguments: ["tea4two", "CET-1CEST,M3.5.0,M10.5.0", "europe", "europe/", "", "../utc", "/utc"])
func notTyped(text: String) {
  #expect(throws: CivilTimeError.zone(.unknown(text))) { try Zone.find(text) }
}

@Test("A truncated zone file is refused, at whatever length")
func truncated() throws {
  let path = "\(Zone.directory)/Europe/Rome"
  let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  for length in stride(from: 0, to: bytes.count, by: 7) {
    #expect(try ZoneFile.parse(Array(bytes[..<length]), name: path) == nil)
  }
  #expect(try ZoneFile.parse(bytes, name: path) != nil)
}

@Test("A fixed offset is whole minutes within a day")
func fixedOffsets() {
  #expect(Zone(fixedOffset: 7200)?.name == "+02:00")
  #expect(Zone(fixedOffset: -34_200)?.name == "-09:30")
  #expect(Zone(fixedOffset: 0)?.name == "+00:00")
  #expect(Zone(fixedOffset: 86_400) == nil)
  #expect(Zone(fixedOffset: 30) == nil)
}
