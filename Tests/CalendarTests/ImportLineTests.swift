import Scheduler
import Testing

@testable import CalendarText
@testable import CivilTime
@testable import Reminders

/// The lines that remind-calendar prints, which remindctl takes for untrusted input.
@Suite struct ImportLineTests {
  static let moment = ClockReading(
    now: Instant(milliseconds: 1_796_000_000_000), boot: 5_000_000, bootID: "this boot")

  static func read(_ text: String) -> ImportLine? {
    Array(text.utf8).withUnsafeBytes { ImportLine($0, at: moment) }
  }

  private static let due = "\"due_ms\":1796000600000"
  private static let wall = "\"kind\":\"wall\",\"wall\":\"2030-01-01T09:00:00\""

  static func entry(_ reminder: String) -> String {
    "{\"entry\":{\"uid\":\"a\",\"reminders\":[{\"uid\":\"a\",\(reminder)}]}}"
  }

  @Test(
    "what is printed is read as the same",
    arguments: [
      entry("\(wall),\(due)"),
      entry("\(wall),\"zone\":\"Europe/Rome\",\(due),\"text\":\"te\\na\\\\ \\\"🌱\",\"past\":true"),
      entry(
        "\"kind\":\"recurring\",\"wall\":\"2030-01-01T09:00:00\","
          + "\"rrule\":\"FREQ=DAILY\\nEXDATE:2030-01-02T09:00:00\\nTRIGGER:0,-600\",\(due),"
          + "\"options\":{\"urgency\":\"critical\",\"nag_ms\":5000,\"nag_times\":3,"
          + "\"before_ms\":[600000],\"speak\":true},"
          + "\"skipped\":[\"2030-01-03T09:00:00\"],\"ahead_ms\":600000"),
      "{\"entry\":{\"uid\":\"a\",\"instance\":\"2030-01-01T09:00:00\",\"alone\":4,\"ended\":\"done\"}}",
      "{\"problem\":{\"kind\":\"tzid\",\"line\":3,\"name\":\"\",\"value\":\"Middle Earth\",\"summary\":\"tea\"}}",
      "{\"fault\":{\"kind\":\"missing\",\"line\":4,\"name\":\"DTSTART\",\"value\":\"\"}}",
      "{\"end\":true}",
    ])
  func roundTrip(text: String) throws {
    let first = try #require(Self.read(text)).text
    let second = try #require(Self.read(first)).text
    #expect(first == second)
    // Members keep their values, not their places.
    for part in text.split(separator: ",") where !part.contains("{") && !part.contains("}") {
      #expect(first.contains(part), "\(first)")
    }
  }

  @Test(
    "what no calendar says is refused",
    arguments: [
      "", "{}", "[]", "{\"end\":\"true\"}", "{\"end\":1}", "{\"end\":true}x", "{\"end\":true",
      "{\"end\":false}", "{\"end\":99999999999999999999}", "{\"entry\":{\"uid\":\"a\"}}",
      "{\"entry\":{\"uid\":1,\"reminders\":[]}}",
      "{\"entry\":{\"uid\":\"a\",\"ended\":\"scheduled\"}}",
      "{\"fault\":{\"kind\":\"nonsense\",\"line\":4,\"name\":\"\",\"value\":\"\"}}",
      entry(wall), entry(due), entry("\(wall),\"due_ms\":9223372036854775807"),
      entry("\(wall),\"zone\":\":/etc/passwd\",\(due)"),
      entry("\(wall),\"zone\":\"../../etc/passwd\",\(due)"),
      entry("\"kind\":\"interval\",\(due)"), entry("\"kind\":\"wall\",\"wall\":\"soon\",\(due)"),
      entry("\"kind\":\"recurring\",\"wall\":\"2030-01-01T09:00:00\",\"rrule\":\"often\",\(due)"),
      entry(
        "\"kind\":\"recurring\",\"wall\":\"2030-01-01T09:00:00Z\",\"rrule\":\"FREQ=SECONDLY\",\(due)"
      ),
      entry("\(wall),\(due),\"text\":\"a\\u0000b\""), entry("\(wall),\(due),\"text\":\"a\\ud800\""),
      entry("\(wall),\(due),\"text\":\"a\nb\""),
      String(repeating: "[", count: 100_000), "{\"entry\":" + String(repeating: "[", count: 20),
    ])
  func refused(text: String) { #expect(Self.read(text)?.text == nil) }

  @Test("an option that no reminder can have is left out")
  func options() throws {
    let line = Self.read(
      Self.entry(
        "\(Self.wall),\(Self.due),\"options\":{\"urgency\":\"loud\",\"sound\":\"a b\","
          + "\"tag\":\"a\\nb\",\"timeout_ms\":-1,\"before_ms\":[0,-5,60000],\"nag_ms\":1,"
          + "\"nag_times\":100000,\"mail\":{\"account\":\"a\",\"to\":\"a@example.org\"}}"))
    guard case .entry(let entry)? = line, case .reminders(let all) = entry.outcome else {
      Issue.record("no entry")
      return
    }
    var options = ReminderOptions()
    options.before = [60_000]
    options.nag = .init(every: ReminderOptions.Nag.leastEvery, times: ReminderOptions.Nag.mostTimes)
    #expect(all.map(\.options) == [options])
  }
}
