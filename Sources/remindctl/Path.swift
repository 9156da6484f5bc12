// Bytes: a slash with an accent behind it is one character, and a slash all the same.
extension String {
  /// Of a path what stands behind its last slash.
  var lastName: String {
    utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? self
  }

  /// Of a path that of the folder that it is in; nil of `/`, and where no folder is named.
  var folder: String? {
    guard utf8.count > 1, let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return slash == startIndex ? "/" : String(self[..<slash])
  }
}
