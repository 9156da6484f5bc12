import Scheduler

/// `{"schema":1,"reminders":[…]}`, a line for each of them.
struct JSONList {
  let pages: any Pages

  init(_ pages: any Pages) { self.pages = pages }

  var output: Output {
    var isFirst = true
    var isDone = false
    return .pieces { () throws(Failure) in
      guard !isDone else { return nil }
      let page = try pages.next()
      var text = ""
      if isFirst { text += #"{"schema":1,"\#(pages.name)":["# }
      for entry in page {
        text += isFirst ? "\n" : ",\n"
        text += JSON.object(pages.members(of: entry)).text
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

/// A line for each: id, time (RFC 3339), state and text, with tabs between them; the text with the
/// escapes of JSON.
struct PlainList {
  let pages: any Pages

  init(_ pages: any Pages) { self.pages = pages }

  var output: Output {
    .pieces { () throws(Failure) in
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
