/// What is wrong with a store.
package enum Flaw: Sendable, Equatable {
  /// SQLite's own English sentence about the file.
  case file(String)
  /// Something stands in it that never was written.
  case nonsense
  /// The options of a reminder are none.
  case options(of: Int64)
  /// When a reminder comes, or comes again, cannot be read.
  case trigger(of: Int64)
  /// A reminder has no time at all: nothing would ever be seen of it.
  case time(of: Int64)
}
