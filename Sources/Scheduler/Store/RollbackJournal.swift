import Glibc
import System

/// What stands where SQLite has its journal while it changes a database in place. Whoever opens the database
/// plays it back into it, where nobody is at it any more, and deletes it
/// (https://www.sqlite.org/fileformat2.html#the_rollback_journal): whatever it is, and also where the
/// database keeps a write-ahead log, to which none belongs.
enum RollbackJournal {
  /// Whether a file at `path` that is not empty is none of the store's. Its own are those of a store that keeps
  /// no log yet (a copy made by sqlite3(1)), and the one with which it begins to keep one, or ceases to:
  /// that changes the first page alone, or makes it.
  static func isForeign(_ path: String, to store: String) -> Bool {
    guard let journal = FileIdentity(at: path, followsLink: false),
      !belongs(path, to: store)
    else { return false }
    // One that has gone meanwhile was SQLite's.
    return FileIdentity(at: path, followsLink: false) == journal
  }

  private static func belongs(_ path: String, to store: String) -> Bool {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    // Without the right to read it nobody gets as far as playing it back.
    guard file >= 0 else { return true }
    defer { close(file) }
    let head = read(file, 28)
    // What is ended by zeros is nothing to SQLite.
    guard head.first != 0 else { return true }
    guard head.count == 28, Array(head[..<8]) == magic else { return false }
    let (pages, sector, pageSize) = (number(head, 16), number(head, 20), number(head, 24))
    guard (32...65536).contains(sector), (512...65536).contains(pageSize) else { return false }
    let page = descriptor(of: store).map { read($0, pageSize) } ?? []
    // 2 where it keeps a log.
    if page.count >= 20, page[18...19].allSatisfy({ $0 == 1 }) { return true }
    var status = stat()
    if pages == 0 { return stat(store, &status) != 0 || status.st_size <= pageSize }
    let record = read(file, 4 + pageSize + 5, from: sector)
    guard record.count == 4 + pageSize + 4, page.count == pageSize, number(record, 0) == 1 else {
      return false
    }
    // All but the mode, and when it was changed.
    let before = Array(record[4..<4 + pageSize])
    return before[28..<92] == page[28..<92] && before[100...] == page[100...]
  }

  private static let magic: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]

  private static func number(_ bytes: [UInt8], _ start: Int) -> Int {
    bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func read(_ file: Int32, _ count: Int, from start: Int = 0) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
      length = max(0, pread(file, buffer.baseAddress, count, start))
    }
  }

  /// Of the store's file, and left open: closing it would end the locks that SQLite has on it in this process
  /// (fcntl(2), F_SETLK).
  private static func descriptor(of store: String) -> Int32? {
    guard let file = FileIdentity(at: store, followsLink: false) else { return nil }
    if let kept, kept.file == file { return kept.descriptor }
    let descriptor = open(store, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    kept = (file, descriptor)
    return descriptor
  }

  nonisolated(unsafe) private static var kept: (file: FileIdentity, descriptor: Int32)?
}
