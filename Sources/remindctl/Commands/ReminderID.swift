import Reminders
import Scheduler
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

  /// Those that a verb is given; at least one.
  static func all(in arguments: Arguments, _ context: Context) throws -> [ReminderID] {
    try [first(in: arguments, context)] + arguments.words.dropFirst().map(id)
  }

  /// The only one that a verb is given.
  static func one(in arguments: Arguments, _ context: Context) throws -> ReminderID {
    let id = try first(in: arguments, context)
    guard arguments.words.count == 1 else {
      throw Failure.usage(.needlessWord(arguments.words[1], verb: arguments.verb.name))
    }
    return id
  }

  /// The one that a verb's words begin with.
  static func first(in arguments: Arguments, _ context: Context) throws -> ReminderID {
    guard let word = arguments.words.first else {
      throw Failure.usage(.missingID(verb: arguments.verb.name, next: try next(context)))
    }
    return try id(word)
  }

  /// The one that a word names.
  static func id(_ word: String) throws -> ReminderID {
    guard let id = ReminderID(word) else { throw Failure.usage(.notAnID(word)) }
    return id
  }

  /// Those that come next, to choose from.
  private static func next(_ context: Context) throws -> [String] {
    let entries = try OpenReminders(store: try context.reader(), context: context, limit: 5).next()
    let rows = entries.map { Row($0, context) }
    let widths = Row.Widths(rows)
    return rows.map { $0.line(widths, context.terminal) }
  }

  /// Its number in `store`; nil where that is not there yet.
  func number(in store: ReminderStore?, _ context: Context) throws -> Int64 {
    switch self {
    case .number(let id): return id
    case .beyond: throw unknown
    case .last:
      guard let id = try store?.lastUnanswered() else { throw unknown }
      return id
    }
  }

  /// What is to be said where there is no such reminder.
  var unknown: Failure { .noSuchReminder([Failure.UnknownReminder(id: word)]) }
}

extension [ReminderID] {
  /// The numbers of all, each once.
  func numbers(in store: ReminderStore, _ context: Context) throws -> [Int64] {
    var numbers: [Int64] = []
    for id in self {
      let number = try id.number(in: store, context)
      if !numbers.contains(number) { numbers.append(number) }
    }
    return numbers
  }

  /// The store to write; where there is none yet, there is none of these either.
  func writer(_ context: Context) throws -> ReminderStore {
    guard let store = try context.existingWriter() else {
      throw Failure.noSuchReminder(map { Failure.UnknownReminder(id: $0.word) })
    }
    return store
  }
}

extension Context {
  /// What is to be said where nothing of the reminder `id` waits for anything.
  func unknown(
    _ id: Int64, in store: ReminderStore
  ) throws -> Failure.UnknownReminder {
    let entry = try store.entry(of: id)
    return Failure.UnknownReminder(id: String(id), state: entry?.state, closed: closing(entry))
  }

  /// When the popup of a reminder was closed that ended by that.
  private func closing(_ entry: Entry?) -> String? {
    guard let entry, entry.state == .dismissed else { return nil }
    return entry.ended.map(when)
  }

  /// The same of the reminder `id`.
  func closing(of id: Int64, in store: ReminderStore) throws -> String? {
    closing(try store.entry(of: id))
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
