import Foundation
import Testing

@testable import Store

/// Requests that a program makes again because it did not hear the answer: `--idempotency-key`.
@Suite("requests with a key")
struct RequestKeyTests {
  let home: Home
  init() async throws { home = try await Home() }

  private struct Answer: Decodable {
    var id: Int
    var state: String
    var repeated: Bool?
  }

  private func json(_ arguments: String...) async throws -> Answer {
    let answer = try await home.run(["remindctl", "--json"] + arguments)
    #expect(answer.code == 0, "\(answer)")
    return try answer.decoded()
  }

  @Test("the same request under the same key makes one reminder, by whichever verb it is made")
  func same() async throws {
    #expect(try await json("in", "2h", "tea").repeated == nil)
    let first = try await json("in", "2h", "--idempotency-key", "a1", "--tag", "x", "tea")
    #expect(first.id == 2)
    #expect(first.repeated == false)
    let again = try await json("in", "2h", "--tag=x", "--idempotency-key=a1", "--", "tea")
    #expect(again.id == 2)
    #expect(again.repeated == true)
    let told = try await home.remindctl(
      "in", "2h", "--idempotency-key", "a1", "--tag", "x", "tea")
    #expect(told.code == 0)
    #expect(told.output.hasPrefix("2  tea  "))
    #expect(told.output.contains("It is there already, by the same key; nothing new is stored."))
    #expect(try await json("every", "day", "9:00", "--idempotency-key", "a2", "pills").id == 3)
    #expect(try await json("every", "day", "9:00", "--idempotency-key", "a2", "pills").id == 3)
    #expect(try await json("call", "mum", "at", "5pm", "--idempotency-key", "a3").id == 4)
    #expect(try await json("call", "mum", "at", "5pm", "--idempotency-key", "a3").id == 4)
    #expect(try await home.remindctl("list", "--plain").output.split(separator: "\n").count == 4)
  }

  @Test("what has become of it is answered, also when it was cancelled or edited")
  func later() async throws {
    #expect(try await json("in", "2h", "--idempotency-key", "k", "tea").id == 1)
    try await home.remindctl("edit", "1", "--text", "coffee", "--in", "3h")
    try await home.remindctl("cancel", "1")
    let again = try await json("in", "2h", "--idempotency-key", "k", "tea")
    #expect(again.state == "cancelled")
    #expect(again.repeated == true)
    let told = try await home.remindctl("in", "2h", "--idempotency-key", "k", "tea")
    #expect(told.output.contains("cancelled"))
    try await home.remindctl("forget", "1", "--force")
    #expect(try await json("in", "2h", "--idempotency-key", "k", "tea").id == 2)
  }

  @Test(
    "another request under the same key is a conflict, exit 1, and nothing is stored",
    arguments: [
      ["in", "3h", "tea"], ["in", "2h", "coffee"], ["in", "2h", "--nag", "5m", "tea"],
      ["at", "17:00", "tea"], ["in", "2h"],
    ])
  func conflict(arguments: [String]) async throws {
    _ = try await json("in", "2h", "--idempotency-key", "k", "tea")
    let answer = try await home.run(
      ["remindctl"] + arguments + ["--idempotency-key", "k", "--json"])
    #expect(answer.code == 1)
    #expect(answer.output.contains(#""code":"idempotency_conflict""#), "\(answer)")
    #expect(answer.output.contains(#""ids":["1"]"#))
    #expect(answer.error.contains("Another request has made reminder 1 under this key"))
    #expect(try await home.remindctl("list", "--plain").output.split(separator: "\n").count == 1)
  }

  @Test(
    "what is no key is refused, exit 2",
    arguments: ["", "a b", "zażółć", "a\tb", String(repeating: "k", count: 201)])
  func malformed(key: String) async throws {
    let answer = try await home.remindctl(
      "in", "2h", "--json", "--idempotency-key=\(key)", "tea")
    #expect(answer.code == 2)
    #expect(answer.output.contains(#""code":"invalid_idempotency_key""#), "\(answer)")
    #expect(!FileManager.default.fileExists(atPath: home.store))
    let longest = String(repeating: "~", count: 200)
    #expect(try await json("in", "2h", "--idempotency-key=\(longest)", "tea").repeated == false)
  }

  @Test("of many at once under one key one is stored, and all are answered with it")
  func together() async throws {
    _ = try await json("in", "1h", "before")
    let answers = try await home.shell(
      """
      for i in $(seq 12); do
        remindctl in 2h --idempotency-key one --json tea 2>/dev/null > ~/$i &
      done; wait; cat ~/*
      """)
    let lines = answers.output.split(separator: "\n")
    #expect(lines.count == 12)
    #expect(lines.allSatisfy { $0.contains(#""id":2,"#) })
    #expect(lines.filter { $0.contains(#""repeated":false"#) }.count == 1)
    #expect(try await home.remindctl("list", "--plain").output.split(separator: "\n").count == 2)
  }
}
