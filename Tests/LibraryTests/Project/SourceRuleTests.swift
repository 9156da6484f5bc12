import Beds
import Foundation
import Testing

/// The rules that the compiler does not check.
@Suite struct SourceRuleTests {
  /// The Swift files of a folder, by their paths in it.
  static func files(in folder: String) throws -> [(path: String, text: String)] {
    try FileManager.default.subpathsOfDirectory(atPath: Project.file(folder))
      .filter { $0.hasSuffix(".swift") }.sorted().map { ($0, try Project.text("\(folder)/\($0)")) }
  }

  /// Where what is not ours may be imported. `Package.swift` says which of our modules may use which.
  private static let rooms: [(module: String, rooms: [String])] = [
    ("CSQLite", ["Store/"]), ("CNotify", ["remindd/Desktop/"]), ("Dispatch", ["remindd/"]),
    ("CMime", ["remind-mail/Compose", "remind-mail/Secret"]), ("CCurl", ["remind-mail/Transport"]),
    ("CCalendar", ["remind-calendar/Property.swift"]), ("Foundation", []),
  ]

  @Test("a dependency is imported in its room alone, and Foundation nowhere")
  func imports() throws {
    for (path, text) in try Self.files(in: "Sources") {
      let imported = text.split(separator: "\n").filter { $0.contains("import ") }
        .compactMap { $0.split(separator: " ").last }
      for (module, rooms) in Self.rooms where imported.contains(Substring(module)) {
        #expect(rooms.contains { path.hasPrefix($0) }, "\(path) imports \(module)")
      }
    }
  }

  /// Code, and what of it breaks a rule.
  private static let samples: [(path: String, text: String, found: [String])] = [
    ("Sources/remindd/A.swift", "let now = time(nil) // Date()\n", ["1: reads a clock"]),
    (
      "Sources/remindd/B.swift", "let help = \"Date()\"\nprint(\"it is \\(Date())\")\n",
      ["2: reads a clock"]
    ),
    ("Sources/CivilTime/Values/ClockReading.swift", "clock_gettime(CLOCK_REALTIME, &time)\n", []),
    ("Sources/Store/A.swift", "ClockReading.read()\n", ["1: asks for the time"]),
    ("Sources/Scheduler/A.swift", "sqlite3_close(database)\n", ["1: calls SQLite"]),
    (
      "Sources/Scheduler/B.swift",
      "run(\"\"\"\n  select id\n  from t\n  \"\"\")\nsay(\"update your files\")\n",
      ["1: holds SQL"]
    ),
    (
      "Sources/Store/B.swift", "run(\"UPDATE t SET a = unixepoch('now')\")\n",
      ["1: has SQLite read the clock"]
    ),
    (
      "Sources/remindd/C.swift", "\n\nmakeTimerSource(queue: .global(qos: .utility))\n",
      ["3: uses a global queue, whose threads Dispatch wakes once a second for ever"]
    ),
    (
      "Sources/Scheduler/C.swift",
      "/// An A.\npackage struct A {\n  package var b = 1\n\n  package var c = 1\n}\n",
      ["5: has no doc comment, and other modules use it"]
    ),
    (
      "Tests/A.swift", "@Test(\"\\(1)\") func a() { run() }\n",
      ["1: a is a test that expects nothing"]
    ),
    (
      "Tests/B.swift",
      "@Test func b() { outer() }\nfunc outer() { inner() }\nfunc inner() { #expect(true) }\n",
      []
    ),
    ("Tests/C.swift", "func c() { #expect(true) }\n", ["1: c lacks @Test, or is never called"]),
  ]

  @Test("each of the other rules finds what breaks it")
  func rules() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "rules-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    for sample in Self.samples {
      let file = folder.appending(path: sample.path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(sample.text.utf8).write(to: file)
    }
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/python3")
    process.arguments = [Project.file("scripts/source-rules"), folder.path(percentEncoded: false)]
    process.standardOutput = output
    try process.run()
    let found = try #require(try output.fileHandleForReading.readToEnd())
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
    let expected = Self.samples.flatMap { sample in sample.found.map { "\(sample.path):\($0)" } }
    #expect(
      Set(String(decoding: found, as: UTF8.self).split(separator: "\n").map(String.init))
        == Set(expected))
  }
}
