import Reminders
import Store

/// How a user names a reminder: by its number, or as the `last` one, that was shown or announced last
/// and has not been answered.
struct ReminderID: Equatable {
  /// As the user would write it. A number may be beyond any that was ever given out.
  let word: String

  static let last = ReminderID(word: Failure.UnknownReminder.last)

  private init(word: String) { self.word = word }

  /// `7`, `#7` or `last`; nil for any other word.
  init?(_ typed: String) {
    let digits = typed.utf8.first == UInt8(ascii: "#") ? typed.dropFirst() : typed[...]
    if typed == ReminderID.last.word {
      word = typed
    } else if !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit) {
      word = Int64(digits).map { String($0) } ?? String(digits)
    } else {
      return nil
    }
  }

  /// Those that a command is given; at least one.
  static func all(in arguments: Arguments, _ context: Context) throws -> [ReminderID] {
    try [first(in: arguments, context)] + arguments.words.dropFirst().map(id)
  }

  /// The only one that a command is given.
  static func one(in arguments: Arguments, _ context: Context) throws -> ReminderID {
    let id = try first(in: arguments, context)
    try arguments.expectWords(atMost: 1)
    return id
  }

  /// The one that a command's words begin with.
  static func first(in arguments: Arguments, _ context: Context) throws -> ReminderID {
    if let word = arguments.words.first { return try id(word) }
    // Those that come next, to choose from.
    let next = try PagedList(.open, of: try context.reader(), context, limit: 5).next()
    let lines = Row.lines(next.map { Row($0, context) }, context.terminal)
    throw Failure.missingID(verb: arguments.verb.name, next: lines)
  }

  /// The one that a word names.
  static func id(_ word: String) throws -> ReminderID {
    guard let id = ReminderID(word) else { throw Failure.notAnID(word) }
    return id
  }

  /// Its number in `store`.
  func number(in store: ReminderStore) throws -> Int64 {
    let number = self == .last ? try store.lastUnanswered() : Int64(word)
    guard let number else { throw unknown }
    return number
  }

  /// The reminder that it names, and the store that has it.
  func found(in store: ReminderStore?) throws -> (store: ReminderStore, entry: Entry) {
    guard let store, let entry = try store.entry(of: try number(in: store)) else { throw unknown }
    return (store, entry)
  }

  /// The error if there is no such reminder.
  var unknown: Failure { [self].unknown }
}

extension [ReminderID] {
  /// The numbers of all, each once.
  func numbers(in store: ReminderStore) throws -> [Int64] {
    try reduce(into: []) { numbers, id in
      let number = try id.number(in: store)
      if !numbers.contains(number) { numbers.append(number) }
    }
  }

  /// The store to write; if there is none yet, there is none of these either.
  func writer(_ context: Context) throws -> ReminderStore {
    guard let store = try context.existingWriter() else { throw unknown }
    return store
  }

  var unknown: Failure { .noSuchReminder(map { Failure.UnknownReminder(id: $0.word) }) }
}

extension Context {
  /// The error if nothing of the reminder `id` is open.
  func unknown(_ id: Int64, in store: ReminderStore) throws -> Failure.UnknownReminder {
    let state = try store.entry(of: id)?.state
    return Failure.UnknownReminder(
      id: String(id), state: state, closed: try closingTime(of: id, in: store))
  }

  /// When the popup of a reminder was closed that ended by that.
  func closingTime(of id: Int64, in store: ReminderStore) throws -> String? {
    guard let entry = try store.entry(of: id), entry.state == .dismissed else { return nil }
    return entry.ended.map(when)
  }

  /// The occurrence that an answer to the reminder is about.
  func target(of id: Int64, in store: ReminderStore) throws -> DueOccurrence {
    if let target = try store.target(of: id) { return target }
    throw Failure.noSuchReminder([try unknown(id, in: store)])
  }

  /// The row of an occurrence that is known to be there.
  func entry(of occurrence: Int64, in store: ReminderStore) throws -> Entry {
    if let entry = try store.entry(ofOccurrence: occurrence) { return entry }
    throw Failure.noSuchReminder([])
  }
}
