import Beds
import Foundation
import Testing

/// The manual names what the programs read.
@Suite struct EnvironmentTests {
  @Test(
    "every environment variable that a program reads is in its manual",
    arguments: ["remindctl", "remindd"])
  func variables(program: String) throws {
    let page = try Project.text("man/\(program).1")
    let documented = page.split(separator: "\n").filter { $0.hasPrefix(".It Ev ") }
      .flatMap { $0.dropFirst(7).components(separatedBy: " , ") }
    let libraries = [
      "System", "CivilTime", "TimeLanguage", "Configuration", "Localization", "Store",
    ]
    let sources = try (libraries + [program]).flatMap {
      try SourceRuleTests.files(in: "Sources/\($0)")
    }
    var read: Set<String> = []
    for line in sources.flatMap({ $0.text.split(separator: "\n") })
    where line.utf8.contains(UInt8(ascii: "\"")) {
      let calls = /\b(?:variable|getenv|environment|folder|locale|named)\("([A-Z_]+)"/
      for match in line.matches(of: calls) { read.insert(String(match.1)) }
    }
    #expect(read.count > 3)
    #expect(read.isSubset(of: documented), "\(read.subtracting(documented))")
  }
}
