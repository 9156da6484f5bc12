import Beds
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

  /// Asks again until it says what is waited for.
  /// - Parameter isRetrying: whether all mails are to be sent now, before each question.
  func wait(
    _ word: String, retrying isRetrying: Bool = false,
    until isReached: ([Entries.Entry]) -> Bool
  ) async throws -> [Entries.Entry] {
    var entries = try await entries(word)
    do {
      try await Beds.until("what \(word) says") {
        if isRetrying { try await home.remindctl("mail", "retry") }
        entries = try await self.entries(word)
        return isReached(entries)
      }
    } catch { throw BedError("\(error): \(entries)") }
    return entries
  }

  /// The bytes of what was taken, oldest first.
  var copies: [Data] { mails.compactMap { FileManager.default.contents(atPath: $0) } }
}
