import Beds
import Foundation
import Testing

/// Every case of TimeLanguageTests/Fixtures/time-cases.jsonl but systemd's calendar expressions, through
/// the program: a request and an answer a line.
@Suite(.timeLimit(.minutes(5))) struct ParseCaseTests {
  let home: Home
  init() async throws { home = try await Home() }

  @Test("what people say means what they mean, as the program answers it")
  func cases() async throws {
    let rows = try Self.rows().filter { $0["verb"] as? String != "calendar" }
    #expect(rows.count > 700)
    let requests = try rows.map { row in
      // iCalendar's rules are what `every` takes, too.
      let verb = row["verb"] as? String == "rrule" ? "every" : row["verb"]
      let request = [
        "input": row["input"], "as": verb, "now": row["now"], "tz": row["tz"], "lang": row["lang"],
      ]
      let data = try JSONSerialization.data(withJSONObject: request.compactMapValues { $0 })
      return String(decoding: data, as: UTF8.self) + "\n"
    }
    let file = home.folder + "/requests"
    try requests.joined().write(toFile: file, atomically: false, encoding: .utf8)

    let answer = try await home.remindctl("parse", "--json", "--stdin", input: file)
    #expect(answer.code == 0)
    #expect(answer.error == "")
    let answers = try answer.output.split(separator: "\n").map(Self.object)
    try #require(answers.count == rows.count)
    for (row, answer) in zip(rows, answers) {
      let name = "\(row["verb"] ?? "") \(row["input"] ?? "") (\(row["id"] ?? ""))"
      check(answer, against: row, name)
    }
    #expect(!FileManager.default.fileExists(atPath: home.store))
  }

  private func check(_ answer: [String: Any], against row: [String: Any], _ name: String) {
    let members = [
      "duration": "seconds", "instant": "due", "recurrence": "occurrences",
    ]
    let value: NSObject?
    if let error = answer["error"] as? [String: Any] {
      value = "error" as NSString
      #expect(error["code"] is String && error["message"] is String, "\(name)")
      #expect(error["at"] is Int && error["accepted"] is [String], "\(name)")
    } else {
      let kind = row["kind"] as? String ?? ""
      value = members[kind].flatMap { answer[$0] } as? NSObject
      #expect(answer["due"] is String || answer["rrule"] is String, "\(name)")
      #expect(answer["schema"] as? Int == 1, "\(name)")
    }
    let expected = row["expect"] as? NSObject
    let others =
      row["confidence"] as? String == "ambiguous" ? row["alt"] as? [NSObject] ?? [] : []
    #expect(value == expected || others.contains { $0 == value }, "\(name): \(answer)")
    if value == expected, answer["error"] == nil {
      #expect(answer["text"] as? String == row["message"] as? String, "\(name)")
    }
  }

  private static func rows() throws -> [[String: Any]] {
    try Project.text("Tests/TimeLanguageTests/Fixtures/time-cases.jsonl").split(separator: "\n")
      .map(object)
  }

  private static func object(_ text: some StringProtocol) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }
}
