import Glibc

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
