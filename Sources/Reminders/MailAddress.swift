/// A mailbox as the header fields of a mail name it (RFC 5322, 3.4): an address, and whose it is.
package struct MailAddress: Sendable, Equatable {
  /// `me@example.org`; its domain may have letters beyond ASCII (RFC 6531).
  package var address: String
  /// The name before it; nil if there is none.
  package var name: String?

  /// Reads `me@example.org`, `<me@example.org>` or `Me <me@example.org>`.
  ///
  /// Quoted local parts, comments, routes and groups are not taken; nor is anything with a control
  /// character, since libcurl hands those on to the server as they are; nor a name with `=?`, which
  /// readers would decode (RFC 2047).
  /// - Returns: nil if it is none of these.
  package init?(_ text: String) {
    guard MailAddress.isOneLine(text) else { return nil }
    let text = Substring(text).trimmed
    guard text.last == ">" else {
      guard MailAddress.isAddress(text) else { return nil }
      address = String(text)
      return
    }
    guard let open = text.firstIndex(of: "<") else { return nil }
    let inner = text[text.index(after: open)...].dropLast()
    guard MailAddress.isAddress(inner) else { return nil }
    address = String(inner)
    var name = text[..<open].trimmed
    if name.count >= 2, name.first == "\"", name.last == "\"" { name = name.dropFirst().dropLast() }
    guard !name.contains(where: { "<>\"".contains($0) }), !name.contains("=?") else { return nil }
    self.name = name.isEmpty ? nil : String(name)
  }

  /// `Me <me@example.org>`, as `init` reads it.
  package var text: String { name.map { "\($0) <\(address)>" } ?? address }

  /// What follows the @.
  package var domain: Substring { address[address.index(after: address.lastIndex(of: "@")!)...] }

  /// Whether both reach the same mailbox, as far as one can tell from outside: servers tell upper
  /// from lower case in the local part in theory alone.
  package func isSame(as other: MailAddress) -> Bool {
    address.lowercased() == other.address.lowercased()
  }

  /// Whether `text` has no character that ends a line or steers anything: C0, DEL, C1, and
  /// Unicode's line and paragraph separators.
  package static func isOneLine(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0..<0x20, 0x7f..<0xa0, 0x2028, 0x2029: false
      default: true
      }
    }
  }

  /// RFC 5321, 4.5.3.1: 64 bytes, an @, and 255; all in all 254.
  private static func isAddress(_ text: Substring) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, text.utf8.count <= 254, (1...64).contains(parts[0].utf8.count),
      // It is never taken for an option.
      text.first != "-"
    else { return false }
    let special = "()<>[]:;,\\\" \u{a0}"
    guard !text.contains(where: { special.contains($0) || $0.isWhitespace }) else { return false }
    let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    return labels.allSatisfy { label in
      !label.isEmpty && label.utf8.count <= 63 && label.first != "-" && label.last != "-"
        && label.unicodeScalars.allSatisfy { !$0.isASCII || $0.isDomainLetter }
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isDomainLetter: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", "-": true
    default: false
    }
  }
}

extension Substring {
  /// Without blanks at both ends.
  package var trimmed: Substring {
    var text = drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return text
  }
}
