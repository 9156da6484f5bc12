import Glibc

/// Which file it is, whatever its name (inode(7)). The number of one that was deleted is soon another's:
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
  /// - Returns: nil where there is none, or none that can be seen; then errno says why.
  package init?(at path: String, followsLink: Bool = true) {
    var status = stat()
    guard (followsLink ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
    self.init(status)
  }
}
