import Beds
import Foundation
import Testing

/// What the README shows works as it is printed.
@Suite(.timeLimit(.minutes(5))) struct ReadmeTests {
  let home: Home
  init() async throws { home = try await Home() }

  /// The chapters, the first of which has no heading.
  static func chapters() throws -> [Substring] {
    try Project.text("README.md").split(separator: "\n## ")
  }

  @Test("every command of the README's chapter about use works, one after the other")
  func use() async throws {
    let use = try #require(try Self.chapters().first { $0.hasPrefix("Use\n") })
    let lines = use.split(separator: "\n").filter {
      $0.hasPrefix("    ") && $0.contains("remindctl")
    }
    #expect(lines.count == 10)
    for line in lines {
      let answer = try await home.shell(String(line))
      #expect(answer.code == 0, "\(line): \(answer.error)")
      #expect(answer.output != "", "\(line)")
    }
  }

  @Test("so does each of the README's other commands; the gate and the container make the rest")
  func others() async throws {
    let lines = try Self.chapters().flatMap { $0.split(separator: "\n") }
    let daemons = lines.filter { $0.hasPrefix("    remindd ") }
    #expect(!daemons.isEmpty)
    for line in daemons {
      let daemon = try Daemon(home, line.split(separator: " ").dropFirst().map(String.init))
      try await daemon.ready()
      #expect(try await daemon.end(SIGTERM) == .code(0))
    }
    let commands = try Self.chapters()
      .filter { !$0.hasPrefix("Use\n") && !$0.hasPrefix("By mail\n") }
      .flatMap { $0.split(separator: "\n") }.filter { $0.hasPrefix("    remindctl ") }
    #expect(commands.count > 1)
    for line in commands {
      let answer = try await home.shell(String(line))
      #expect(answer.code == 0, "\(line): \(answer.error)")
      #expect(answer.output != "", "\(line)")
    }
  }

  @Test("those of its chapter about mail do with an account", .enabled(if: MailBed.isThere))
  func mail() async throws {
    let bed = try await MailBed(fault: "ok", lines: "allow-recipients=mum@example.org")
    try await bed.home.shell("echo plan > ~/plan.pdf")
    let chapter = try #require(try Self.chapters().first { $0.hasPrefix("By mail\n") })
    let lines = chapter.split(separator: "\n").filter { $0.hasPrefix("    remindctl ") }
    #expect(lines.count == 5)
    for line in lines {
      let answer = try await bed.home.shell("cd; " + line)
      #expect(answer.code == 0, "\(line): \(answer.error)")
      #expect(answer.output != "", "\(line)")
    }
  }
}
