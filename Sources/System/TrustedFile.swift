import Glibc

/// A file that the user has written, whose words are trusted: it is the user's own, or root's, and no
/// other user can write it, or put another one in its place.
package enum TrustedFile {
  /// Its content; of a link to /dev/null (null(4): 1, 3) nothing.
  package static func bytes(of path: String, limit: Int) throws(SystemError) -> [UInt8] {
    // A pipe is not waited for.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      // ENXIO: a socket (open(2)).
      let error = errno
      if error == ENOENT, !isLink(path) { throw .missing }
      throw error == ENXIO ? .notAFile : .system(error)
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      if status.st_mode & S_IFMT == S_IFDIR { throw .system(EISDIR) }
      guard status.st_rdev == 0x103 else { throw .notAFile }
      return []
    }
    guard isOwn(status), status.st_mode & S_IWOTH == 0 else { throw .foreign }
    if let folder = openFolder(towards: path) { throw .openFolder(folder) }
    guard let bytes = FileIO.read(file, most: limit + 1) else { throw .system(errno) }
    guard bytes.count <= limit else { throw .tooLong }
    return bytes
  }

  /// The first place on the way to a file, from the root on and along links, where others could put
  /// something else; nil where there is none. OpenSSH asks the same of `~/.ssh` (sshd_config(5),
  /// StrictModes).
  private static func openFolder(towards path: String) -> String? {
    var status = stat()
    // Where root has no name (user_namespaces(7)) its folders belong to whom the root folder does.
    let root = lstat("/", &status) == 0 ? status.st_uid : 0
    var place = isAbsolute(path) ? "/" : "."
    var way = names(on: path)
    // As many links as the kernel follows (path_resolution(7)).
    var links = 40
    while lstat(place, &status) == 0, isOwn(status) || status.st_uid == root {
      var folder = place
      if status.st_mode & S_IFMT == S_IFLNK {
        guard links > 0, let target = FileIO.target(of: place) else { return place }
        links -= 1
        way += names(on: target)
        folder = isAbsolute(target) ? "/" : self.folder(of: place)
      } else if status.st_mode & S_IFMT == S_IFDIR {
        // With the sticky bit (/tmp) others take nothing away (inode(7)).
        guard status.st_mode & S_IWOTH == 0 || status.st_mode & S_ISVTX != 0 else { return place }
      }
      guard let name = way.popLast() else { return nil }
      place =
        name == ".." ? self.folder(of: folder) : folder == "/" ? "/" + name : folder + "/" + name
    }
    return place
  }

  private static func isOwn(_ status: stat) -> Bool {
    status.st_uid == geteuid() || status.st_uid == 0
  }

  /// One that leads to nothing was meant to lead to a file.
  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  // Bytes: a slash with an accent behind it is one character, and a slash all the same.

  private static func isAbsolute(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") }

  /// The last one first.
  private static func names(on path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "/")).reversed().map { String(Substring($0)) }
  }

  private static func folder(of path: String) -> String {
    guard let end = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return end == path.startIndex ? "/" : String(path[..<end])
  }
}
