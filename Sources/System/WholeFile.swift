import Glibc

/// All bytes of an open file, which read(2) and write(2) take in parts, all names in a folder, and where a
/// link leads.
package enum WholeFile {
  /// - Parameter most: what is beyond so many bytes is left unread.
  /// - Returns: nil where it cannot be read; errno says why.
  package static func read(_ file: Int32, most: Int = .max) -> [UInt8]? {
    var bytes: [UInt8] = []
    return withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 1) { buffer in
      while bytes.count < most {
        let count = Glibc.read(file, buffer.baseAddress, min(buffer.count, most - bytes.count))
        guard count >= 0 else { return nil }
        if count == 0 { break }
        bytes.append(contentsOf: buffer[..<count])
      }
      return bytes
    }
  }

  /// - Returns: errno; 0 where all of it is written.
  package static func write(_ bytes: [UInt8], to file: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { return errno }
      rest = rest.dropFirst(count)
    }
    return 0
  }

  /// Where a link leads; nil for what is none.
  package static func target(of link: String) -> String? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(PATH_MAX)) {
      let count = readlink(link, $0.baseAddress!, $0.count)
      return count > 0 ? String(decoding: $0.prefix(count), as: UTF8.self) : nil
    }
  }

  /// The names in a folder but its own and its parent's, in no order; nil where it cannot be read. One that
  /// is no UTF-8 is not the name of anything of ours, and has other characters then.
  package static func names(in folder: String) -> [String]? {
    guard let open = opendir(folder) else { return nil }
    defer { closedir(open) }
    var names: [String] = []
    while let entry = readdir(open) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
