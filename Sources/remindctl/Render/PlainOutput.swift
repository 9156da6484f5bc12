import Configuration
import Reminders
import Scheduler

/// `{"schema":1,"reminders":[…]}`, a line for each of them.
struct JSONList {
  /// What they are together.
  let name: String
  /// The next page, a JSON text for each of them; an empty one at the end.
  let next: () throws -> [String]

  var output: Output {
    var isFirst = true
    var isDone = false
    return .pieces {
      guard !isDone else { return nil }
      let page = try next()
      var text = ""
      if isFirst { text += #"{"schema":1,"\#(name)":["# }
      for item in page {
        text += isFirst ? "\n" : ",\n"
        text += item
        isFirst = false
      }
      if page.isEmpty {
        isDone = true
        text += "\n]}\n"
      }
      return text
    }
  }
}

extension JSONList {
  init(_ pages: any PagedList) {
    name = pages.name
    next = {
      try pages.next().map { JSON.object(pages.members(of: $0)).text }
    }
  }
}

/// A line for each: id, time (RFC 3339), state and text, with tabs between them; the text with the
/// escapes of JSON.
struct PlainList {
  let pages: any PagedList

  init(_ pages: any PagedList) { self.pages = pages }

  var output: Output {
    .pieces {
      let page = try pages.next()
      guard !page.isEmpty else { return nil }
      return page.map(line).joined()
    }
  }

  private func line(_ entry: Entry) -> String {
    let time = pages.time(of: entry).rfc3339(in: pages.context.local.zone)
    let text = JSON.escaped(entry.text ?? Product.defaultTitle)
    return "\(entry.id)\t\(time)\t\(entry.state.rawValue)\t\(text)\n"
  }
}
