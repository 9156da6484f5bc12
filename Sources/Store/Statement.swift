import CSQLite
import CivilTime

/// A prepared statement; values are bound by position, from 1.
package final class Statement {
  private let handle: OpaquePointer
  private let connection: OpaquePointer

  init(_ sql: String, on connection: OpaquePointer, keep: Bool) throws(SQLiteError) {
    var made: OpaquePointer?
    let flags = keep ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
    let result = sqlite3_prepare_v3(connection, sql, -1, flags, &made, nil)
    guard result == SQLITE_OK, let made else {
      throw SQLiteError(of: connection, sql: sql)
    }
    handle = made
    self.connection = connection
  }

  deinit { sqlite3_finalize(handle) }

  /// Runs it to its end with `values`; rows that it answers are passed over.
  package func run(_ values: Value...) throws(SQLiteError) { try each(values) { _ in } }

  /// The same for values that were collected.
  package func run(_ values: [Value]) throws(SQLiteError) { try each(values) { _ in } }

  /// The first row that it answers, read by `read`; nil where there is none.
  package func row<Result>(_ values: Value..., read: (Row) -> Result) throws(SQLiteError) -> Result?
  {
    var first: Result?
    try each(values) { if first == nil { first = read($0) } }
    return first
  }

  /// Every row that it answers, read by `read`.
  package func rows<Result>(_ values: Value..., read: (Row) -> Result) throws(SQLiteError)
    -> [Result]
  {
    var all: [Result] = []
    try each(values) { all.append(read($0)) }
    return all
  }

  private func each(_ values: [Value], _ visit: (Row) -> Void) throws(SQLiteError) {
    defer {
      sqlite3_reset(handle)
      sqlite3_clear_bindings(handle)
    }
    for (index, value) in values.enumerated() { value.bind(to: handle, at: Int32(index + 1)) }
    while true {
      switch sqlite3_step(handle) {
      case SQLITE_ROW: visit(Row(handle: handle))
      case SQLITE_DONE: return
      default:
        throw SQLiteError(of: connection, sql: String(cString: sqlite3_sql(handle)))
      }
    }
  }
}

/// A value on its way into a statement. Text is always bound, never part of the SQL.
package enum Value {
  case null
  case integer(Int64)
  case text(String)
  case bytes([UInt8])

  init(_ number: Int64?) { self = number.map(Value.integer) ?? .null }
  init(_ text: String?) { self = text.map(Value.text) ?? .null }
  init(_ instant: Instant) { self = .integer(instant.milliseconds) }

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

  /// A number of things: from 0 on, and not beyond what can be counted.
  package func count(_ column: Int32) -> Int { Int(min(max(integer(column), 0), 1 << 31)) }

  /// A length of time in milliseconds, forward or back, of ten thousand years at most: whatever stands
  /// in a store, adding such to each other never overflows.
  package func length(_ column: Int32) -> Int64 { Row.bounded(integer(column)) }

  func optionalLength(_ column: Int32) -> Int64? { optionalInteger(column).map(Row.bounded) }

  private static func bounded(_ number: Int64) -> Int64 {
    min(max(number, -Instant.latest.milliseconds), Instant.latest.milliseconds)
  }

  func optionalInteger(_ column: Int32) -> Int64? {
    sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : integer(column)
  }

  func text(_ column: Int32) -> String { optionalText(column) ?? "" }

  func optionalText(_ column: Int32) -> String? {
    guard let bytes = sqlite3_column_text(handle, column) else { return nil }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  func bytes(_ column: Int32) -> [UInt8] {
    guard let bytes = sqlite3_column_blob(handle, column) else { return [] }
    let count = Int(sqlite3_column_bytes(handle, column))
    return Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }

  /// An instant; one that is none (`Instant.earliest`, `latest`) becomes the nearest that is.
  package func instant(_ column: Int32) -> Instant { Instant(stored: integer(column)) }

  func optionalInstant(_ column: Int32) -> Instant? {
    optionalInteger(column).map(Instant.init(stored:))
  }
}

extension Instant {
  /// As a store has it, which anybody may have edited.
  init(stored milliseconds: Int64) {
    self.init(
      milliseconds: min(
        max(milliseconds, Instant.earliest.milliseconds), Instant.latest.milliseconds))
  }
}
