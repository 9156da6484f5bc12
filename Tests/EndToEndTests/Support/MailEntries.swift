import Foundation
import Testing
@testable import Reminders

/// What `mail list` and `mail log` say with `--json`.
extension MailBed {
  struct Entries: Decodable {
    struct Entry: Decodable {
      var id: Int
      var to: String
      var state: String
      var reason: String?
      var attempt: Int
      var reply: String?
      var againMs: Int64?
    }
    var mails: [Entry]
  }

  /// - Parameter word: `list` or `log`.
  func entries(_ word: String) async throws -> [Entries.Entry] {
    try await home.remindctl("mail", word, "--json").decoded(as: Entries.self).mails
  }

  /// Asks again until it says what is waited for; answers what it says in the end.
  func wait(
    _ word: String, until isReached: ([Entries.Entry]) -> Bool
  ) async throws -> [Entries.Entry] {
    for _ in 0..<400 {
      let entries = try await entries(word)
      if isReached(entries) { return entries }
      try await Task.sleep(for: .milliseconds(50))
    }
    return try await entries(word)
  }

  /// The bytes of what was taken, oldest first.
  var copies: [Data] { mails.compactMap { FileManager.default.contents(atPath: $0) } }
}
