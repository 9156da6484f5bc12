import Glibc
import System

/// The files beside the store as a connection has them open: the log, and the memory in which the programs
/// agree on what is in it. Who has another one than the others reads nothing of theirs, and writes over
/// it: SQLite itself never looks again which file has the name.
struct Companions {
  private let store: String
  let log: String
  let memory: String
  private let own: [FileIdentity?]
  private var length = 0

  /// - Parameter store: the path of a store that a connection of this process has read.
  /// - Returns: nil where they are others each time that one looks, as on some file systems (FUSE, without
  ///   stable inodes): nothing can be told of them then. One that is not there any more has been taken away.
  init?(of store: String) {
    self.store = store
    log = store + "-wal"
    memory = store + "-shm"
    let looks = (1...3).map { [log, memory] _ in
      [log, memory].map { FileIdentity(at: $0, followsLink: false) }
    }
    // Somebody may have replaced one since it was opened.
    guard looks[0] == looks[1] || looks[1] == looks[2] else { return nil }
    own = looks[0]
    noteLength()
  }

  /// Keeps in mind how long the log is.
  mutating func noteLength() { length = Companions.status(log).map { Int($0.st_size) } ?? 0 }

  /// The first whose name is another file's by now, or nobody's; nil where there is none.
  var stray: String? {
    zip([log, memory], own).first { !Companions.is($1, at: $0) }?.0
  }

  /// Whether the store itself has no bytes.
  var isStoreEmpty: Bool { Companions.status(store)?.st_size == 0 }

  /// Whether the log is shorter than it was.
  var isCut: Bool { Companions.status(log).map { $0.st_size < length } ?? false }

  /// Whether the log's name is not this log's any more.
  var hasLostLog: Bool { !Companions.is(own[0], at: log) }

  /// Whether somebody has written another log meanwhile.
  var hasOtherLog: Bool { hasLostLog && Companions.status(log).map { $0.st_size > 0 } ?? false }

  /// A folder that may not be looked into any more says nothing of the files in it.
  private static func `is`(_ file: FileIdentity?, at path: String) -> Bool {
    guard let other = FileIdentity(at: path, followsLink: false) else {
      return errno != ENOENT && errno != ENOTDIR
    }
    return other == file
  }

  private static func status(_ path: String) -> stat? {
    var status = stat()
    return lstat(path, &status) == 0 ? status : nil
  }
}
