import Foundation
import Testing

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
    return try JSONDecoder().decode(Answer.self, from: Data(answer.output.utf8))
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

extension MailVerbTests {
  @Test("a mail's files count by their name and what is in them, and no copy is left of the second")
  func keyedFiles() async throws {
    let bed = try await MailBed(fault: "ok")
    let home = bed.home
    for folder in ["a", "b"] {
      try await home.shell("mkdir ~/\(folder); echo same > ~/\(folder)/plan.txt")
    }
    func make(_ file: String) async throws -> Home.Answer {
      try await home.remindctl(
        "in", "1h", "--mail", "--attach", file, "--idempotency-key", "k", "--json", "tea")
    }
    let place = home.folder + "/home"
    #expect(try await make(place + "/a/plan.txt").output.contains(#""repeated":false"#))
    #expect(try await make(place + "/b/plan.txt").output.contains(#""repeated":true"#))
    try await home.shell("echo other > ~/b/plan.txt")
    let other = try await make(place + "/b/plan.txt")
    #expect(other.output.contains("idempotency_conflict"), "\(other)")
    let folders = try FileManager.default.contentsOfDirectory(atPath: home.data + "/mail")
    #expect(folders.count == 1)
  }

  @Test("a template's request under a key is made once, with the reminder before its date")
  func keyedTemplate() async throws {
    let bed = try await MailBed(fault: "ok")
    func request(_ arguments: String...) async throws -> Home.Answer {
      try await bed.home.run(
        [
          "remindctl", "request", "quote", "--param", "name=Ann", "--param", "email=a@example.org",
          "--param", "service=Website", "--param", "details=much", "--param",
          "deadline=2030-01-31", "--remind-before", "3d", "--at", "2029-01-01 9:00",
          "--idempotency-key", "q1",
        ] + arguments)
    }
    let first = try await request("--json")
    #expect(first.code == 0, "\(first)")
    #expect(first.output.contains(#""repeated":false"#))
    let again = try await request("--json")
    #expect(again.output.contains(#""repeated":true"#), "\(again)")
    #expect(again.output.contains(#""requests":[{"id":1,"#))
    #expect(again.output.contains(#""reminder":{"id":2,"#))
    let told = try await request()
    #expect(told.output.hasPrefix("1  "), "\(told)")
    #expect(told.output.contains("\n2  "))
    #expect(told.output.hasSuffix("by the same key; nothing new is stored.\n"))
    let other = try await request("--param", "budget=much", "--json")
    #expect(other.code != 0)
    let conflict = try await request("--param", "phone=123", "--json")
    #expect(conflict.code == 1)
    #expect(conflict.output.contains("idempotency_conflict"), "\(conflict)")
    #expect(
      try await bed.home.remindctl("list", "--plain").output.split(separator: "\n").count == 2)
  }
}
