import Beds
import Foundation
import Testing

/// The lists of mails that wait, and of those that are through.
@Suite("lists of mails", .timeLimit(.minutes(5)), .enabled(if: MailBed.isThere))
struct MailListTests {
  @Test("list and log show those of a state, a reason, an account, a time, and so many of them")
  func filters() async throws {
    let bed = try await MailBed(fault: "ok")
    try bed.configure(
      """
      hourly-cap=2
      [mail other]
      server=localhost
      port=1
      sender=other@example.org
      password-command=echo secret
      """)
    for text in ["a", "b", "c"] { try await bed.home.remindctl("in", "1s", "--mail", text) }
    try await bed.home.remindctl("in", "1s", "--mail", "--account", "other", "d")
    let daemon = try await bed.home.remindd("--channel", "stdout")
    func ids(_ arguments: String...) async throws -> [String] {
      let answer = try await bed.home.run(["remindctl", "mail"] + arguments + ["--plain"])
      #expect(answer.code == 0, "\(answer)")
      return answer.output.split(separator: "\n").map {
        String($0.split(separator: "\t", omittingEmptySubsequences: false)[0])
      }
    }
    try await until("two of each") {
      let (sent, held) = (try await ids("log"), try await ids("list", "--status", "held"))
      return sent.count == 2 && held.count == 2
    }
    #expect(try await ids("list") == ["3", "4"])
    #expect(try await ids("list", "--status", "rate_limited") == ["3"])
    #expect(try await ids("list", "--status", "rate_limited,network_error") == ["3", "4"])
    #expect(try await ids("list", "--status", "unknown") == [])
    #expect(try await ids("list", "--account", "other") == ["4"])
    #expect(try await ids("log") == ["2", "1"])
    #expect(try await ids("log", "-n", "1") == ["2"])
    #expect(try await ids("log", "--status", "accepted") == ["2", "1"])
    #expect(try await ids("log", "--status", "failed") == [])
    #expect(try await ids("log", "--since", "1h") == ["2", "1"])
    #expect(try await ids("log", "--account", "other") == [])
    let list = try await bed.home.remindctl("mail", "list", "--status", "rate_limited", "--plain")
    #expect(list.output.hasSuffix("\theld\tc\tZażółć <me@example.org>\trate_limited\n"))
    let json = try await bed.home.remindctl("mail", "log", "--json", "--limit", "1")
    #expect(json.output.hasPrefix("{\"schema\":1,\"mails\":[\n{\"id\":2,"))
    #expect(json.output.hasSuffix("}\n]}\n"))
    let none = try await bed.home.remindctl("mail", "log", "--json", "--status", "failed")
    #expect(none.output == "{\"schema\":1,\"mails\":[\n]}\n")
    _ = daemon
  }

  @Test(
    "the server's words are where a mail that waits is told of, and a confirmation is called one")
  func words() async throws {
    let bed = try await MailBed(fault: "greylist", lines: "allow-recipients=@example.com")
    try bed.writeTemplate(
      """
      [template]
      subject=s
      body=b
      confirm-to=ann@example.com
      confirmation=thanks
      """, as: "table.conf")
    try bed.writeTemplate("[template]\nsubject=t\nbody=t\n", as: "thanks.conf")
    #expect(try await bed.home.remindctl("request", "table").code == 0)
    let daemon = try await bed.home.remindd("--channel", "stdout")
    _ = try await bed.wait("list") { $0.first?.state == "held" }
    let list = try await bed.home.remindctl("mail", "list")
    #expect(list.output.contains("held: the mail server takes no mail now (451"), "\(list)")
    let json = try await bed.home.remindctl("mail", "list", "--json")
    #expect(json.output.contains("\"reply\":\"451"), "\(json)")
    #expect(json.output.contains("\"purpose\":\"due\""), "\(json)")
    try bed.configure("allow-recipients=@example.com\nhourly-cap=1")
    try await bed.home.remindctl("mail", "retry")
    _ = try await bed.wait("list") { $0.first?.reason == "rate_limited" }
    let next = try await bed.home.remindctl("mail", "list")
    #expect(next.output.contains("ann@example.com (confirmation)"), "\(next)")
    let cancelled = try await bed.home.remindctl("mail", "cancel", "1")
    #expect(cancelled.code == 0, "\(cancelled)")
    #expect(try await bed.home.remindctl("mail", "list").output == "No mail waits.\n")
    #expect(bed.mails.count == 1)
    _ = daemon
  }

  @Test("what would come later than it is of use is not mailed, and its code says so")
  func expired() async throws {
    let bed = try await MailBed(fault: "ok")
    try await bed.home.remindctl("in", "1s", "--channel", "mail", "--max-late", "1s", "tea")
    try await Task.sleep(for: .seconds(3))
    let daemon = try await bed.home.remindd("--channel", "stdout")
    _ = try await bed.wait(1) { $0.state == "failed" }
    let log = try await bed.home.remindctl("mail", "log", "--status", "expired", "--plain")
    #expect(log.output.hasPrefix("1\t"), "\(log)")
    #expect(bed.mails == [])
    _ = daemon
  }
}
