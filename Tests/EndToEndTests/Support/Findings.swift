import Foundation
import Testing

/// What `remindctl doctor` says with `--json`.
extension Home {
  /// What was found, by what was looked at.
  func findings(
    changing: [String: String?] = [:], code: Int32? = nil
  ) async throws -> [String: String] {
    let answer = try await remindctl("doctor", "--json", changing: changing)
    if let code { #expect(answer.code == code, "\(answer.output)") }
    let findings = try answer.objects("findings")
    #expect(
      try answer.object()["problems"] as? Int
        == findings.count { $0["state"] as? String == "problem" })
    return try findings.reduce(into: [:]) { names, finding in
      let check = try #require(finding["check"] as? String)
      let found = try #require(finding["found"] as? String)
      names[check] = names[check].map { $0 + " " + found } ?? found
    }
  }

  /// The finding of one check, as somebody without root's rights sees it.
  func finding(_ check: String) async throws -> [String: Any] {
    let answer = try await runAsUser(["remindctl", "doctor", "--json"])
    return try #require(
      try answer.objects("findings").first { $0["check"] as? String == check })
  }
}
