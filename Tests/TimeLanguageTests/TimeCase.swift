import Foundation
import Testing

@testable import TimeLanguage

/// A line of Fixtures/time-cases.jsonl: what people and other programs take an input for.
struct TimeCase: Decodable, CustomTestStringConvertible, Sendable {
  /// What a case expects: a number of seconds, an instant, instants, or `error`.
  enum Value: Decodable, Equatable, CustomStringConvertible {
    case seconds(Double)
    case text(String)
    case list([String])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Double.self) {
        self = .seconds(number)
      } else if let text = try? container.decode(String.self) {
        self = .text(text)
      } else {
        self = .list(try container.decode([String].self))
      }
    }

    static let error = Value.text("error")

    var description: String {
      switch self {
      case .seconds(let seconds): "\(seconds) s"
      case .text(let text): text
      case .list(let list): list.joined(separator: " ")
      }
    }
  }

  enum Confidence: String, Decodable { case agreed, ambiguous }

  var id, input, verb, kind, lang, now, tz, note: String
  var expect: Value
  var alt: [Value]?
  var message: String?
  var confidence: Confidence

  var testDescription: String { "\(verb) \(input.debugDescription) (\(lang), \(id)): \(note)" }

  /// Whether the manual may document `value` as the reading.
  func allows(_ value: Value) -> Bool {
    value == expect || confidence == .ambiguous && (alt ?? []).contains(value)
  }

  /// The case's language first, then the others.
  var languages: [Language] {
    let first = Language(rawValue: lang) ?? .en
    return [first] + Language.allCases.filter { $0 != first }
  }

  static let all: [TimeCase] = {
    let file = Bundle.module.url(
      forResource: "time-cases", withExtension: "jsonl", subdirectory: "Fixtures")!
    let lines = try! Data(contentsOf: file).split(separator: UInt8(ascii: "\n"))
    return lines.map { try! JSONDecoder().decode(TimeCase.self, from: $0) }
  }()
}
