/// What a program calls one request, so that the same request made again makes nothing twice
/// (`--idempotency-key`; the same as the header field of
/// draft-ietf-httpapi-idempotency-key-header). It is known for as long as its reminder is.
package struct RequestKey: Sendable, Equatable {
  /// One to `most` of ASCII's visible characters.
  package let text: String
  /// What was asked for, word by word: other words under the same key are a mistake.
  package let asked: String

  /// The most characters that a key has.
  package static let most = 200

  /// - Returns: nil where `text` is no key.
  package init?(_ text: String, asked: [String]) {
    guard (1...RequestKey.most).contains(text.utf8.count),
      text.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
    else { return nil }
    self.text = text
    self.asked = JSON.array(asked.map(JSON.string)).text
  }

  private init(part number: Int, of key: RequestKey) {
    // No key that is given has a blank.
    text = "\(key.text) \(number)"
    asked = key.asked
  }

  /// That of the further reminders which one request makes, from 1 on; 0: its own.
  package func part(_ number: Int) -> RequestKey {
    number == 0 ? self : RequestKey(part: number, of: self)
  }
}
