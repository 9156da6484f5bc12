import Beds
import Foundation
import Scheduler
import Testing

@testable import CivilTime
@testable import TimeLanguage

/// The examples of remindctl-time(7) are rows here: what the manual says is what the parser does.
@Suite struct ManualTests {
  struct Example: CustomTestStringConvertible, Sendable {
    var words: String
    var meaning: String
    var testDescription: String { words }
  }

  static let examples: [Example] = {
    let source = (try? Project.text("man/remindctl-time.7")) ?? ""
    return source.split(separator: "\n").compactMap { (line) -> Example? in
      let parts = line.components(separatedBy: "\" Ta ")
      guard parts.count == 2, parts[0].hasPrefix(".It Li \"") else { return nil }
      let words = String(parts[0].dropFirst(".It Li \"".count)).replacing("\\[u0119]", with: "ę")
      return Example(words: words, meaning: parts[1])
    }
  }()

  private func read(_ words: String) throws -> Reading {
    let parts = words.split(separator: " ", maxSplits: 1)
    let verb = TimeVerb(rawValue: String(parts[0])) ?? .any
    let zone = try Zone.load("Europe/Warsaw")
    let now = zone.instant(of: try #require(WallTime("2026-06-17T14:20:00")))
    return try Parser.reading(
      verb == .any ? words : String(parts[1]), verb: verb, timeEnd: nil,
      in: TimeContext(now: now, zone: zone, isPinned: false, languages: Language.allCases))
  }

  @Test(
    "each example means the moment beside it, or is refused as the manual says",
    arguments: examples)
  func example(_ example: Example) throws {
    guard let wall = WallTime(example.meaning.replacing(" ", with: "T")) else {
      #expect(throws: TimeError.self) { try read(example.words) }
      return
    }
    let reading = try read(example.words)
    #expect(reading.due == (try Zone.load("Europe/Warsaw")).instant(of: wall))
    #expect(reading.text == nil)
  }

  @Test("the manual has its examples")
  func present() { #expect(Self.examples.count > 30) }
}
