import Glibc
import System

/// The files beside the store as a connection has them open: the log, and the memory in which the programs agree
/// on what is in it. A program that has another one than the others reads nothing of theirs and writes over it;
/// SQLite itself never looks again which file has the name.
struct WALFiles {
  private let store: String
  private let paths: [String]
  private let own: [FileIdentity?]

  /// - Parameter store: the path of a store that a connection of this process has read.
  /// - Returns: nil if they are others each time that one looks, as on some file systems (FUSE without stable
  ///   inodes): then nothing can be told of them.
  init?(of store: String) {
    self.store = store
    paths = [store + "-wal", store + "-shm"]
    let looks = (1...3).map { [paths] _ in
      paths.map { FileIdentity(at: $0, followsLink: false) }
    }
    // One may have been replaced since it was opened.
    guard looks[0] == looks[1] || looks[1] == looks[2] else { return nil }
    own = looks[0]
  }

  /// The first whose name is another file's by now, or that is missing; the store itself if it was emptied.
  var stray: String? {
    var status = stat()
    if lstat(store, &status) == 0, status.st_size == 0 { return store }
    return zip(paths, own).first { !WALFiles.is($1, at: $0) }?.0
  }

  /// Whether the log still has its name.
  var isLogOwn: Bool { own[0] != nil && FileIdentity(at: paths[0], followsLink: false) == own[0] }

  /// A folder that cannot be searched any more does not tell.
  private static func `is`(_ file: FileIdentity?, at path: String) -> Bool {
    guard let other = FileIdentity(at: path, followsLink: false) else {
      return errno != ENOENT && errno != ENOTDIR
    }
    return other == file
  }
}
