import CalendarText
import CivilTime
import Glibc
import System

/// From a calendar file to the lines that remindctl imports.
struct Conversion {
  let now: Instant
  /// The zone of floating wall times.
  let systemZone: Zone
  /// Descriptors of the file, and of the lines.
  let input, output: Int32
  private var buffer: [UInt8] = []

  init(now: Instant, systemZone: Zone, input: Int32, output: Int32) {
    self.now = now
    self.systemZone = systemZone
    self.input = input
    self.output = output
  }

  /// - Returns: false if the file is broken.
  mutating func run() -> Bool {
    defer { flush() }
    do throws(CalendarFault) {
      let items = try CalendarFile(input).items
      let zones = CalendarZones(local: systemZone, now: now)
      zones.load(for: items)
      // All other files are read.
      Limits.lockIn()
      Property.prepare()
      let contents = try Contents(items, zones)
      for problem in contents.problems { put(.problem(problem)) }
      for entry in contents.entries {
        Limits.goOn()
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
    guard FileIO.write(buffer, to: output) == 0 else { exit(1) }
    buffer.removeAll(keepingCapacity: true)
  }
}

/// All entries of a file, and what each must know of the others.
struct Contents {
  /// Those of which no earlier one has the key.
  var entries: [CalendarEntry] = []
  var problems: [CalendarProblem] = []
  /// The line of each key.
  var lines: [String: Int] = [:]
  /// The instances with entries of their own, by the UID of their series.
  var instances: [String: [CalendarTime]] = [:]

  init(_ items: [CalendarFile.Item], _ zones: CalendarZones) throws(CalendarFault) {
    // An entry of a message that cancels need not say so itself (RFC 5546 §3.2.5).
    var isCancellation = false
    for item in items {
      switch item {
      case .calendar: isCancellation = false
      case .method(let method, let line):
        isCancellation = method == "CANCEL"
        if !["PUBLISH", "REQUEST", "CANCEL", "ADD"].contains(method) {
          problems.append(CalendarProblem(.method, line: line, value: method))
        }
      case .component(let component):
        Limits.goOn()
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
          .repeated, line: entry.line, value: String(line), summary: entry.summary))
    } else {
      lines[entry.key] = entry.line
      entries.append(entry)
    }
  }
}

/// What a file can cost: far more than a calendar needs.
enum Limits {
  /// Bytes of memory, and of output.
  private static let bytes: rlim_t = 1 << 30
  /// Seconds of processor time for one component.
  private static let seconds = 10

  /// Whether they hold: those who try out the rest of the program set none.
  nonisolated(unsafe) private static var isSet = false

  static func set() {
    isSet = true
    for resource in [RLIMIT_FSIZE, RLIMIT_AS] { set(resource, bytes) }
    set(RLIMIT_CORE, 0)
    goOn()
  }

  /// From now on the open descriptors are all there are.
  static func lockIn() { if isSet { set(RLIMIT_NOFILE, 3) } }

  private static func set(_ resource: __rlimit_resource, _ most: rlim_t) {
    // A sanitizer takes terabytes of addresses, and writes a file of its own.
    #if !SANITIZED
      var limit = rlimit(rlim_cur: most, rlim_max: most)
      setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
    #endif
  }

  /// Gives the next component its time; a signal ends the program when that is over (setitimer(2)).
  static func goOn() {
    guard isSet else { return }
    var timer = itimerval()
    timer.it_value.tv_sec = seconds
    setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &timer, nil)
  }
}
