import CivilTime
import Reminders
import Store
import System

/// What the store has to offer: ids with text and time, and tags. Nothing if it cannot be read.
struct StoreCandidates {
  /// How many ids are offered at most: more would not be read.
  private static let most = 200
  /// How many entries are looked at for them: a key that is pressed must not take seconds.
  private static let farthest = 5000

  private let context: Context
  /// What the ids must begin with, if that is a number.
  private let digits: String

  init(_ context: Context, beginning part: String) {
    self.context = context
    digits = part.utf8.allSatisfy(\.isDigit) ? part : ""
  }

  /// What waits for an answer or is to come; first of all the one that `last` means.
  var open: [Candidate] {
    let entries = entries { _ in true }
    let last = try? context.reader()?.lastUnanswered()
    let lastEntry = entries.first { $0.id == last }
    return (lastEntry.map { [Candidate(ReminderID.lastWord, meaning(of: $0))] } ?? [])
      + entries.map { candidate($0, at: $0.due) }
  }

  /// What is to come again.
  var repeating: [Candidate] {
    entries { $0.trigger.recurrence != nil }.map { candidate($0, at: $0.due) }
  }

  /// What can be forgotten, the last first.
  var forgettable: [Candidate] {
    let store = try? context.reader()
    return past { entry in
      (try? store?.isUnfinished(entry.id, shownAfter: context.shownAfter)) == false
    }
  }

  var all: [Candidate] {
    let open = open
    let known = open.map(\.word)
    return open + past { !known.contains(String($0.id)) }
  }

  /// The tags of what is open.
  var tags: [Candidate] {
    var tags: [Candidate] = []
    for entry in StoreCandidates(context, beginning: "").entries({ $0.options.tag != nil }) {
      guard let tag = entry.options.tag, !tags.contains(where: { $0.word == tag }) else { continue }
      tags.append(Candidate(tag, meaning(of: entry)))
    }
    return tags
  }

  private func past(where isMeant: (Entry) -> Bool) -> [Candidate] {
    guard let store = try? context.reader() else { return [] }
    let pages = PagedList(past: store, context, limit: Self.farthest)
    return taken(from: pages, where: isMeant).map { candidate($0, at: $0.past) }
  }

  private func entries(_ isMeant: (Entry) -> Bool) -> [Entry] {
    guard let store = try? context.reader() else { return [] }
    let pages = PagedList(open: store, context, limit: Self.farthest)
    return taken(from: pages, where: isMeant)
  }

  /// Each reminder once.
  private func taken(from pages: PagedList, where isMeant: (Entry) -> Bool) -> [Entry] {
    var taken: [Entry] = []
    var ids: Set<Int64> = []
    while taken.count < Self.most, let page = try? pages.next(), !page.isEmpty {
      for entry in page
      where String(entry.id).hasPrefix(digits) && isMeant(entry) && ids.insert(entry.id).inserted {
        taken.append(entry)
      }
    }
    return Array(taken.prefix(Self.most))
  }

  private func candidate(_ entry: Entry, at time: Instant) -> Candidate {
    Candidate(String(entry.id), meaning(of: entry, at: time))
  }

  private func meaning(of entry: Entry, at time: Instant? = nil) -> String {
    let time = time ?? entry.due
    return Messages.created(
      text: VisibleText.cut(entry.title, characters: 40, bytes: 160), when: context.when(time),
      distance: context.distance(to: time))
  }
}
