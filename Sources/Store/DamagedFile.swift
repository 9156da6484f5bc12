import Glibc

/// The pages of a store that SQLite cannot read any more, each as it was committed last: from the
/// write-ahead log where that has it, otherwise from the file (https://www.sqlite.org/fileformat2.html).
/// Nothing is believed: a page that cannot be read is nothing but zeros.
final class DamagedFile {
  /// Bytes of a page. All our stores have SQLite's default; what the file's head says may be damaged.
  let pageSize = 4096
  /// How many pages there are, in the file and in the log.
  private(set) var pageCount = 0
  private let file: Int32
  private let log: Int32
  /// Where in the log the newest committed copy of a page is.
  private var logged: [UInt32: Int] = [:]

  /// - Throws: `folder` where there is nothing to read.
  init(_ path: String) throws(StoreError) {
    file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    log = open(path + "-wal", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else {
      let code = errno
      if log >= 0 { close(log) }
      throw .folder(path: path, errno: code)
    }
    var status = stat()
    if fstat(file, &status) == 0 { pageCount = (Int(status.st_size) + pageSize - 1) / pageSize }
    readLog()
  }

  deinit {
    close(file)
    if log >= 0 { close(log) }
  }

  /// A page by its number, from 1.
  package func page(_ number: UInt32) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: pageSize)
    guard number > 0 else { return bytes }
    if let offset = logged[number] {
      _ = pread(log, &bytes, pageSize, offset)
    } else {
      _ = pread(file, &bytes, pageSize, (Int(number) - 1) * pageSize)
    }
    return bytes
  }

  /// Whether there is nothing in it but zeros: what a file system leaves after a power cut.
  var isZeros: Bool {
    for number in 0..<pageCount where page(UInt32(number + 1)).contains(where: { $0 != 0 }) {
      return false
    }
    return true
  }

  /// Finds the pages of every whole transaction: salts and running checksums say where it ends.
  private func readLog() {
    var head = [UInt8](repeating: 0, count: 32)
    guard log >= 0, pread(log, &head, 32, 0) == 32, head.word(0) & ~1 == 0x377f_0682,
      head.word(8) == pageSize
    else { return }
    let isBig = head.word(0) & 1 == 1
    var sum = Checksum(isBig: isBig)
    sum.add(head[..<24])
    guard sum.first == head.word(24), sum.second == head.word(28) else { return }
    var open: [UInt32: Int] = [:]
    var frame = [UInt8](repeating: 0, count: 24 + pageSize)
    var offset = 32
    while pread(log, &frame, frame.count, offset) == frame.count,
      frame.word(8) == head.word(16), frame.word(12) == head.word(20), frame.word(0) > 0
    {
      sum.add(frame[..<8])
      sum.add(frame[24...])
      guard sum.first == frame.word(16), sum.second == frame.word(20) else { return }
      open[frame.word(0)] = offset + 24
      if frame.word(4) > 0 {  // The last one of a transaction.
        logged.merge(open) { $1 }
        pageCount = max(pageCount, Int(frame.word(4)))
        open = [:]
      }
      offset += frame.count
    }
  }

  /// The log's checksum, over what was added so far.
  private struct Checksum {
    let isBig: Bool
    var first: UInt32 = 0
    var second: UInt32 = 0

    mutating func add(_ bytes: ArraySlice<UInt8>) {
      var at = bytes.startIndex
      while at + 8 <= bytes.endIndex {
        first = first &+ word(bytes, at) &+ second
        second = second &+ word(bytes, at + 4) &+ first
        at += 8
      }
    }

    private func word(_ bytes: ArraySlice<UInt8>, _ at: Int) -> UInt32 {
      let big = bytes.word(at)
      return isBig ? big : big.byteSwapped
    }

    init(isBig: Bool) { self.isBig = isBig }
  }
}

extension RandomAccessCollection where Element == UInt8, Index == Int {
  /// The big-endian number of four bytes at `at`.
  package func word(_ at: Int) -> UInt32 {
    UInt32(self[at]) << 24 | UInt32(self[at + 1]) << 16 | UInt32(self[at + 2]) << 8
      | UInt32(self[at + 3])
  }
}
