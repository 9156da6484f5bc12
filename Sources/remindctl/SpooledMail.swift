import Glibc
import Scheduler

/// A mail's bytes as they are sent.
struct SpooledMail {
  /// ASCII alone, with lines that end in CR LF.
  let text: String

  /// - Returns: nil where it has not been written yet.
  init?(_ path: String) {
    guard let bytes = SmallFile.bytes(path, most: 64 << 20) else { return nil }
    text = String(decoding: bytes, as: UTF8.self)
  }

  var size: Int64 { Int64(text.utf8.count) }

  /// With its angle brackets, as its header field has it (RFC 5322, 3.6.4).
  var messageID: String? {
    let name = "message-id:"
    var field: String?
    for line in text.utf8.split(separator: 13, maxSplits: 40) {
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

/// A file in the spool.
enum SpoolFile {
  /// In bytes; nil where it is not there.
  static func size(_ path: String) -> Int64? {
    var status = stat()
    return stat(path, &status) == 0 ? Int64(status.st_size) : nil
  }
}

/// Sizes for people.
enum ByteCount {
  /// `812 B`, `13 kB`, `2.4 MB`.
  static func text(_ bytes: Int64) -> String {
    switch bytes {
    case ..<1000: "\(bytes) B"
    case ..<1_000_000: "\((bytes + 500) / 1000) kB"
    default: "\((bytes + 50_000) / 1_000_000).\((bytes + 50_000) / 100_000 % 10) MB"
    }
  }
}
