import Scheduler

extension Verb {
  static let list = Verb(
    "list", aliases: ["ls"], operands: Words.Help.listOperands, summary: Words.Help.listSummary,
    details: Words.Help.listDetails, options: [.limit, .json, .plain],
    examples: ["list", "list --json -n 5"]
  ) { arguments, context throws(Failure) in
    try arguments.expectNoWords()
    if arguments.has(.json), arguments.has(.plain) {
      throw .usage(.notTogether(Option.json.name, Option.plain.name))
    }
    let limit = try arguments.number(.limit, from: 1)
    let isForPeople = !arguments.has(.json) && !arguments.has(.plain)
    let entries = EntryPages(
      store: try context.reader(), context: context,
      limit: limit ?? (isForPeople && context.terminal.isOutput ? 50 : nil))
    var report = Report()
    if arguments.has(.json) {
      report.output = JSONList(entries).output
    } else if arguments.has(.plain) {
      report.output = PlainList(entries).output
    } else {
      let first = try entries.next()
      if first.isEmpty { report.remarks.append(Words.nothingToCome) }
      // Behind a pager nobody would see it.
      if !first.isEmpty, context.terminal.isOutput, try context.daemon() == nil {
        report.remarks.append(Words.unserved)
      }
      report.output = PeoplesList(entries, first: first).output
    }
    return .done(report)
  }
}

/// What is not finished, page by page: first what is due and not shown yet, then what is to come.
/// No transaction is open between pages, so that nobody waits for a reader.
final class EntryPages {
  private static let size = 500

  private let store: ReminderStore?
  let context: Context
  private var left: Int
  private var key = PageKey.start
  /// Whether the next page begins with what has fired.
  private var isOutstanding = true

  /// - Parameter limit: how many entries at most; nil for all.
  init(store: ReminderStore?, context: Context, limit: Int?) {
    self.store = store
    self.context = context
    left = limit ?? .max
  }

  /// The next page, in the order of due times; an empty one at the end.
  func next() throws(Failure) -> [Entry] {
    guard let store, left > 0 else { return [] }
    let size = min(EntryPages.size, left)
    if isOutstanding {
      let page = try context.attempt { () throws(StoreError) in
        try store.outstanding(after: key, limit: size)
      }
      if !page.isEmpty { return taken(page) }
      isOutstanding = false
      key = .start
    }
    return taken(
      try context.attempt { () throws(StoreError) in try store.pending(after: key, limit: size) })
  }

  private func taken(_ page: [Entry]) -> [Entry] {
    if let last = page.last { key = last.pageKey }
    left -= page.count
    return page
  }

  /// How many there are behind what was taken; nil for more than a thousand.
  func rest() throws(Failure) -> Int? {
    guard let store else { return 0 }
    let few = 1000
    return try context.attempt { () throws(StoreError) in
      var count = 0
      if isOutstanding { count += try store.outstanding(after: key, limit: few + 1).count }
      if count <= few {
        count += try store.pending(after: isOutstanding ? .start : key, limit: few + 1).count
      }
      return count > few ? nil : count
    }
  }
}
