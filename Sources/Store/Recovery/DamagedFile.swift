import Glibc

/// The pages of a store that SQLite cannot read any more, each as it was committed last: from the
/// write-ahead log if that has it, otherwise from the file (https://www.sqlite.org/fileformat2.html).
/// A page that cannot be read is nothing but zeros.
final class DamagedFile {
  /// Bytes of a page. All our stores have SQLite's default; what the file's head says may be damaged.
  let pageSize = 4096
  /// How many pages there are, in the file and in the log.
  private(set) var pageCount = 0
  private let file: Int32
  private let log: Int32
  /// Where in the log the newest committed copy of a page is.
  private var logged: [UInt32: Int] = [:]

  /// - Throws: `folder` if there is nothing to read.
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
  func page(_ number: UInt32) -> [UInt8] {
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
      for at in stride(from: bytes.startIndex, to: bytes.endIndex - 7, by: 8) {
        first = first &+ word(bytes, at) &+ second
        second = second &+ word(bytes, at + 4) &+ first
      }
    }

    private func word(_ bytes: ArraySlice<UInt8>, _ at: Int) -> UInt32 {
      isBig ? bytes.word(at) : bytes.word(at).byteSwapped
    }
  }
}

extension RandomAccessCollection where Element == UInt8, Index == Int {
  /// The big-endian number of four bytes at `at`.
  func word(_ at: Int) -> UInt32 {
    UInt32(self[at]) << 24 | UInt32(self[at + 1]) << 16 | UInt32(self[at + 2]) << 8
      | UInt32(self[at + 3])
  }
}

/// A row as it stands on a page of a table, of any table.
struct DamagedRow {
  var id: Int64
  var values: [Value]
}

extension DamagedFile {
  /// The rows on a page of a table; none if the page is of anything else, or makes no sense.
  /// The tree above the pages is not asked: it may be what is damaged.
  func rows(on number: UInt32) -> [DamagedRow] {
    let page = page(number)
    let head = number == 1 ? 100 : 0
    guard page[head] == 13 else { return [] }  // A leaf of a table.
    let count = Int(page[head + 3]) << 8 | Int(page[head + 4])
    guard head + 8 + 2 * count <= pageSize else { return [] }
    return (0..<count).compactMap { index in
      let pointer = head + 8 + 2 * index
      let start = Int(page[pointer]) << 8 | Int(page[pointer + 1])
      guard start >= head + 8 + 2 * count else { return nil }
      return row(page, at: start)
    }
  }

  private func row(_ page: [UInt8], at start: Int) -> DamagedRow? {
    var reader = ByteReader(bytes: page[...], position: start)
    guard let length = reader.varint(), let id = reader.varint(), (1...limit).contains(length),
      let payload = payload(page, at: reader.position, length: Int(length)),
      let values = values(payload)
    else { return nil }
    return DamagedRow(id: id, values: values)
  }

  /// Far more than a row of ours has.
  private var limit: Int64 { 64 << 20 }

  /// The bytes of a row, those on overflow pages included.
  private func payload(_ page: [UInt8], at start: Int, length: Int) -> ArraySlice<UInt8>? {
    let most = pageSize - 35
    if length <= most {
      return start + length <= pageSize ? page[start..<start + length] : nil
    }
    let least = (pageSize - 12) * 32 / 255 - 23
    let fitting = least + (length - least) % (pageSize - 4)
    let local = fitting <= most ? fitting : least
    guard start + local + 4 <= pageSize else { return nil }
    var bytes = Array(page[start..<start + local])
    var next = page.word(start + local)
    while bytes.count < length {
      guard next > 0, next <= pageCount else { return nil }
      let overflow = self.page(next)
      bytes += overflow[4..<min(pageSize, 4 + length - bytes.count)]
      next = overflow.word(0)
    }
    return bytes[...]
  }

  /// The columns of a row. Our tables hold integers and text alone.
  private func values(_ payload: ArraySlice<UInt8>) -> [Value]? {
    var head = ByteReader(bytes: payload, position: payload.startIndex)
    guard let length = head.varint(), length > 0, length <= payload.count else { return nil }
    let end = payload.startIndex + Int(length)
    var body = ByteReader(bytes: payload, position: end)
    var values: [Value] = []
    while head.position < end {
      guard let type = head.varint(), let value = body.value(type) else { return nil }
      values.append(value)
    }
    return values
  }
}

/// Reads numbers one after the other; nil beyond the end.
private struct ByteReader {
  let bytes: ArraySlice<UInt8>
  var position: Int

  private mutating func byte() -> UInt8? {
    guard bytes.indices.contains(position) else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  /// A number of one to nine bytes, the high ones first.
  mutating func varint() -> Int64? {
    var number: UInt64 = 0
    for _ in 0..<8 {
      guard let byte = byte() else { return nil }
      number = number << 7 | UInt64(byte & 0x7f)
      if byte < 0x80 { return Int64(bitPattern: number) }
    }
    guard let last = byte() else { return nil }
    return Int64(bitPattern: number << 8 | UInt64(last))
  }

  /// A column's value by its serial type; nil for one that no column of ours has.
  mutating func value(_ type: Int64) -> Value? {
    switch type {
    case 0: return .null
    case 1...6: return integer([1, 2, 3, 4, 6, 8][Int(type) - 1]).map(Value.integer)
    case 8, 9: return .integer(type - 8)
    case 13... where type % 2 == 1:
      let count = Int((type - 13) / 2)
      guard count <= bytes.endIndex - position else { return nil }
      defer { position += count }
      return .text(String(decoding: bytes[position..<position + count], as: UTF8.self))
    default: return nil
    }
  }

  private mutating func integer(_ count: Int) -> Int64? {
    guard let first = byte() else { return nil }
    var number = Int64(Int8(bitPattern: first))
    for _ in 1..<count {
      guard let byte = byte() else { return nil }
      number = number << 8 | Int64(byte)
    }
    return number
  }
}
