import Reminders
import Store

/// How a user names a reminder.
enum ReminderID: Equatable {
  case number(Int64)
  /// A number beyond any that was ever given out, as it was typed.
  case beyond(String)
  /// The one that was shown or announced last and has not been answered.
  case last

  static let lastWord = Failure.UnknownReminder.last

  /// `7`, `#7` or `last`; nil for any other word.
  init?(_ word: String) {
    if word == ReminderID.lastWord {
      self = .last
      return
    }
    let digits = word.utf8.first == UInt8(ascii: "#") ? word.dropFirst() : word[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit) else { return nil }
    self = Int64(digits).map(ReminderID.number) ?? .beyond(String(digits))
  }

  /// As the user would write it.
  var word: String {
    switch self {
    case .number(let id): String(id)
    case .beyond(let digits): digits
    case .last: ReminderID.lastWord
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
    guard let word = arguments.words.first else {
      throw Failure.missingID(verb: arguments.verb.name, next: try next(context))
    }
    return try id(word)
  }

  /// The one that a word names.
  static func id(_ word: String) throws -> ReminderID {
    guard let id = ReminderID(word) else { throw Failure.notAnID(word) }
    return id
  }

  /// Those that come next, to choose from.
  private static func next(_ context: Context) throws -> [String] {
    let rows = try PagedList(open: try context.reader(), context, limit: 5).next()
      .map { Row($0, context) }
    let widths = Row.Widths(rows)
    return rows.map { $0.line(widths, context.terminal) }
  }

  /// Its number in `store`.
  func number(in store: ReminderStore) throws -> Int64 {
    switch self {
    case .number(let id): return id
    case .beyond: throw unknown
    case .last:
      guard let id = try store.lastUnanswered() else { throw unknown }
      return id
    }
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
    var numbers: [Int64] = []
    for id in self {
      let number = try id.number(in: store)
      if !numbers.contains(number) { numbers.append(number) }
    }
    return numbers
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
    let entry = try store.entry(of: id)
    return Failure.UnknownReminder(
      id: String(id), state: entry?.state, closed: try closingTime(of: id, in: store))
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
