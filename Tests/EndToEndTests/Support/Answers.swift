import Beds
import Foundation
import Testing

@testable import Store

extension Home.Answer {
  /// Standard output as one JSON object.
  func object() throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
  }

  /// The same as a value; `snake_case` is `camelCase` there.
  func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(type, from: Data(output.utf8))
  }

  /// The objects of an array in it.
  func objects(_ name: String) throws -> [[String: Any]] {
    try #require(try object()[name] as? [[String: Any]])
  }

  /// The JSON object on each line of standard output.
  func lines() throws -> [[String: Any]] {
    try output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }
}

extension Home {
  /// Stores a reminder and waits until `daemon` has shown it.
  func show(_ text: String, _ options: String..., by daemon: Daemon) async throws {
    let made = try await run(["remindctl", "in", "0.1s", text] + options)
    #expect(made.code == 0, "\(made.error)")
    try await daemon.line(with: text)
    try await waitUntilUnanswered(text)
  }

  /// The line is out before it is written down that it is.
  func waitUntilUnanswered(_ text: String) async throws {
    try await until("\(text), which waits for an answer") {
      try await remindctl("list", "--plain").output.split(separator: "\n").contains {
        $0.contains("\tunanswered\t") && $0.hasSuffix(text)
      }
    }
  }
}
