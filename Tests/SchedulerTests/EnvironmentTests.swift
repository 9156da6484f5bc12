import Foundation
import Testing

/// The manual names what the programs read.
@Suite struct EnvironmentTests {
  @Test(
    "every environment variable that a program reads is in its manual",
    arguments: ["remindctl", "remindd"])
  func variables(program: String) throws {
    let page = try String(
      contentsOf: SourceScanTests.root.appending(path: "man/\(program).1"), encoding: .utf8)
    let documented = page.split(separator: "\n").filter { $0.hasPrefix(".It Ev ") }
      .flatMap { $0.dropFirst(7).components(separatedBy: " , ") }
    let folders = ["System", "CivilTime", "TimeLanguage", "Scheduler", program]
    let sources = try folders.map { "Sources/\($0)" }.flatMap(SourceScanTests.files)
    var read: Set<String> = []
    for line in sources.flatMap(\.text.lines) {
      let calls = /\b(?:variable|getenv|environment|folder|locale)\("([A-Z_]+)"/
      for match in line.matches(of: calls) { read.insert(String(match.1)) }
      if line.contains("for name in [\"LC_ALL\"") { read.formUnion(["LC_ALL", "LANG"]) }
    }
    #expect(read.count > 3)
    #expect(read.isSubset(of: documented), "\(read.subtracting(documented))")
  }
}
