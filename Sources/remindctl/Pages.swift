import CivilTime
import Reminders
import Scheduler

/// Reminders a page at a time, and how each of them is printed. No transaction is open between pages,
/// so that nobody waits for a reader.
protocol Pages: AnyObject {
  var context: Context { get }
  /// What they are together, in JSON.
  var name: String { get }

  /// The next page; an empty one at the end.
  func next() throws -> [Entry]
  /// How many there are behind what was taken, for people; nil where there is nothing.
  func rest() throws -> String?

  func row(of entry: Entry) -> Row
  func sentence(of entry: Entry) -> String
  func members(of entry: Entry) -> [(name: String, value: JSON)]
  /// The time that its line has.
  func time(of entry: Entry) -> Instant
}
