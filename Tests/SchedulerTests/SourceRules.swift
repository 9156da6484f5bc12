@testable import CivilTime

/// What the scan found, and where.
struct Finding: Hashable, CustomStringConvertible {
  var path: String
  var line: Int
  var rule: SourceRule
  var detail: String

  var description: String { "\(path):\(line): \(rule.rawValue): \(detail)" }
}

/// The rules that no compiler keeps for us (ARCHITECTURE.md, "Rules").
enum SourceRule: String, CaseIterable {
  case clock = "a clock is read out of its room"
  case sql = "SQL out of its room"
  case importing = "an import out of its room"
  case globalQueue = "a global queue, whose threads Dispatch looks at once a second for ever"
  case documentation = "a public declaration without a doc comment"
  case forgotten = "a test without @Test, or a function that nobody calls"
  case expectation = "a test that expects nothing"
}

/// A set of paths: an exact one, or all that begin with one.
struct Room {
  var prefixes: [String]
  func contains(_ path: String) -> Bool { prefixes.contains { path.hasPrefix($0) } }

  static let sources = Room(prefixes: ["Sources/"])
  static let clock = Room(prefixes: ["Sources/CivilTime/Values/ClockReading.swift"])
  static let moment = Room(prefixes: [
    "Sources/remindd/EventLoop", "Sources/remindctl/Run/",
  ])
  static let store = Room(prefixes: ["Sources/Store/"])

  /// The targets whose package declarations need a doc comment.
  static let libraries = Room(prefixes: [
    "Sources/System/", "Sources/CivilTime/", "Sources/Reminders/", "Sources/TimeLanguage/",
    "Sources/Configuration/", "Sources/Store/", "Sources/Mail/", "Sources/Localization/",
    "Sources/Scheduler/", "Sources/CalendarText/",
  ])

  /// Every module that the programs may import, and where. Foundation is in none.
  static let modules: [String: Room] = [
    "Glibc": sources,
    // Package.swift says which of our libraries may use which, and the compiler keeps it.
    "System": sources, "CivilTime": sources, "Reminders": sources, "TimeLanguage": sources,
    "Configuration": sources, "Store": sources, "Mail": sources, "Localization": sources,
    "Scheduler": Room(prefixes: ["Sources/remindctl/", "Sources/remindd/"]),
    "CLinux": sources,
    "CSQLite": store,
    "CNotify": Room(prefixes: ["Sources/remindd/Desktop/"]),
    "CMime": Room(prefixes: ["Sources/remind-mail/Compose", "Sources/remind-mail/Secret"]),
    "CCurl": Room(prefixes: ["Sources/remind-mail/Transport"]),
    "CCalendar": Room(prefixes: ["Sources/remind-calendar/Property.swift"]),
    "CalendarText": Room(prefixes: ["Sources/remindctl/", "Sources/remind-calendar/"]),
    "Dispatch": Room(prefixes: ["Sources/remindd/"]),
  ]
}

extension SourceRule {
  /// Findings in one file of Sources.
  static func program(_ path: String, _ text: SourceText) -> [Finding] {
    var found: [Finding] = []
    func note(_ rule: SourceRule, _ line: Int, _ detail: some StringProtocol) {
      found.append(.init(path: path, line: line, rule: rule, detail: String(detail)))
    }
    for (index, code) in text.code.enumerated() {
      if !Room.clock.contains(path), let match = code.firstMatch(of: clockCall) {
        note(.clock, index + 1, match.0)
      }
      if !Room.moment.contains(path),
        let match = code.firstMatch(of: /\bClockReading\s*\.\s*(?:read|uptime)\s*\(/)
      {
        note(.clock, index + 1, match.0)
      }
      if !Room.store.contains(path), let match = code.firstMatch(of: /\bsqlite3_\w+/) {
        note(.sql, index + 1, match.0)
      }
      if let match = code.firstMatch(of: /(\bDispatchQueue\s*|queue:\s*)\.\s*global\b/) {
        note(.globalQueue, index + 1, match.0)
      }
      if let match = code.firstMatch(of: importLine) {
        let module = String(match.1)
        if Room.modules[module]?.contains(path) != true { note(.importing, index + 1, module) }
      }
    }
    for literal in text.literals {
      if !Room.store.contains(path), let match = literal.text.firstMatch(of: statement) {
        note(.sql, literal.line, match.0)
      }
      // SQLite's date functions read the clock too.
      if let match = literal.text.firstMatch(of: clockInSQL) { note(.clock, literal.line, match.0) }
    }
    if Room.libraries.contains(path) {
      for (line, declaration) in text.undocumented { note(.documentation, line, declaration) }
    }
    return found
  }

  private nonisolated(unsafe) static let clockCall =
    /\b(clock_gettime|gettimeofday|clock\s*\(\)|time\s*\(\s*(nil|&)|Date\s*\(\)|Date\.now|ContinuousClock|SuspendingClock|Dispatch(Wall)?Time\s*\.\s*now|g_get_(real|monotonic|current)_time|timespec_get)/
  private nonisolated(unsafe) static let importLine =
    /^\s*(?:@\w+(?:\(\w+\))?\s+|public\s+|internal\s+|private\s+)*import\s+(?:struct\s+|class\s+|enum\s+|func\s+)?(\w+)/
  private nonisolated(unsafe) static let statement =
    /\b(SELECT\s[^"]*\sFROM|INSERT\s+(OR\s+\w+\s+)?INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM|CREATE\s+(TABLE|INDEX|UNIQUE)|PRAGMA\s|BEGIN\s+(IMMEDIATE|EXCLUSIVE|DEFERRED)|ROLLBACK|COMMIT)\b/
    .ignoresCase()
  private nonisolated(unsafe) static let clockInSQL =
    /(CURRENT_(TIMESTAMP|TIME|DATE)\b|\b(datetime|date|time|julianday|unixepoch|strftime)\s*\([^)]*'now')/
    .ignoresCase()
}

extension SourceText {
  /// Public declarations that no doc comment speaks for, with their lines. A comment speaks for the
  /// run of one-line declarations right below it. Operators and conversions keep their protocol's
  /// meaning, and an initialiser that cannot fail only takes the values: these need none.
  var undocumented: [(line: Int, declaration: String)] {
    var found: [(Int, String)] = []
    var isSpokenFor = false
    for (index, line) in code.enumerated() {
      let source = lines[index].drop { $0 == " " }
      if source.hasPrefix("///") {
        isSpokenFor = true
      } else if source.isEmpty {
        isSpokenFor = false
      } else if let match = line.firstMatch(of: Self.publicDeclaration) {
        let isExempt = line.firstMatch(of: Self.needsNone) != nil
        if !isSpokenFor, !isExempt { found.append((index + 1, String(match.0).trimmed)) }
        // What opens a body ends the run, but a type's comment may speak for its first fields.
        if line.last(where: { $0 != " " }) == "{", line.firstMatch(of: Self.typeDeclaration) == nil
        {
          isSpokenFor = false
        }
      } else if !source.hasPrefix("@"), !source.hasPrefix("//") {
        if source.hasPrefix("}") || source.hasSuffix("{") { isSpokenFor = false }
      }
    }
    return found
  }

  private nonisolated(unsafe) static let publicDeclaration =
    /^\s*(@\w+(\([^)]*\))?\s+)*(package|public|open)\s.*\b(struct|class|enum|actor|protocol|typealias|func|var|let|init|subscript)\b.*/
  private nonisolated(unsafe) static let typeDeclaration = /\b(struct|class|enum|actor)\b/
  private nonisolated(unsafe) static let needsNone =
    /\binit\s*\(|\bfunc\s+(==|<|hash|encode)|\bvar\s+(description|debugDescription)\b/
}

extension StringProtocol {
  /// Without blanks at both ends.
  var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " || $0 == "{" }.reversed())
  }
}
