import Beds
import Foundation

@testable import TimeLanguage

/// What `mail show` says with `--json`.
extension MailBed {
  /// A mail as `mail show --json` tells of it.
  struct Story: Decodable {
    struct Attachment: Decodable {
      var name: String
      var bytes: Int
    }
    struct Attempt: Decodable {
      var attempt: Int
      var verdict: String
      var reason: String?
      var reply: String
    }
    struct Mail: Decodable {
      var to: String
      var account: String
      var state: String
      var messageId: String?
      var bytes: Int?
      var attempts: [Attempt]
    }
    var id: Int
    var attachments: [Attachment]
    var mails: [Mail]
  }

  /// - Parameter id: a reminder's.
  func story(_ id: Int) async throws -> Story {
    try await home.remindctl("mail", "show", String(id), "--json").decoded()
  }

  /// Asks again until it says of the last mail what is waited for.
  func wait(
    _ id: Int, until isReached: (Story.Mail) -> Bool
  ) async throws -> Story {
    var story = try await story(id)
    do {
      try await Beds.until("its state") {
        story = try await self.story(id)
        return story.mails.last.map(isReached) ?? false
      }
    } catch { throw BedError("\(error): \(story)") }
    return story
  }
}
