import CCalendar

/// Reads a calendar file and says what is in it.
///
/// What begins and ends where, and on which line, it sees by itself, since libical keeps no line
/// numbers; every value is read by libical.
package struct CalendarReader {
  private var lines: ContentLines
  private var records: Records
  private let goOn: () -> Void

  /// How deep components may lie in one another.
  private static let depth = 16

  /// - Parameters:
  ///   - read: as read(2), of the file.
  ///   - write: takes the records.
  ///   - goOn: called at each component.
  package init(
    read: @escaping (UnsafeMutableRawBufferPointer) -> Int, write: @escaping ([UInt8]) -> Void,
    goOn: @escaping () -> Void
  ) {
    lines = ContentLines(read: read)
    records = Records(write: write)
    self.goOn = goOn
    // What is wrong is asked for, not died of.
    icalerror_set_errors_are_fatal(0)
  }

  /// - Returns: false where the file is broken; that is the last record then.
  package mutating func run() -> Bool {
    defer { records.flush() }
    do throws(FaultFound) {
      let last = try calendars()
      records.put("through", last)
      return true
    } catch {
      records.put("fault", error.line, error.fault.rawValue, error.name, error.value)
      return false
    }
  }

  /// - Returns: the last line.
  private mutating func calendars() throws(FaultFound) -> Int {
    var open: [Component] = []
    var last = 0
    var isAny = false
    while let line = lines.next() {
      last = line.number
      guard let name = line.name else {
        let fault: Fault = isAny ? .notAProperty : .notACalendar
        throw FaultFound(fault: fault, line: line.number, value: line.shown)
      }
      switch name {
      case "BEGIN":
        let begun = line.value.component
        guard !open.isEmpty || begun == "VCALENDAR" else {
          throw FaultFound(fault: .notACalendar, line: line.number, value: line.shown)
        }
        guard open.count < Self.depth else {
          throw FaultFound(fault: .tooDeep, line: line.number, name: begun)
        }
        isAny = true
        if open.isEmpty { records.put("calendar", line.number) }
        open.append(Component(name: begun, line: line.number))
      case "END": try end(line, &open)
      default:
        guard let component = open.last else {
          let fault: Fault = isAny ? .notAProperty : .notACalendar
          throw FaultFound(fault: fault, line: line.number, value: line.shown)
        }
        guard component.wants(name) else { continue }
        guard !line.isTooLong, component.lines.count < Component.limit else {
          throw FaultFound(fault: .tooLong, line: line.number, name: name)
        }
        guard String(validating: line.bytes, as: UTF8.self) != nil, !line.bytes.contains(0) else {
          throw FaultFound(fault: .notUTF8, line: line.number, name: name, value: line.shown)
        }
        if component.name == "VCALENDAR" {
          try header(name, line)
        } else {
          open[open.count - 1].lines.append((name, line))
        }
      }
    }
    if let component = open.last {
      throw FaultFound(fault: .unclosed, line: component.line, name: component.name)
    }
    guard isAny else { throw FaultFound(fault: .notACalendar, line: max(1, last)) }
    return last
  }

  private mutating func end(
    _ line: ContentLine, _ open: inout [Component]
  ) throws(FaultFound) {
    let name = line.value.component
    // What lies within a component ends before it.
    if let inner = open.last, inner.name != name, open.contains(where: { $0.name == name }) {
      throw FaultFound(fault: .unclosed, line: inner.line, name: inner.name)
    }
    guard let component = open.popLast(), name == component.name else {
      throw FaultFound(fault: .wrongEnd, line: line.number, value: line.shown)
    }
    if open.count == 1, open[0].name == "VCALENDAR" {
      goOn()
      try component.say(to: &records)
    } else if let parent = open.last, Component.isWanted(parent.name),
      Component.isWanted(component.name)
    {
      guard parent.children.count < Component.limit else {
        throw FaultFound(fault: .tooLong, line: component.line, name: component.name)
      }
      open[open.count - 1].children.append(component)
    }
  }

  private mutating func header(_ name: String, _ line: ContentLine) throws(FaultFound) {
    if name == "METHOD" { records.put("method", line.number, line.value.component) }
    // vCalendar has other ways to say nearly everything.
    if name == "VERSION", line.value.component == "1.0" {
      throw FaultFound(fault: .version, line: line.number, name: name, value: "1.0")
    }
  }
}

extension ContentLine {
  /// As much of it as anybody wants to read.
  var shown: String { String(decoding: bytes.prefix(200), as: UTF8.self) }
}

extension String {
  /// A name without blanks around it, in capital letters.
  fileprivate var component: String {
    String(decoding: utf8.filter { $0 > 0x20 }, as: UTF8.self).uppercased()
  }
}
