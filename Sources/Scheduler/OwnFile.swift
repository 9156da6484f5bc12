import Glibc

/// A file that the user has written, whose words are trusted: it is the user's own, or root's, and nobody
/// else can write it, or put another one in its place.
enum OwnFile {
  enum Problem: Error {
    case missing
    /// errno
    case unreadable(Int32)
    /// A named pipe, a socket or a device has its name.
    case noFile
    /// It is somebody else's, or everybody can write it.
    case foreign
    /// Others could put a file of theirs in its place.
    case openFolder
    case tooLong
  }

  /// What is in it; of a link to /dev/null (null(4): 1, 3) nothing.
  static func bytes(of path: String, limit: Int) throws(Problem) -> [UInt8] {
    // A pipe is not waited for.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      // ENXIO: a socket (open(2)).
      let error = errno
      if error == ENOENT, !isLink(path) { throw .missing }
      throw error == ENXIO ? .noFile : .unreadable(error)
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      if status.st_mode & S_IFMT == S_IFDIR { throw .unreadable(EISDIR) }
      guard status.st_rdev == 0x103 else { throw .noFile }
      return []
    }
    guard isOwn(status), status.st_mode & S_IWOTH == 0 else { throw .foreign }
    // Of a folder with the sticky bit (/tmp) others take nothing away (inode(7)).
    guard stat(folder(of: path), &status) == 0, isOwn(status),
      status.st_mode & S_IWOTH == 0 || status.st_mode & S_ISVTX != 0
    else { throw .openFolder }
    guard let bytes = WholeFile.read(file, most: limit + 1) else { throw .unreadable(errno) }
    guard bytes.count <= limit else { throw .tooLong }
    return bytes
  }

  private static func isOwn(_ status: stat) -> Bool {
    status.st_uid == geteuid() || status.st_uid == 0
  }

  /// One that leads to nothing was meant to lead to a file.
  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { path[...$0] + "." } ?? "."
  }
}
