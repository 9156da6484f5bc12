/// Reads JSON (RFC 8259) with SQLite's own functions, in a database that is nowhere.
package final class JSONReader {
  /// What stands behind a member's name.
  package enum Value: Sendable, Equatable {
    case string(String)
    case null
    /// A number, true or false, an array, an object.
    case other
  }

  private let database: Database

  package init() throws(StoreError) {
    do { database = try Database(path: ":memory:", access: .writer, busy: 0) } catch {
      throw .database(error)
    }
  }

  /// The members of the object that `text` is, in their order; nil where it is none.
  ///
  /// Text with a NUL character in it, escaped or not, is none either: SQLite would end there.
  package func members(of text: String) throws(StoreError) -> [(name: String, value: Value)]? {
    guard !text.utf8.contains(0) else { return nil }
    do throws(SQLiteError) {
      let isObject = try database.statement(
        """
        SELECT CASE WHEN json_valid(?1) AND NOT instr(?1, '\\u0000') THEN json_type(?1) END
        """
      ).row(.text(text)) { $0.optionalText(0) == "object" }
      guard isObject == true else { return nil }
      return try database.statement("SELECT key, type, atom FROM json_each(?)").rows(.text(text)) {
        let value: Value =
          switch $0.text(1) {
          case "text": .string($0.text(2))
          case "null": .null
          default: .other
          }
        return ($0.text(0), value)
      }
    } catch { throw .database(error) }
  }
}
