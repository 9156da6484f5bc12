import Foundation
import Testing

@testable import CivilTime
@testable import Scheduler
@testable import Store

/// Rules that the compiler does not keep, kept on every run. The second half shows that each of
/// them can fail.
@Suite struct SourceScanTests {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func files(in folder: String) throws -> [(path: String, text: SourceText)] {
    let base = root.appending(path: folder)
    let names = try FileManager.default.subpathsOfDirectory(
      atPath: base.path(percentEncoded: false))
    return try names.filter { $0.hasSuffix(".swift") }.sorted().map { name in
      let text = try String(contentsOf: base.appending(path: name), encoding: .utf8)
      return ("\(folder)/\(name)", SourceText(text))
    }
  }

  @Test("the programs keep to their rooms")
  func programs() throws {
    let files = try Self.files(in: "Sources")
    #expect(files.count > 5)
    for finding in files.flatMap({ SourceRule.program($0.path, $0.text) }) {
      Issue.record("\(finding)")
    }
  }

  @Test("every test is run, and expects something")
  func tests() throws {
    let files = try Self.files(in: "Tests")
    #expect(files.flatMap { $0.text.functions(path: $0.path) }.contains { $0.isTest })
    for finding in SourceRule.tests(files) { Issue.record("\(finding)") }
  }

  struct Row: CustomTestStringConvertible, Sendable {
    var sentence: String
    var path = "Sources/remindd/Other.swift"
    var source: String
    var rules: [SourceRule] = []
    var testDescription: String { sentence }
  }

  @Test(
    "each rule about the programs can fail",
    arguments: [
      Row(sentence: "clock_gettime", source: "clock_gettime(CLOCK_REALTIME, &t)", rules: [.clock]),
      Row(
        sentence: "clock_gettime in its room", path: "Sources/CivilTime/Values/ClockReading.swift",
        source: "clock_gettime(CLOCK_REALTIME, &t)"),
      Row(sentence: "time(nil)", source: "let now = time(nil)", rules: [.clock]),
      Row(sentence: "a parameter called time", source: "show(time: now); uptime(nil)"),
      Row(sentence: "gettimeofday", source: "gettimeofday(&t, nil)", rules: [.clock]),
      Row(sentence: "Date()", source: "let now = Date()", rules: [.clock]),
      Row(sentence: "Dispatch's clock", source: "queue.after(DispatchTime.now())", rules: [.clock]),
      Row(sentence: "GLib's clock", source: "g_get_real_time()", rules: [.clock]),
      Row(
        sentence: "ClockReading.read() anywhere", source: "let m = ClockReading.read()",
        rules: [.clock]),
      Row(
        sentence: "ClockReading.read() in the event loop", path: "Sources/remindd/EventLoop.swift",
        source: "let m = ClockReading.read()"),
      Row(sentence: "a clock in a comment", source: "// not time(nil)\n/* Date() /* */ Date() */"),
      Row(sentence: "a clock in a string", source: #"let help = "Date() and \" time(nil)""#),
      Row(
        sentence: "a clock in an interpolation", source: #"print("it is \(time(nil)) now")"#,
        rules: [.clock]),
      Row(sentence: "a clock behind a regex", source: #"a(/"\/x/); b(Date())"#, rules: [.clock]),
      Row(
        sentence: "SQLite's clock", path: "Sources/Store/ReminderStore.swift",
        source: #"run("UPDATE t SET a = unixepoch('now')")"#, rules: [.clock]),
      Row(sentence: "a query", source: #"run("SELECT id FROM t")"#, rules: [.sql]),
      Row(
        sentence: "a query over lines", source: "run(\"\"\"\n  select id\n  from t\n  \"\"\")",
        rules: [.sql]),
      Row(sentence: "a query, raw", source: ##"run(#"DELETE FROM t"#)"##, rules: [.sql]),
      Row(sentence: "words that SQL also uses", source: #"say("cancel or update your reminders")"#),
      Row(
        sentence: "a query in its room", path: "Sources/Store/ReminderStore.swift",
        source: "import CSQLite\nrun(\"SELECT id FROM t\"); sqlite3_step(s)"),
      Row(sentence: "a call of SQLite", source: "sqlite3_close(db)", rules: [.sql]),
      Row(
        sentence: "a global queue", source: "DispatchQueue.global().async {}",
        rules: [.globalQueue]),
      Row(
        sentence: "a global queue for a source",
        source: "makeTimerSource(queue: .global(qos: .utility))", rules: [.globalQueue]),
      Row(sentence: "import CSQLite", source: "import CSQLite", rules: [.importing]),
      Row(
        sentence: "import Dispatch in the scheduler", path: "Sources/Scheduler/Engine.swift",
        source: "@preconcurrency import Dispatch", rules: [.importing]),
      Row(sentence: "import Dispatch in the daemon", source: "@preconcurrency import Dispatch"),
      Row(sentence: "import CNotify", source: "internal import CNotify", rules: [.importing]),
      Row(
        sentence: "import CNotify in its room",
        path: "Sources/remindd/Desktop/DesktopChannel.swift", source: "import CNotify"),
      Row(sentence: "Foundation", source: "import Foundation", rules: [.importing]),
      Row(
        sentence: "a part of Foundation", source: "import struct Foundation.URL",
        rules: [.importing]),
      Row(
        sentence: "public and silent", path: "Sources/Scheduler/A.swift",
        source: "package struct A {\n  package var b = 1\n}",
        rules: [.documentation, .documentation]),
      Row(
        sentence: "a type's comment over its fields", path: "Sources/Scheduler/A.swift",
        source: "/// An A.\npackage struct A {\n  package var b = 1\n\n  package var c = 1\n}",
        rules: [.documentation]),
      Row(
        sentence: "a function's comment is its own", path: "Sources/Scheduler/A.swift",
        source: "/// Does.\npackage func a() {\n}\npackage func b() {\n}", rules: [.documentation]),
      Row(
        sentence: "public and documented", path: "Sources/Scheduler/A.swift",
        source: "/// An A.\n@frozen\npackage struct A {\n  /// A b.\n  package var b = 1\n}"),
      Row(
        sentence: "one comment over a run", path: "Sources/Scheduler/A.swift",
        source: "/// Hours.\npackage var h = 1\npackage var m = 1\n\npackage var s = 1",
        rules: [.documentation]),
      Row(
        sentence: "an initialiser that can fail", path: "Sources/Scheduler/A.swift",
        source: "package init(a: Int) {}\npackage init?(b: Int) {}", rules: [.documentation]),
      Row(sentence: "public elsewhere", source: "package struct A {}"),
    ])
  func programRule(row: Row) {
    let found = SourceRule.program(row.path, SourceText(row.source))
    #expect(found.map(\.rule) == row.rules, "\(found)")
  }

  @Test(
    "each rule about the tests can fail",
    arguments: [
      Row(sentence: "a good one", source: "@Test func a() { #expect(1 == 1) }"),
      Row(sentence: "without @Test", source: "func a() { #expect(1 == 1) }", rules: [.forgotten]),
      Row(
        sentence: "without @Test behind a good one",
        source: "@Test(arguments: [(1, { $0 })])\nfunc a() { #expect(1 == 1) }\nfunc b() { x() }",
        rules: [.forgotten]),
      Row(
        sentence: "without an expectation", source: "@Test func a() { run() }",
        rules: [.expectation]),
      Row(
        sentence: "an expectation in a comment", source: "@Test func a() { // #expect(true)\n }",
        rules: [.expectation]),
      Row(sentence: "with a requirement", source: "@Test func a() throws { _ = try #require(x) }"),
      Row(
        sentence: "recording an issue", source: "@Test func a() { if x { Issue.record(\"y\") } }"),
      Row(sentence: "with a confirmation", source: "@Test func a() { confirmation() { $0() } }"),
      Row(
        sentence: "through helpers",
        source: """
          @Test func a() { outer(1) }
          func outer(_ x: Int) { inner(x) }
          func inner(_ x: Int) { #expect(x == 1) }
          """),
      Row(
        sentence: "through a helper that expects nothing",
        source: "@Test func a() { b() }\nfunc b() { }", rules: [.expectation]),
    ])
  func testRule(row: Row) {
    let found = SourceRule.tests([("Tests/A.swift", SourceText(row.source))])
    #expect(found.map(\.rule) == row.rules, "\(found)")
  }
}
