import Foundation
import Testing

/// Without any mail program, and without an account.
@Suite("without mail", .timeLimit(.minutes(5)))
struct WithoutMailTests {
  @Test("without an account the lines are shown that make one")
  func noAccount() async throws {
    let home = try await Home()
    for word in ["check", "test"] {
      let answer = try await home.remindctl("mail", word)
      #expect(answer.code == 1)
      for line in ["[mail private]", "server=", "sender=", "remindctl/remindctl.conf"] {
        #expect(answer.error.contains(line))
      }
      #expect(answer.output == "")
    }
    #expect(!FileManager.default.fileExists(atPath: home.store))
  }

  @Test(
    "an account that is written wrongly is named with its line",
    arguments: [
      (
        "[mail a]\nserver=localhost\n",
        "line 1: The account a lacks sender, and is not used; it is written like sender=Me <me@"
      ),
      ("[mail a]\nserver=localhost\nsender=me\n", "line 3: sender cannot be me"),
      ("[mail]\n", "line 1: [mail ] is no account"),
    ])
  func wrong(text: String, complaint: String) async throws {
    let home = try await Home()
    try home.writeConfiguration(text)
    let answer = try await home.remindctl("mail", "check")
    #expect(answer.code == 1)
    #expect(answer.error.contains(complaint), "\(answer)")
  }

  @Test("a file that others can change is named, and no lines are shown that it may have")
  func foreign() async throws {
    let home = try await Home()
    try home.writeConfiguration("[mail a]\nserver=localhost\nsender=me@example.org\n")
    chmod(home.configuration, 0o666)
    let answer = try await home.remindctl("mail", "check")
    #expect(answer.code == 1)
    #expect(answer.error.contains("remindctl.conf: it can be changed by others, and is not read"))
    #expect(!answer.error.contains("[mail private]"), "\(answer)")
  }

  @Test("without the helper its package is named, and reminders are made as before")
  func noHelper() async throws {
    let home = try await Home()
    try home.writeConfiguration("[mail a]\nserver=localhost\nsender=me@example.org\n")
    mkdir(home.folder + "/bin", 0o755)
    let alone = home.folder + "/bin/remindctl"
    // By cp(1): what starts here in the same moment would inherit a file that is open to be written,
    // and nobody can run that.
    try await home.run(["cp", Home.programs + "/remindctl", alone])
    let answer = try await home.run([alone, "mail", "check", "--json"])
    #expect(try MailError(answer).error.code == "helper_missing")
    #expect(answer.error.contains("remindctl-mail"))
    #expect(try await home.run([alone, "in", "1h", "tea"]).code == 0)
  }
}
