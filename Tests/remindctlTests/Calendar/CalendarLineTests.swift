import Scheduler
import Testing

@testable import remindctl

/// The parts of a calendar file that are written, and names of zones that are read.
@Suite struct CalendarLineTests {
  @Test(
    "a line is folded at 75 octets, and never within a character",
    arguments: [
      String(repeating: "a", count: 75), String(repeating: "a", count: 76),
      String(repeating: "ü", count: 200), String(repeating: "🌱", count: 60), "a",
      String(repeating: "a", count: 74) + "€" + String(repeating: "b", count: 80),
    ])
  func folding(line: String) {
    let folded = ContentLine.folded(line)
    #expect(folded.hasSuffix("\r\n"))
    let physical = folded.split(separator: "\r\n", omittingEmptySubsequences: true)
    #expect(physical.allSatisfy { $0.utf8.count <= 75 })
    #expect(folded.replacing("\r\n ", with: "").replacing("\r\n", with: "") == line)
  }

  @Test(
    "a length of time is a duration",
    arguments: [
      (0, 0, "PT0S"), (0, -600, "-PT10M"), (0, 5400, "PT90M"), (0, -90, "-PT90S"),
      (-1, 0, "-P1D"), (7, 0, "P7D"), (-1, -3600, "-P1DT1H"), (-1, 3600, "-PT23H"),
    ] as [(Int, Int64, String)])
  func duration(days: Int, seconds: Int64, text: String) {
    #expect(ContentLine.duration(Recurrence.Lead(days: days, seconds: seconds)) == text)
  }

  @Test(
    "what no text of a calendar can hold comes back all the same",
    arguments: ["a\u{1B}[1m", "\r", "100%", "%d;", "a\u{2028}b", "\u{85}", "🌱\u{0B}"])
  func strange(text: String) {
    #expect(CalendarText.visible(CalendarText.escaped(text)) == text)
    #expect(!CalendarText.escaped(text).unicodeScalars.contains(where: CalendarText.isStrange))
  }

  @Test("what was never written so is nothing", arguments: ["%", "%zz;", "%110000;", "%0;", "%41"])
  func damaged(text: String) { #expect(CalendarText.visible(text) == nil) }

  @Test("every name of Windows is a zone of this system")
  func windows() throws {
    #expect(WindowsZones.all.count > 100)
    for name in WindowsZones.all { #expect(throws: Never.self) { try Zone.find(name) } }
    #expect(WindowsZones.zone("W. Europe Standard Time") == "Europe/Berlin")
    #expect(WindowsZones.zone("Russia Time Zone 10") == "Asia/Srednekolymsk")
    #expect(WindowsZones.zone("Tokyo Standard Time") == "Asia/Tokyo")
    #expect(WindowsZones.zone("Standard Time") == nil)
  }

  @Test("each zone's VTIMEZONE says what its clocks do, for years to come")
  func zones() throws {
    let now = Instant(milliseconds: 1_796_000_000_000)
    // Those that are hard, and some of all.
    let names = [
      "America/Nuuk", "Australia/Lord_Howe", "Africa/Casablanca", "Europe/Dublin", "Asia/Gaza",
      "America/New_York", "Asia/Kathmandu",
    ]
    for name in names + Zone.names().enumerated().filter({ $0.offset % 20 == 0 }).map(\.element) {
      let zone = try Zone.load(name)
      let lines = CalendarZoneLines(zone: zone, start: now).lines
      #expect(lines.count < 600, "\(name)")
      for years in [0, 15] {
        let then = now.advanced(by: Int64(years) * 365 * 86_400_000)!
        let clock = try #require(CalendarZone(lines: lines).clock(from: then))
        #expect(clock.agrees(with: zone), "\(name)")
      }
    }
  }

  @Test(
    "a zone of the file is one of the system's by its name, by Windows' name, or by its rules",
    arguments: [
      ("Europe/Rome", "Europe/Rome"), ("europe/rome", "Europe/Rome"),
      ("/mozilla.org/20050126_1/America/Argentina/Salta", "America/Argentina/Salta"),
      ("/freeassociation.sourceforge.net/Tzfile/Europe/London", "Europe/London"),
      ("/citadel.org/20210210_1/Asia/Tokyo", "Asia/Tokyo"), ("UTC", "UTC"),
      ("Tokyo Standard Time", "Asia/Tokyo"), ("+02:00", "+02:00"), ("Nowhere", nil),
      ("tea4two", nil), (":/etc/passwd", nil), ("../../etc/passwd", nil), ("", nil),
    ] as [(String, String?)])
  func names(name: String, zone: String?) {
    let zones = CalendarZones(local: .utc, now: Instant(milliseconds: 1_796_000_000_000))
    #expect(zones.zone(name)?.name == zone)
  }

  @Test("rules that the user's own zone keeps are taken for it, others for a large one")
  func rules() throws {
    let now = Instant(milliseconds: 1_796_000_000_000)
    for (local, rules, found) in [
      ("Europe/Rome", "Europe/Paris", "Europe/Rome"),
      ("UTC", "America/Detroit", "America/New_York"),
    ] {
      let zones = CalendarZones(local: try Zone.load(local), now: now)
      var zone = CalendarZone(
        lines: CalendarZoneLines(zone: try Zone.load(rules), start: now).lines)
      zone.name = "Customized Time Zone"
      zones.define(zone)
      #expect(zones.zone("Customized Time Zone")?.name == found)
    }
  }
}

extension CalendarZone {
  /// The VTIMEZONE that these lines are.
  fileprivate init(lines: [String]) {
    self.init()
    for line in lines {
      let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
      switch parts[0] {
      case "BEGIN": if parts[1] != "VTIMEZONE" { observances.append(Observance()) }
      case "DTSTART":
        let digits = Array(parts[1])
        let text =
          "\(String(digits[0..<4]))-\(String(digits[4..<6]))-\(String(digits[6..<8]))T"
          + "\(String(digits[9..<11])):\(String(digits[11..<13])):\(String(digits[13..<15]))"
        observances[observances.count - 1].starts = [WallTime(text)!]
      case "RRULE":
        observances[observances.count - 1].rule =
          try? RecurrenceText.parse(parts[1], timeOfDay: 0).rule
      case "TZOFFSETFROM": observances[observances.count - 1].from = seconds(parts[1])
      case "TZOFFSETTO": observances[observances.count - 1].to = seconds(parts[1])
      default: break
      }
    }
  }

  private func seconds(_ offset: String) -> Int {
    let digits = offset.dropFirst().compactMap(\.wholeNumberValue)
    let size = (digits[0] * 10 + digits[1]) * 3600 + (digits[2] * 10 + digits[3]) * 60
    return offset.hasPrefix("-") ? -size : size
  }
}
