import Beds
import Foundation
import Scheduler
import Testing

@testable import Reminders
@testable import System
@testable import remindd

@Suite("talking to the mail helper")
struct MailConversationTests {
  /// A helper that is another process than the one that was started, as under a service manager; it says
  /// that it is there, and then what `lines` print.
  private func conversation(_ lines: String, pid file: String) throws -> MailConversation {
    let helper = """
      setsid -f sh -c 'read -r hello; echo $$ >\(file); printf "{\\"hello\\":\\"%s\\"}\\n" $$; \(lines)'
      while [ ! -e \(file) ]; do sleep 0.01; done
      while [ -d /proc/$(cat \(file)) ]; do sleep 0.01; done
      """
    return try #require(MailConversation(command: ["/bin/sh", "-c", helper]))
  }

  @Test("a helper that hangs is killed, wherever it runs, and what it had not begun was not sent")
  func hanging() async throws {
    let file = NSTemporaryDirectory() + "remind-helper-\(UUID().uuidString)"
    defer { unlink(file) }
    let conversation = try conversation("sleep 60", pid: file)
    let clock = ContinuousClock()
    let start = clock.now
    let (result, isAlive) = conversation.ask([.check(id: "1")], id: "1", patience: 300) { true }
    #expect(clock.now - start < .seconds(10))
    #expect(!isAlive)
    #expect(result == MailResult(.retry, .helperFailed))
    let helper = try String(contentsOfFile: file, encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    try await until("its end") { !FileManager.default.fileExists(atPath: "/proc/\(helper)") }
  }

  @Test(
    "one that dies in the middle has perhaps sent what was let go, and nothing that was not",
    arguments: [(true, MailResult.Verdict.unknown), (false, .retry)])
  func dying(go: Bool, verdict: MailResult.Verdict) throws {
    let file = NSTemporaryDirectory() + "remind-helper-\(UUID().uuidString)"
    defer { unlink(file) }
    let conversation = try conversation(
      "printf \"{\\\"sending\\\":\\\"1\\\"}\\n\"; read -r check; read -r answer", pid: file)
    let (result, isAlive) = conversation.ask([.check(id: "1")], id: "1", patience: 100_000) { go }
    #expect(!isAlive)
    #expect(result.verdict == verdict)
  }

  @Test("one that does not say that it is there is none")
  func silent() {
    #expect(MailConversation(command: ["/bin/false"]) == nil)
    #expect(MailConversation(command: ["/proc/nowhere"]) == nil)
  }
}
