import Scheduler

/// The ids that a verb is given.
enum ReminderID {
  /// Each of them once, in their order; at least one.
  static func all(in arguments: Arguments, _ context: Context) throws(Failure) -> [Int64] {
    var ids: [Int64] = []
    for word in arguments.words {
      let id = try ReminderID.id(word)
      if !ids.contains(id) { ids.append(id) }
    }
    guard !ids.isEmpty else {
      throw .usage(.missingID(verb: arguments.verb.name, next: try next(context)))
    }
    return ids
  }

  /// `7`, or `#7`.
  private static func id(_ word: String) throws(Failure) -> Int64 {
    let digits = word.utf8.first == UInt8(ascii: "#") ? word.dropFirst() : word[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit) else {
      throw .usage(.notAnID(word))
    }
    // Beyond any number that was ever given out.
    guard let id = Int64(digits) else { throw .noSuchReminder([(String(digits), nil)]) }
    return id
  }

  /// Those that come next, to choose from.
  private static func next(_ context: Context) throws(Failure) -> [String] {
    let entries = try EntryPages(store: try context.reader(), context: context, limit: 5).next()
    let rows = entries.map { Row($0, context) }
    let widths = Row.Widths(rows)
    return rows.map { $0.line(widths, context.terminal) }
  }
}

extension Arguments {
  func expectNoWords() throws(Failure) {
    if let word = words.first { throw .usage(.needlessWord(word, verb: verb.name)) }
  }
}
