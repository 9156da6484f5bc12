import Beds
import Scheduler
import Testing

@testable import CivilTime
@testable import Configuration
@testable import Reminders
@testable import remindd

/// remindd(1) and remindctl.conf(5) say what the daemon does.
@Suite struct ManualTests {
  @Test("remindd(1) has every option, channel and exit code")
  func options() throws {
    let manual = try Manual("remindd.1")
    let inHelp = Words.usage.matches(of: /--([a-z]+)/).map { String($0.1) }
    let inManual = Manual.lines("It", in: manual.chapter("OPTIONS")).compactMap {
      $0.firstMatch(of: /Fl -([a-z]+)/).map { String($0.1) }
    }
    #expect(Set(inManual) == Set(inHelp))
    for choice in ChannelChoice.allCases {
      #expect(manual.source.contains("\n.It Cm \(choice.rawValue)\n"))
    }
    let codes = Manual.lines("It", in: manual.chapter("EXIT STATUS"))
    #expect(codes.map { Int32($0) } == Remindd.ExitCode.allCases.map(\.rawValue))
  }

  @Test("remindctl.conf(5) has every key")
  func keys() throws {
    let items = try Key.all()
    #expect(Set(items.map(\.name)) == Set(Configuration.Key.allCases.map(\.rawValue)))
    #expect(items.count == Configuration.Key.allCases.count)
  }

  @Test(
    "a key's default is what is done without it, and its example is something else",
    arguments: try Key.all())
  func values(of key: Key) {
    #expect(key.values("Default").count == 1)
    #expect(!key.values("Example").isEmpty)
    for line in key.values("Default") + key.values("Example") {
      #expect(line.hasPrefix(key.name + "="))
      #expect(Configuration(text: "[remindctl]\n\(line)\n").issues == [])
    }
    let usual = Doings("")
    for line in key.values("Default") { #expect(Doings(line) == usual) }
    for line in key.values("Example") { #expect(Doings(line) != usual) }
  }

  @Test("remindctl.conf(5) has every key of a mail account, with an example that is understood")
  func accounts() throws {
    let items = try Manual("remindctl.conf.5").chapter("MAIL ACCOUNTS")
      .components(separatedBy: "\n.It Ic ").dropFirst().map {
        Key(name: String($0.prefix { $0 != " " }), text: $0.replacing("\n.br\n", with: "\n"))
      }
    #expect(Set(items.map(\.name)) == Set(MailAccount.Key.allCases.map(\.rawValue)))
    for item in items {
      let line = try #require(item.values("Example").first)
      let others = ["server=localhost", "sender=a@b.example"]
        .filter { !$0.hasPrefix(item.name + "=") }
      let configuration = Configuration(
        text: (["[mail a]", line] + others).joined(separator: "\n"))
      #expect(configuration.issues == [])
      #expect(configuration.accounts.count == 1)
    }
  }

  @Test("the mail account of remindctl.conf(5) is understood")
  func accountExample() throws {
    let displays = Manual.displays(in: try Manual("remindctl.conf.5").chapter("EXAMPLES"))
    let accounts = displays.filter { $0.hasPrefix("[mail ") }.map { Configuration(text: $0) }
    #expect(accounts.map(\.issues) == [[]])
    #expect(accounts.first?.accounts.map(\.name) == ["private"])
  }

  @Test("the example of remindctl.conf(5) is understood")
  func example() throws {
    let displays = Manual.displays(in: try Manual("remindctl.conf.5").chapter("EXAMPLES"))
    let files = displays.filter { $0.hasPrefix("[remindctl]\n") }
    #expect(files.count == 1)
    for file in files {
      let configuration = Configuration(text: file)
      #expect(configuration.issues == [])
      #expect(configuration != Configuration())
    }
  }

  /// What a configuration makes the daemon do.
  private struct Doings: Equatable {
    let configuration: Configuration
    let new: ReminderOptions
    let popup: Popup
    let speech: String?

    init(_ line: String) {
      var configuration = Configuration(text: "[remindctl]\n\(line)\n")
      let now = Instant(milliseconds: 0)
      let words = Words(zone: .utc)
      var alert = Alert(
        delivery: 1, reminder: 1, uid: "", text: "tea", due: now, fired: now)
      alert.options = ReminderOptions().filled(from: configuration.defaults)
      new = ReminderOptions.new(configuration.defaults)
      popup = Popup(alert, words: words, snoozes: configuration.snoozes)
      speech = words.speech([alert])
      // Seen in what it makes of a reminder.
      configuration.defaults = ReminderOptions()
      self.configuration = configuration
    }
  }

  /// A key of remindctl.conf(5), with what is said of it.
  struct Key: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    var testDescription: String { name }

    static func all() throws -> [Key] {
      try Manual("remindctl.conf.5").chapter("KEYS").components(separatedBy: "\n.It Ic ")
        .dropFirst().map { Key(name: String($0.prefix { $0 != " " }), text: $0) }
    }

    /// The lines `key=value` behind `Default:` or `Example:`.
    func values(_ kind: String) -> [String] {
      text.components(separatedBy: "\n\(kind):\n").dropFirst()
        .flatMap { Manual.lines("Li", in: String($0.prefix { $0 != "\n" })) }
    }
  }
}
