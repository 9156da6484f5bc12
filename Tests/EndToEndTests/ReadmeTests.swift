import Foundation
import Testing

/// What the README shows works as it is printed.
@Suite(.timeLimit(.minutes(5))) struct ReadmeTests {
  let home: Home
  init() async throws { home = try await Home() }

  @Test("every command of the README's chapter about use works, one after the other")
  func use() async throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "README.md")
    let chapters = try String(contentsOf: file, encoding: .utf8).split(separator: "\n## ")
    let use = try #require(chapters.first { $0.hasPrefix("Use\n") })
    let lines = use.split(separator: "\n").filter {
      $0.hasPrefix("    ") && $0.contains("remindctl")
    }
    #expect(lines.count > 15)
    for line in lines {
      let answer = try await home.shell(String(line))
      #expect(answer.code == 0, "\(line): \(answer.error)")
      #expect(answer.output != "", "\(line)")
    }
  }
}
