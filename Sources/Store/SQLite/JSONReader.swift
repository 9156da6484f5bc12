/// Reads JSON (RFC 8259) with SQLite's own functions, in a database in memory.
package final class JSONReader {
  /// The value of a member.
  package enum Value: Sendable, Equatable {
    case string(String)
    case null
    /// A number, true or false, an array, an object.
    case other
  }

  private let database: Database

  package init() throws(StoreError) { database = try Database() }

  /// The members of the object that `text` is, in their order; nil if it is none.
  ///
  /// Text with a NUL character in it, escaped or not, is none either: SQLite would end there.
  package func members(of text: String) throws(StoreError) -> [(name: String, value: Value)]? {
    guard !text.utf8.contains(0) else { return nil }
    let type = try database.row(
      "SELECT CASE WHEN json_valid(?1) AND NOT instr(?1, '\\u0000') THEN json_type(?1) END",
      .text(text)
    ) { $0.optionalText(0) }
    guard type == "object" else { return nil }
    return try database.rows("SELECT key, type, atom FROM json_each(?)", .text(text)) { row in
      switch row.text(1) {
      case "text": (row.text(0), .string(row.text(2)))
      case "null": (row.text(0), .null)
      default: (row.text(0), .other)
      }
    }
  }
}
