import Foundation
import Testing

@testable import CivilTime
@testable import TimeLanguage

/// Fixtures/phrases.tsv: how people type, in each language, with texts that hold words of time.
@Suite struct LanguageNaturalTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var language: Language
    var input: String
    /// Wall times, or `!` and the code of an error.
    var value: String
    var text: String?
    var testDescription: String { "\(language) \(input)" }
  }

  static let rows: [Row] = {
    let file = Bundle.module.url(
      forResource: "phrases", withExtension: "tsv", subdirectory: "Fixtures")!
    let table = try! String(contentsOf: file, encoding: .utf8)
    return table.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return Row(
        language: Language(rawValue: columns[0])!, input: columns[1], value: columns[2],
        text: columns[3].isEmpty ? nil : columns[3])
    }
  }()

  @Test("what people type means what they mean, and what is not clear is refused", arguments: rows)
  func natural(row: Row) throws {
    let context = try LanguageMomentTests.context("2026-11-30T10:15:00", row.language)
    do throws(TimeError) {
      let reading = try Parser.reading(row.input, verb: .any, timeEnd: nil, in: context)
      #expect(times(reading, context) == row.value)
      #expect(reading.text == row.text)
    } catch {
      #expect("!" + error.code.rawValue == row.value)
    }
  }

  /// At most three of them, without seconds where those are zero.
  private func times(_ reading: Reading, _ context: TimeContext) -> String {
    var dues = [reading.due]
    if case .recurrence(let recurrence, let pin) = reading.when {
      let zone = pin.flatMap { try? Zone.load($0) } ?? context.zone
      while dues.count < 3, let next = recurrence.next(after: dues.last!, in: zone) {
        dues.append(next)
      }
    }
    return dues.map { due in
      let wall = context.zone.wall(at: due).description
      return wall.hasSuffix(":00") ? String(wall.dropLast(3)) : wall
    }.joined(separator: " ")
  }

  @Test("the table is there")
  func present() { #expect(Self.rows.count > 400) }
}
