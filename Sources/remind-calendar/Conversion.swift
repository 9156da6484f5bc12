import CalendarText
import CivilTime

/// From a calendar file to the lines that remindctl imports.
struct Conversion {
  private let now: Instant
  private let systemZone: Zone
  private let goOn: () -> Void
  private let write: ([UInt8]) -> Void
  private var buffer: [UInt8] = []

  /// - Parameters:
  ///   - systemZone: the zone of floating wall times.
  ///   - goOn: called after each component.
  ///   - write: is given the lines.
  init(
    now: Instant, systemZone: Zone, goOn: @escaping () -> Void,
    write: @escaping ([UInt8]) -> Void
  ) {
    self.now = now
    self.systemZone = systemZone
    self.goOn = goOn
    self.write = write
  }

  /// - Parameters:
  ///   - read: as read(2), of the file.
  ///   - lockIn: called when all other files are read, before libical reads anything.
  /// - Returns: false if the file is broken.
  mutating func run(
    _ read: @escaping (UnsafeMutableRawBufferPointer) -> Int, lockIn: () -> Void
  ) -> Bool {
    defer { flush() }
    let file = CalendarFile(read: read, goOn: goOn)
    let zones = CalendarZones(local: systemZone, now: now)
    zones.load(for: file.items)
    lockIn()
    Property.prepare()
    do throws(CalendarFault) {
      let contents = try Contents(file, zones, goOn)
      if let fault = file.fault { throw fault }
      for problem in contents.problems { put(.problem(problem)) }
      for entry in contents.entries {
        goOn()
        put(.entry(importEntry(entry, contents, zones)))
      }
      put(.end)
      return true
    } catch {
      put(.fault(error))
      return false
    }
  }

  private func importEntry(
    _ entry: CalendarEntry, _ contents: Contents, _ zones: CalendarZones
  ) -> ImportEntry {
    let instances = entry.instance == nil ? contents.instances[entry.identity] ?? [] : []
    let plan = CalendarPlan(
      entry: entry, instances: instances, zones: zones, now: now, systemZone: systemZone)
    var line = ImportEntry(uid: entry.identity, outcome: plan.outcome())
    line.instance = entry.instance?.wall
    if let instance = entry.instance, contents.lines[entry.identity] == nil {
      line.aloneLine = instance.line
    }
    line.summary = entry.summary
    line.isOwn = entry.isOwn
    line.snoozeOf = entry.own["SNOOZE-OF"]
    line.wantsNone = entry.wantsNone
    return line
  }

  private mutating func put(_ line: ImportLine) {
    buffer += line.text.utf8
    buffer.append(10)
    if buffer.count > 60_000 { flush() }
  }

  private mutating func flush() {
    guard !buffer.isEmpty else { return }
    write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}

/// All entries of a file, and what each must know of the others.
private struct Contents {
  /// Those of which no earlier one has the key.
  var entries: [CalendarEntry] = []
  var problems: [CalendarProblem] = []
  /// The line of each key.
  var lines: [String: Int] = [:]
  /// The instances with entries of their own, by the UID of their series.
  var instances: [String: [CalendarTime]] = [:]

  init(_ file: CalendarFile, _ zones: CalendarZones, _ goOn: () -> Void) throws(CalendarFault) {
    // An entry of a message that cancels need not say so itself (RFC 5546 §3.2.5).
    var isCancellation = false
    for item in file.items {
      switch item {
      case .calendar: isCancellation = false
      case .method(let method, let line):
        isCancellation = method == "CANCEL"
        if !["PUBLISH", "REQUEST", "CANCEL", "ADD"].contains(method) {
          problems.append(CalendarProblem(line: line, .method, detail: method))
        }
      case .component(let component):
        goOn()
        if component.name == "VTIMEZONE" { zones.define(try CalendarZone(component)) }
        guard component.name == "VEVENT" || component.name == "VTODO" else { continue }
        var entry = try CalendarEntry(component)
        if isCancellation { entry.status = "CANCELLED" }
        add(entry)
      }
    }
  }

  private mutating func add(_ entry: CalendarEntry) {
    if let instance = entry.instance { instances[entry.identity, default: []].append(instance) }
    if let line = lines[entry.key] {
      problems.append(
        CalendarProblem(
          line: entry.line, .repeated, detail: String(line), summary: entry.summary))
    } else {
      lines[entry.key] = entry.line
      entries.append(entry)
    }
  }
}
