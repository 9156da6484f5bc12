import CLinux
import Glibc

/// What went wrong with a file or a program.
package enum SystemError: Error, Sendable, Equatable {
  /// The kernel refused it: errno.
  case system(Int32)

  /// There is no such file.
  case missing
  /// A named pipe, a socket or a device has its name.
  case notAFile
  /// It belongs to another user, or everybody can write it.
  case foreign
  /// Others can write this directory on the way to it, and so put a file of theirs in its place.
  case openFolder(String)
  /// It has more bytes than the caller takes.
  case tooLong

  /// The program ended with this code, which is not 0.
  case exited(Int32)
  case signalled(Int32)
  /// The program was killed, with its process group.
  case tooSlow
  /// The same, since it printed a line of more than 1 MiB.
  case tooMuch

  /// errno, or what says the same; 0 if there is none.
  package var code: Int32 {
    switch self {
    case .system(let code): code
    case .missing: ENOENT
    case .tooLong: EFBIG
    default: 0
    }
  }
}

/// All bytes of a file, which read(2) and write(2) take in parts, all names in a directory, and where a link
/// leads.
package enum FileIO {
  /// All bytes of a file; a named pipe is not waited for.
  /// - Parameters:
  ///   - most: what is beyond so many bytes is left unread.
  ///   - isPlain: whether anything but a regular file is refused, and a link, too.
  package static func bytes(
    of path: String, most: Int = .max, isPlain: Bool = false
  ) throws(SystemError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | (isPlain ? O_NOFOLLOW : 0))
    guard file >= 0 else { throw .system(errno) }
    defer { close(file) }
    if isPlain {
      var status = stat()
      guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    }
    guard let bytes = read(file, most: most) else { throw .system(errno) }
    return bytes
  }

  /// - Parameter most: what is beyond so many bytes is left unread.
  /// - Returns: nil if it cannot be read; errno says why.
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

  /// - Returns: errno; 0 if all of it is written.
  package static func write(_ bytes: [UInt8], to file: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { return errno }
      rest = rest.dropFirst(count)
    }
    return 0
  }

  /// A file in memory, for a program's input or output: unlike a pipe it takes everything at once,
  /// whether the other side reads or not. The caller closes it.
  package static func memory(_ bytes: [UInt8] = []) throws(SystemError) -> Int32 {
    let file = linux_memory_file()
    guard file >= 0 else { throw .system(errno) }
    let unwritten = write(bytes, to: file)
    guard unwritten == 0 else {
      close(file)
      throw .system(unwritten)
    }
    lseek(file, 0, SEEK_SET)
    return file
  }

  /// What another program has written into a file in memory; its offset, which they share, stays.
  package static func text(inMemory file: Int32, most: Int) -> String {
    var status = stat()
    fstat(file, &status)
    let size = min(Int(status.st_size), most)
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: size + 1) { buffer in
      let count = pread(file, buffer.baseAddress, size, 0)
      return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }
  }

  /// Where a link leads; nil if it is not a link.
  package static func target(of link: String) -> String? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(PATH_MAX)) {
      let count = readlink(link, $0.baseAddress!, $0.count)
      return count > 0 ? String(decoding: $0.prefix(count), as: UTF8.self) : nil
    }
  }

  /// The names in a directory but its own and its parent's, in no order; nil if it cannot be read. One that
  /// is not UTF-8 is not the name of anything of ours, and has other characters then.
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

  /// Fills those of the three standard descriptors that the caller has closed with something that refuses
  /// reading and writing. The next file that is opened would be given their number otherwise, the store or
  /// the lock among them, and would be written into as standard output.
  package static func keepStandardStreams() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}

/// Which file it is, under all of its names (inode(7)). The number of one that was deleted is soon another's:
/// only while one of the two is open, or has its name, are equal ones the same file.
package struct FileIdentity: Sendable, Equatable {
  private let device: UInt
  private let inode: UInt

  package init(_ status: stat) {
    device = UInt(status.st_dev)
    inode = UInt(status.st_ino)
  }

  /// - Parameters:
  ///   - followsLink: whether it is the file that a symbolic link leads to, or the link itself.
  /// - Returns: nil if there is none, or none that can be seen; then errno says why.
  package init?(at path: String, followsLink: Bool = true) {
    var status = stat()
    guard (followsLink ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
    self.init(status)
  }

  /// Whether it still has this name. A folder that cannot be searched any more does not tell.
  package func isStill(at path: String) -> Bool {
    guard let found = FileIdentity(at: path, followsLink: false) else {
      return errno != ENOENT && errno != ENOTDIR
    }
    return found == self
  }

  /// Whether a process has this file open, and not one that was deleted or renamed since.
  /// - Returns: nil if that cannot be seen: the process is another user's (proc(5), /proc/PID/fd).
  package static func hasOpen(_ process: pid_t, _ path: String) -> Bool? {
    let folder = "/proc/\(process)/fd"
    guard process > 0, let files = FileIO.names(in: folder) else { return nil }
    guard let file = FileIdentity(at: path) else { return errno == ENOENT ? false : nil }
    return files.contains { FileIdentity(at: folder + "/" + $0) == file }
  }
}

/// What the kernel knows of ways to other machines.
package enum Network {
  /// Whether there is a default route (proc(5), /proc/net/route and ipv6_route), or one cannot know.
  package static var hasWayOut: Bool {
    guard let routes = lines(of: "/proc/net/route") else { return true }
    // Destination, its mask; flags of which 0x200 (RTF_REJECT) says that nothing goes there.
    let isOut = routes.contains { fields in
      fields.count > 7 && fields[1] == "00000000" && fields[7] == "00000000"
        && (UInt32(fields[3], radix: 16) ?? 0) & 0x200 == 0
    }
    let further = lines(of: "/proc/net/ipv6_route") ?? []
    return isOut
      || further.contains { fields in
        fields.count > 9 && fields[1] == "00" && fields[0].allSatisfy { $0 == "0" }
          && (UInt32(fields[8], radix: 16) ?? 0) & 0x200 == 0 && fields[9] != "lo"
      }
  }

  private static func lines(of path: String) -> [[Substring]]? {
    guard let bytes = try? FileIO.bytes(of: path, most: 1 << 16) else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .map { $0.split(whereSeparator: { $0 == "\t" || $0 == " " }) }
  }
}
