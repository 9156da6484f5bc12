import Localization
import Reminders
import Store
import System

extension Command {
  func runForget() throws -> Interaction {
    let entries = try finishedEntries()
    guard !entries.isEmpty else {
      return .done(
        isJSON ? try forget([]) : CommandResult(remarks: [tr("There is nothing to forget.")]))
    }
    return try confirmed(
      tr(
        entries.count, "Forget {n} reminder for good? [y/N] ",
        "Forget {n} reminders for good? [y/N] ")
    ) { try forget(entries) }
  }

  /// What is meant, each reminder once. All of it is finished.
  private func finishedEntries() throws -> [Entry] {
    guard let date = args.value(.beforeDate) else {
      return try finished(try ReminderID.all(in: args, context))
    }
    try args.expectNoWords(with: .beforeDate)
    let end = try context.pastTime(date)
    guard let store = try context.reader() else { return [] }
    return try store.finished(before: end, shownAfter: context.shownAfter)
      .compactMap { try store.entry(of: $0) }
  }

  private func finished(_ ids: [ReminderID]) throws -> [Entry] {
    guard let store = try context.reader() else { throw ids.unknown }
    var entries: [Entry] = []
    var unknown: [Failure.UnknownReminder] = []
    var (unfinished, mailed): ([Int64], [Int64]) = ([], [])
    for id in try ids.numbers(in: store) {
      if let entry = try store.entry(of: id) {
        entries.append(entry)
      } else {
        unknown.append(Failure.UnknownReminder(id: String(id)))
      }
      if try store.isUnfinished(id, shownAfter: context.shownAfter) {
        unfinished.append(id)
      } else if try store.has(.mails(of: id)) {
        mailed.append(id)
      }
    }
    guard unknown.isEmpty else { throw Failure.noSuchReminder(unknown) }
    guard unfinished.isEmpty else { throw Failure.unfinished(unfinished) }
    guard mailed.isEmpty else { throw Failure.mailWaits(mailed) }
    return entries
  }

  private func forget(_ entries: [Entry]) throws -> CommandResult {
    // Whether nothing of them is left in the store's own files.
    let isErased =
      entries.isEmpty ? true : try context.existingWriter()?.forget(entries.map(\.id)) ?? true
    let paths = try context.paths()
    // What else beside the store may have their texts: copies that are being made, and stores that were
    // kept aside since one of them was made.
    var (unfinished, kept): ([String], [String]) = ([], [])
    if let first = entries.map(\.created).min() {
      (unfinished, kept) = (paths.removeOrphans(), paths.keptStores(holding: first))
    }
    if paths.hasSpool { for entry in entries { paths.removeMail(of: entry.uid) } }
    let lines =
      entries.count > 20
      ? [tr(entries.count, "{n} reminder forgotten", "{n} reminders forgotten")]
      : entries.map { tr("{id}  {text}  forgotten", ["id": String($0.id), "text": $0.title]) }
    var remarks =
      isErased
      ? []
      : [
        tr(
          """
          The texts are gone from the store, but another program is reading its log just now: they are \
          erased from the file at the next `remindctl forget`, or when that program is through.
          """)
      ]
    remarks += unfinished.map {
      tr(
        "{path} is being written just now, and may have the texts.", ["path": VisibleText.line($0)])
    }
    if !kept.isEmpty {
      remarks += [
        tr("Stores that were kept aside may still have the texts; this removes them:"),
        "rm " + spaced(kept.map(\.shellWord)),
      ]
    }
    return answer(
      json: [
        ("forgotten", .array(entries.map { .number($0.id) })),
        ("erased", .boolean(isErased && unfinished.isEmpty && kept.isEmpty)),
        ("kept", .texts(unfinished + kept)),
      ], text: lines.lines, remarks: remarks, hasChanged: true)
  }
}
