import Canonical
import Testing

@testable import CivilTime
@testable import TimeLanguage

/// What holds for every input, sensible or not.
@Suite struct LanguageInvariantTests {
  @Test("each reading, printed, is read as the same", arguments: TimeCase.all.filter(\.isRequired))
  func roundTrip(row: TimeCase) throws {
    let context = try row.context()
    guard let reading = try? row.reading(in: context) else { return }
    let again = try Parser.reading(reading.canonical, verb: .any, timeEnd: nil, in: context)
    #expect(again.when == reading.when, "\(reading.canonical)")
    #expect(again.due == reading.due, "\(reading.canonical)")
    #expect(again.text == nil)
  }

  @Test("words in any order neither crash nor fire in the past", arguments: 0..<12)
  func words(seed: UInt64) throws {
    var random = SplitMix(state: seed)
    let zone = try Zone.load(["Europe/Rome", "America/New_York", "Pacific/Apia"][Int(seed % 3)])
    for _ in 0..<400 {
      let words = (0..<Int.random(in: 1...7, using: &random)).map { _ in
        Self.words.randomElement(using: &random)!
      }
      let input = words.joined(separator: Bool.random(using: &random) ? " " : "")
      let now = Instant(seconds: .random(in: 0...4_102_444_800, using: &random))
      let context = TimeContext(
        now: now, zone: zone, isPinned: false,
        languages: Language.allCases.shuffled(using: &random))
      let verb = TimeVerb.allCases.randomElement(using: &random)!
      check(input, verb, context)
    }
  }

  @Test(
    "on 29 February, and in a year's last minute, everything is read or refused as on other days",
    arguments: ["2028-02-29T12:00:00", "2026-12-31T23:59:30"])
  func oddDays(now: String) throws {
    for row in TimeCase.all where row.verb != "calendar" {
      var context = try row.context()
      context.now = context.zone.instant(of: try #require(WallTime(now)))
      check(row.input, TimeVerb(rawValue: row.verb) ?? .every, context)
    }
  }

  /// Reads `input` and checks the answer, whatever it is.
  private func check(_ input: String, _ verb: TimeVerb, _ context: TimeContext) {
    do throws(TimeError) {
      let reading = try Parser.reading(input, verb: verb, timeEnd: nil, in: context)
      #expect(reading.due > context.now, "\(verb) \(input)")
      #expect(reading.due <= .latest, "\(verb) \(input)")
      #expect(reading.bytes.upperBound <= input.utf8.count, "\(verb) \(input)")
      if let text = reading.text { #expect(input.contains(text), "\(verb) \(input)") }
      let canonical = reading.canonical
      let again = try? Parser.reading(canonical, verb: .any, timeEnd: nil, in: context)
      #expect(again?.due == reading.due, "\(verb) \(input): \(canonical)")
    } catch {
      let end = error.at + error.length
      #expect(error.at >= 0 && error.length >= 0 && end <= input.utf8.count, "\(verb) \(input)")
      // The culprit begins and ends between characters.
      let bytes = Array(input.utf8)
      for place in [error.at, end] where place < bytes.count {
        #expect(bytes[place] & 0xC0 != 0x80, "\(verb) \(input)")
      }
    }
  }

  static let words = """
    1 2 3 5 9 12 15 17 24 25 29 30 31 60 90 2026 2027 0 007 99999999999999999999 1.5 1,5 .5 1/2 ½ \
    9:00 17:30 17.30 2:30 24:00 25:61 5pm 9 a.m. p.m. am pm o'clock - -- + , . : ; / @ & ' " ( ☕ \
    2026-12-24 24.12. 24/12 3/4 2026-03-29T02:30 20261224T090000 @1774724400 Z UTC +02:00 \
    Europe/Rome CET P1D PT20M FREQ=DAILY RRULE:FREQ=WEEKLY;BYDAY=MO in at on every the of and a an \
    to until for from starting times next this last other half quarter past now ago day days week \
    month year hour hours minutes min h m s d second first 2nd 31st today tonight tomorrow monday \
    fri mon-fri weekday weekend may dec december morning evening noon midnight tea call mum \
    tra fra un'ora mezza e il alle domani stasera lunedì prossimo ogni giorno del mese dal al per \
    volte mattina primo mar sei due ore za godzinę pół półtorej kwadrans o w jutro wieczorem \
    poniedziałek środę pierwszego maja miesiąca co drugi każdy od do przez razy rano po południu \
    \u{200B} \u{301} ż żółw \u{202F} 日本 １ｈ
    """.split(separator: " ").map(String.init)
}

/// A small generator with a seed, so that what fails fails again (Steele, Lea, Flood 2014).
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
