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

/// A line for each: id, time (RFC 3339), state and text, with tabs between them.
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
    let text = PlainList.escaped(entry.text ?? Product.defaultTitle)
    let shown = pages.context.terminal.isOutput ? VisibleText.line(text) : text
    return "\(entry.id)\t\(time)\t\(entry.state.rawValue)\t\(shown)\n"
  }

  /// The text on one line: what separates lines and columns is escaped, and the escape itself.
  static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 92 || $0 == 9 || $0 == 10 || $0 == 13 }) else {
      return text
    }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "\t": result += "\\t"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
