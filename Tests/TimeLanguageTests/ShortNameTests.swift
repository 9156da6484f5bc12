import Testing

@testable import CivilTime
@testable import TimeLanguage

/// The short names of days and months that the C library prints for a locale are read in its language.
@Suite struct LanguageShortNameTests {
  /// A locale's abday (Sunday first) and abmon, as Debian's locales(7) have them.
  struct Names: CustomTestStringConvertible, Sendable {
    var language: Language
    var days: String
    var months: String
    var testDescription: String { language.rawValue }

    static let all = [
      Names(
        language: .en, days: "Sun Mon Tue Wed Thu Fri Sat",
        months: "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"),
      Names(
        language: .it, days: "dom lun mar mer gio ven sab",
        months: "gen feb mar apr mag giu lug ago set ott nov dic"),
      Names(
        language: .pl, days: "nie pon wto śro czw pią sob",
        months: "sty lut mar kwi maj cze lip sie wrz paź lis gru"),
    ]
  }

  @Test("every day of a year is read as it is printed", arguments: Names.all)
  func dates(names: Names) throws {
    let context = try LanguageMomentTests.context("2026-06-17T14:20:00", names.language)
    let days = names.days.split(separator: " ")
    let months = names.months.split(separator: " ")
    let at = ["en": "at", "it": "alle", "pl": "o"][names.language.rawValue]!
    for number in 1...364 {
      let due = context.zone.instant(
        of: WallTime(secondsAsUTC: context.zone.wall(at: context.now).dayNumber * 86_400)
      ).advanced(by: Int64(number) * 86_400_000)!
      let wall = WallTime(
        secondsAsUTC: context.zone.wall(at: due).dayNumber * 86_400 + 9 * 3600)
      let parts = wall.description.prefix(10).split(separator: "-").compactMap { Int($0) }
      let weekday = days[Int((wall.dayNumber + 4) % 7)]
      let input = "\(weekday) \(parts[2]) \(months[parts[1] - 1]) \(at) 09:00:00 x"
      for verb in [TimeVerb.at, .on, .any] {
        let reading = try Parser.reading(input, verb: verb, timeEnd: nil, in: context)
        #expect(reading.due == context.zone.instant(of: wall), "\(input)")
        #expect(reading.text == "x", "\(input)")
      }
    }
  }

  @Test("every day of the week is read alone, and in a repetition", arguments: Names.all)
  func weekdays(names: Names) throws {
    // A Saturday.
    let context = try LanguageMomentTests.context("2026-06-13T14:20:00", names.language)
    let every = ["en": "every", "it": "ogni", "pl": "co"][names.language.rawValue]!
    for (number, day) in names.days.split(separator: " ").enumerated() {
      let due = "2026-06-\(14 + number)T09:00:00+02:00"
      let moment = try Parser.reading("\(day) 9:00 x", verb: .at, timeEnd: nil, in: context)
      #expect(moment.due.rfc3339(in: context.zone) == due, "\(day)")
      for (input, verb) in [("\(day) 9:00 x", TimeVerb.every), ("\(every) \(day) 9:00 x", .any)] {
        let rule = try Parser.reading(input, verb: verb, timeEnd: nil, in: context)
        #expect(rule.due.rfc3339(in: context.zone) == due, "\(input)")
        #expect(rule.text == "x", "\(input)")
      }
    }
  }

  @Test(
    "`nie` in a text says no, and not Sunday",
    arguments: [
      ("o 9:00 nie zapomnij", TimeVerb.any, "2026-06-18T09:00:00+02:00", "nie zapomnij"),
      ("9:00 nie zapomnij", .at, "2026-06-18T09:00:00+02:00", "nie zapomnij"),
      ("pią 9:00 nie spać", .at, "2026-06-19T09:00:00+02:00", "nie spać"),
      ("jutro 9:00 nie", .at, "2026-06-18T09:00:00+02:00", "nie"),
      ("co pią 9:00 nie spać", .any, "2026-06-19T09:00:00+02:00", "nie spać"),
      ("co pią nie pić", .any, "2026-06-19T09:00:00+02:00", "nie pić"),
      ("nie spać jutro o 9", .any, "2026-06-18T09:00:00+02:00", "nie spać"),
      ("za 20 minut nie pal", .any, "2026-06-17T14:40:00+02:00", "nie pal"),
    ])
  func no(input: String, verb: TimeVerb, due: String, text: String) throws {
    let context = try LanguageMomentTests.context("2026-06-17T14:20:00", .pl)
    let reading = try Parser.reading(input, verb: verb, timeEnd: nil, in: context)
    #expect(reading.due.rfc3339(in: context.zone) == due)
    #expect(reading.text == text)
  }
}
