import CSQLite
import CivilTime
import Reminders

/// A prepared statement; values are bound by position, from 1.
final class Statement {
  let sql: String
  private let handle: OpaquePointer
  // It lives as long as its statements: `Database.deinit` lets them go first.
  private unowned let database: Database

  /// - Parameter keep: whether it is run again and again.
  init(_ sql: String, on database: Database, keep: Bool = false) throws(StoreError) {
    var made: OpaquePointer?
    let flags = keep ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
    let result = sqlite3_prepare_v3(database.handle, sql, -1, flags, &made, nil)
    guard result == SQLITE_OK, let made else { throw database.failure(sql) }
    self.sql = sql
    handle = made
    self.database = database
  }

  deinit { sqlite3_finalize(handle) }

  /// Runs it to its end with `values`; rows that it answers are passed over.
  func run(_ values: [Value] = []) throws(StoreError) { try each(values) { _ in } }

  /// What `read` makes of the first row that it answers.
  func row<Result>(
    _ values: [Value] = [], read: (Row) throws(StoreError) -> Result?
  ) throws(StoreError) -> Result? {
    var (first, isFirst) = (Result?.none, true)
    try each(values) { (row) throws(StoreError) in
      if isFirst { first = try read(row) }
      isFirst = false
    }
    return first
  }

  /// What `read` makes of every row that it answers; nothing of those of which it makes nil.
  func rows<Result>(
    _ values: [Value] = [], read: (Row) throws(StoreError) -> Result?
  ) throws(StoreError) -> [Result] {
    var all: [Result] = []
    try each(values) { (row) throws(StoreError) in
      if let one = try read(row) { all.append(one) }
    }
    return all
  }

  private func each(
    _ values: [Value], _ visit: (Row) throws(StoreError) -> Void
  ) throws(StoreError) {
    defer {
      sqlite3_reset(handle)
      sqlite3_clear_bindings(handle)
    }
    for (index, value) in values.enumerated() { value.bind(to: handle, at: Int32(index + 1)) }
    while true {
      switch sqlite3_step(handle) {
      case SQLITE_ROW: try visit(Row(handle: handle))
      case SQLITE_DONE: return
      default: throw database.failure(sql)
      }
    }
  }
}

/// A value on its way into a statement. Text is always bound, never part of the SQL.
enum Value: Sendable {
  case null
  case integer(Int64)
  case text(String)
  case bytes([UInt8])

  init(_ number: Int64?) { self = number.map(Value.integer) ?? .null }
  init(_ number: Int) { self = .integer(Int64(number)) }
  init(_ flag: Bool) { self = .integer(flag ? 1 : 0) }
  init(_ text: String?) { self = text.map(Value.text) ?? .null }
  init(_ instant: Instant) { self = .integer(instant.milliseconds) }
  /// A list for `IN (SELECT value FROM json_each(?))`.
  init(_ numbers: [Int64]) { self = .text(JSON.array(numbers.map(JSON.number)).text) }
  init(_ words: [String]) { self = .text(JSON.array(words.map(JSON.string)).text) }

  fileprivate func bind(to handle: OpaquePointer, at index: Int32) {
    switch self {
    case .null: sqlite3_bind_null(handle, index)
    case .integer(let number): sqlite3_bind_int64(handle, index, number)
    case .bytes(let bytes):
      // Of no length it is no blob to SQLite but NULL, unless there is an address.
      bytes.withUnsafeBytes { buffer in
        _ = sqlite3_bind_blob64(
          handle, index, buffer.baseAddress ?? UnsafeRawPointer(bitPattern: 1),
          UInt64(buffer.count), unsafeBitCast(-1, to: sqlite3_destructor_type.self))
      }
    case .text(var text):
      text.withUTF8 { bytes in
        // SQLite copies it before the call returns (SQLITE_TRANSIENT, a macro of -1).
        _ = sqlite3_bind_text(
          handle, index, UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self),
          Int32(bytes.count), unsafeBitCast(-1, to: sqlite3_destructor_type.self))
      }
    }
  }
}

/// The row at which a statement stands; valid only inside the closure that received it.
package struct Row {
  fileprivate let handle: OpaquePointer

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  func optionalInteger(_ column: Int32) -> Int64? {
    sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : integer(column)
  }

  func flag(_ column: Int32) -> Bool { integer(column) != 0 }

  /// A number of things: from 0 on, and not beyond what can be counted.
  func count(_ column: Int32) -> Int { Int(min(max(integer(column), 0), 1 << 31)) }

  /// A length of time in milliseconds, forward or back, of ten thousand years at most: adding such to each
  /// other never overflows, even if the store was edited.
  func length(_ column: Int32) -> Int64 { Row.bounded(integer(column)) }

  func optionalLength(_ column: Int32) -> Int64? { optionalInteger(column).map(Row.bounded) }

  private static func bounded(_ number: Int64) -> Int64 {
    min(max(number, -Instant.latest.milliseconds), Instant.latest.milliseconds)
  }

  func text(_ column: Int32) -> String { optionalText(column) ?? "" }

  func optionalText(_ column: Int32) -> String? {
    guard let bytes = sqlite3_column_text(handle, column) else { return nil }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// The word's case; nil for NULL, and for a word that this program does not know.
  func word<Word: RawRepresentable<String>>(_ column: Int32) -> Word? {
    optionalText(column).flatMap(Word.init(rawValue:))
  }

  func bytes(_ column: Int32) -> [UInt8] {
    guard let bytes = sqlite3_column_blob(handle, column) else { return [] }
    let count = Int(sqlite3_column_bytes(handle, column))
    return Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }

  /// An instant; a number beyond `Instant.earliest` or `latest` becomes the nearest of them.
  func instant(_ column: Int32) -> Instant { Instant(stored: integer(column)) }

  func optionalInstant(_ column: Int32) -> Instant? {
    optionalInteger(column).map(Instant.init(stored:))
  }
}

extension Instant {
  /// As a store has it, which may have been edited.
  init(stored milliseconds: Int64) {
    self.init(
      milliseconds: min(
        max(milliseconds, Instant.earliest.milliseconds), Instant.latest.milliseconds))
  }
}
