import Foundation

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

  /// Asks again until it says of the last mail what is waited for; answers what it says in the end.
  func wait(
    _ id: Int, until isReached: (Story.Mail) -> Bool
  ) async throws -> Story {
    for _ in 0..<400 {
      let story = try await story(id)
      if let mail = story.mails.last, isReached(mail) { return story }
      try await Task.sleep(for: .milliseconds(50))
    }
    return try await story(id)
  }
}
