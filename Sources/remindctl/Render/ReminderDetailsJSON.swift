import Reminders
import Scheduler
import Store

/// Everything about one reminder in JSON, page by page.
struct ReminderDetailsJSON {
  private let entry: Entry
  private let store: ReminderStore
  private let context: Context

  init(_ entry: Entry, in store: ReminderStore, _ context: Context) {
    self.entry = entry
    self.store = store
    self.context = context
  }

  var output: Output {
    let id = entry.id
    let lists = [
      list("occurrences") { last in
        let page = try store.occurrences(of: id, after: last)
        return (page.records.map(\.json), page.last)
      },
      list("deliveries") { last in
        let page = try store.deliveries(of: id, after: last)
        return (page.records.map { .object($0.members) }, page.last)
      },
      list("events") { last in
        let page = try store.events(of: id, after: last)
        return (page.records.map { .object($0.members) }, page.last)
      },
    ]
    var rest = lists[...]
    var isBegun = false
    return .pieces {
      guard let next = rest.first else { return nil }
      var text = ""
      if !isBegun {
        isBegun = true
        let head = JSON.object([JSON.schema] + entry.members(in: context.local.zone))
        text = String(head.text.dropLast())
      }
      let (piece, isLast) = try next()
      if isLast { rest.removeFirst() }
      return text + piece + (rest.isEmpty ? "}\n" : "")
    }
  }

  /// A member's text, a piece at a time, and whether that was the last.
  private func list(
    _ name: String,
    _ page: @escaping (Int64?) throws -> (records: [JSON], last: Int64?)
  ) -> () throws -> (String, isLast: Bool) {
    var last: Int64?
    var isEmpty = true
    var isBegun = false
    return {
      let (records, end) = try page(last)
      last = end
      var text = isBegun ? "" : ",\"\(name)\":["
      isBegun = true
      for record in records {
        text += (isEmpty ? "" : ",") + record.text
        isEmpty = false
      }
      return (end == nil ? text + "]" : text, end == nil)
    }
  }
}

extension OccurrenceRecord {
  fileprivate var json: JSON {
    var members: [(name: String, value: JSON)] = [
      ("occurrence", .number(id)), ("due_ms", .number(due.milliseconds)),
      ("state", .string(state.rawValue)), ("missed", .number(Int64(missed))),
      ("snooze", .boolean(isSnooze)),
    ]
    if let fired {
      members.append(("fired_ms", .number(fired.milliseconds)))
      members.append(("late_ms", .number(max(0, fired.since(due)))))
    }
    if let ended { members.append(("ended_ms", .number(ended.milliseconds))) }
    return .object(members)
  }
}
