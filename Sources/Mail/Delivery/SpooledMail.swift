import System

/// A mail's bytes as they are sent.
package struct SpooledMail: Sendable {
  /// ASCII alone, with lines that end in CR LF.
  package let text: String

  /// - Parameters:
  ///   - path: of its file in the spool.
  ///   - most: what is beyond so many bytes is left unread.
  /// - Returns: nil where it has not been written yet, or cannot be read.
  package init?(_ path: String, most: Int = 64 << 20) {
    guard let bytes = try? FileIO.bytes(of: path, most: most) else { return nil }
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// The id that a mail in the spool has, without its angle brackets; nil where it has not been written
  /// yet. Of a large one only the beginning is read, in which its header is.
  package static func id(at path: String) -> String? {
    guard let field = SpooledMail(path, most: 1 << 16)?.messageID, field.utf8.count > 2,
      field.utf8.first == UInt8(ascii: "<"), field.utf8.last == UInt8(ascii: ">")
    else { return nil }
    return String(field.dropFirst().dropLast())
  }

  /// In bytes.
  package var size: Int64 { Int64(text.utf8.count) }

  /// With its angle brackets, as its header field has it (RFC 5322, 3.6.4).
  package var messageID: String? {
    let name = "message-id:"
    var field: String?
    for line in text.utf8.split(separator: 13, maxSplits: 1000) {
      let line = String(Substring(line.drop { $0 == 10 }))
      if field != nil {
        // A field goes on where a line begins with a blank.
        guard line.first == " " || line.first == "\t" else { break }
        field? += line
      } else if line.lowercased().hasPrefix(name) {
        field = String(line.dropFirst(name.utf8.count))
      } else if line.isEmpty {
        break
      }
    }
    let id = field?.filter { $0 != " " && $0 != "\t" }
    return id?.isEmpty == false ? id : nil
  }
}
