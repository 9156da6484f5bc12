import Testing

@testable import Scheduler

@Suite("remindctl.conf")
struct ConfigurationTests {
  @Test(
    "keep-open is a length of time",
    arguments: [("24h", 86_400_000), ("90 min", 5_400_000), ("2 days", 172_800_000)]
      as [(String, Int64)])
  func keepOpen(value: String, milliseconds: Int64) {
    let configuration = Configuration(text: "[remindctl]\n# a comment\n\n keep-open = \(value) \n")
    #expect(configuration.keepOpen == milliseconds)
    #expect(configuration.flaws == [])
  }

  @Test(
    "what cannot be understood is named with its line, and the default stands",
    arguments: [
      ("[remindctl]\nkeep-open=soon", 2, .badValue(key: "keep-open", value: "soon")),
      ("[remindctl]\n\nkeep-opne=1h", 3, .unknownKey("keep-opne")),
      ("hello", 1, .notALine),
      ("[remindctl]\n=1h", 2, .notALine),
    ] as [(String, Int, Configuration.Flaw.Reason)])
  func flaws(text: String, line: Int, reason: Configuration.Flaw.Reason) {
    let configuration = Configuration(text: text)
    #expect(configuration.flaws == [Configuration.Flaw(line: line, reason: reason)])
    #expect(configuration.keepOpen == 86_400_000)
  }

  @Test("other groups are somebody else's")
  func otherGroups() {
    #expect(Configuration(text: "[mail]\nserver=x\n").flaws == [])
  }

  @Test("a file that does not exist says nothing; one that cannot be read is a flaw")
  func files() {
    #expect(Configuration(path: "/nowhere/at/all").flaws == [])
    #expect(Configuration(path: "/").flaws.map(\.line) == [0])
  }
}
