import Foundation
import Testing

@testable import Store

/// Mails and templates' requests that are made again under the same `--idempotency-key`.
@Suite("mails with a key", .timeLimit(.minutes(5)), .enabled(if: MailBed.isThere))
struct MailKeyTests {
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
