import Testing

@testable import Store
@testable import TimeLanguage
@testable import remindctl

@Suite struct ArgumentsTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var line: [String]
    var verb: String
    var words: [String] = []
    var wordsBeforeEnd: Int?
    var values: [String: String] = [:]
    var testDescription: String { line.isEmpty ? "(nothing)" : line.joined(separator: "·") }
  }

  @Test(
    "a command line is taken apart",
    arguments: [
      Row(line: [], verb: "list"),
      Row(line: ["--json"], verb: "list", values: ["json": ""]),
      Row(line: ["-n", "5"], verb: "list", values: ["limit": "5"]),
      Row(line: ["-n5", "ls"], verb: "list", values: ["limit": "5"]),
      Row(line: ["-n", "5", "ls"], verb: "list", values: ["limit": "5"]),
      Row(
        line: ["--limit=5", "--json", "list"], verb: "list", values: ["limit": "5", "json": ""]),
      Row(line: ["rm", "7"], verb: "cancel", words: ["7"]),
      Row(line: ["why", "#7"], verb: "show", words: ["#7"]),
      Row(line: ["in", "1h20m", "tea"], verb: "in", words: ["1h20m", "tea"]),
      Row(line: ["in", "in", "5m"], verb: "in", words: ["in", "5m"]),
      Row(line: ["in", "--json", "5m"], verb: "in", words: ["5m"], values: ["json": ""]),
      Row(
        line: ["in", "5m", "tea", "--json"], verb: "in", words: ["5m", "tea"], values: ["json": ""]),
      Row(line: ["in", "--", "tea"], verb: "in", words: ["tea"], wordsBeforeEnd: 0),
      Row(
        line: ["in", "5m", "--", "--json"], verb: "in", words: ["5m", "--json"], wordsBeforeEnd: 1),
      Row(
        line: ["in", "5m", "--", "a", "--", "b"], verb: "in", words: ["5m", "a", "--", "b"],
        wordsBeforeEnd: 1),
      Row(line: ["in", "5m", "--"], verb: "in", words: ["5m"], wordsBeforeEnd: 1),
      Row(line: ["in", "-5m"], verb: "in", words: ["-5m"]),
      Row(line: ["in", "1s", "-1"], verb: "in", words: ["1s", "-1"]),
      Row(line: ["in", "1s", "-"], verb: "in", words: ["1s", "-"]),
      Row(line: ["in", "1s", "- [ ] plans"], verb: "in", words: ["1s", "- [ ] plans"]),
      Row(line: ["in", ""], verb: "in", words: [""]),
      Row(
        line: ["in", "-H1", "-M", "20", "-S", "5"], verb: "in",
        values: ["hours": "1", "minutes": "20", "seconds": "5"]),
      Row(
        line: ["in", "--hours", "1", "--minutes=20", "x"], verb: "in", words: ["x"],
        values: ["hours": "1", "minutes": "20"]),
      Row(
        line: ["in", "--hours", "", "--minutes="], verb: "in", values: ["hours": "", "minutes": ""]),
      Row(line: ["in", "--hours", "-1"], verb: "in", values: ["hours": "-1"]),
      Row(line: ["list", "-h"], verb: "list", values: ["help": ""]),
      Row(line: ["--version"], verb: "list", values: ["version": ""]),
      Row(line: ["lsit"], verb: "add", words: ["lsit"]),
      Row(line: [""], verb: "add", words: [""]),
      Row(line: ["20m", "tea"], verb: "add", words: ["20m", "tea"]),
      Row(
        line: ["--json", "20m", "--", "tea"], verb: "add", words: ["20m", "tea"], wordsBeforeEnd: 1,
        values: ["json": ""]),
      Row(
        line: ["--tz", "Europe/Rome", "tomorrow", "9am", "--dry-run"], verb: "add",
        words: ["tomorrow", "9am"], values: ["tz": "Europe/Rome", "dry-run": ""]),
      Row(line: ["add", "list", "5pm"], verb: "add", words: ["list", "5pm"]),
      Row(line: ["call", "mum", "at", "5pm"], verb: "add", words: ["call", "mum", "at", "5pm"]),
      Row(line: ["--", "list"], verb: "list", words: ["list"], wordsBeforeEnd: 0),
    ])
  func line(row: Row) throws {
    let arguments = try Arguments(row.line)
    #expect(arguments.verb.name == row.verb)
    #expect(arguments.words == row.words)
    #expect(arguments.wordsBeforeEnd == row.wordsBeforeEnd)
    for option in arguments.verb.everyOption {
      #expect(arguments.value(option) == row.values[option.long], "\(option.name)")
    }
  }

  struct Refusal: CustomTestStringConvertible, Sendable {
    var line: [String]
    var error: Failure
    var testDescription: String { line.joined(separator: "·") }
  }

  @Test(
    "what is wrong is said",
    arguments: [
      Refusal(
        line: ["list", "--jsno"],
        error: .unknownOption("--jsno", verb: "list", nearest: "--json")),
      Refusal(
        line: ["list", "--hours", "1"],
        error: .unknownOption("--hours", verb: "list", nearest: nil)),
      Refusal(
        line: ["in", "--req", "1s"],
        error: .unknownOption("--req", verb: "in", nearest: "--require-daemon")),
      Refusal(line: ["in", "5m", "-x"], error: .unknownOption("-x", verb: "in", nearest: nil)),
      Refusal(line: ["in", "--=1"], error: .unknownOption("--", verb: "in", nearest: nil)),
      Refusal(line: ["list", "-n"], error: .missingValue(option: "-n")),
      Refusal(line: ["in", "-H=1"], error: .valueBehindSign(option: "-H", value: "1")),
      Refusal(line: ["list", "--limit"], error: .missingValue(option: "--limit")),
      Refusal(line: ["in", "--hours", "--json"], error: .missingValue(option: "--hours")),
      Refusal(
        line: ["in", "1h", "--tag", "x", "--tag", "y"], error: .repeated(option: "--tag")),
      Refusal(line: ["in", "-M", "1", "-M", "2"], error: .repeated(option: "--minutes")),
      Refusal(
        line: ["list", "-n", "5", "--limit=6"], error: .repeated(option: "--limit")),
      Refusal(
        line: ["forget", "--before", "2d", "--before", "1d"],
        error: .repeated(option: "--before")),
      Refusal(line: ["list", "--json=yes"], error: .needlessValue(option: "--json")),
    ])
  func refusal(row: Refusal) {
    let failure = #expect(throws: Failure.self) { try Arguments(row.line) }
    #expect(failure?.name == "usage")
    #expect(failure?.sentences == row.error.sentences)
  }

  @Test(
    "the nearest name is suggested, and nothing far-fetched",
    arguments: [
      ("lsit", "list"), ("lst", "list"), ("cancle", "cancel"), ("statsu", "status"),
      ("remove", "cancel"), ("hlep", "help"), ("x", nil), ("", nil), ("tea", nil),
      ("canc", "cancel"),
      ("shwo", "show"),
    ])
  func nearest(word: String, name: String?) {
    #expect(Verb.nearest(to: word) == name)
  }

  @Test(
    "slips are counted",
    arguments: [("", "", 0), ("ab", "ba", 1), ("list", "lists", 1), ("kitten", "sitting", 3)])
  func slips(a: String, b: String, count: Int) {
    #expect(Nearest.slips(a, b) == count)
  }

  @Test("the table has no two meanings for one name")
  func table() {
    let names = Verb.allCases.flatMap { [$0.name] + $0.aliases }
    #expect(Set(names).count == names.count)
    for verb in Verb.allCases {
      let longs = verb.everyOption.map(\.long)
      let shorts = verb.everyOption.compactMap(\.short)
      #expect(Set(longs).count == longs.count)
      #expect(Set(shorts).count == shorts.count)
      #expect(verb.row.examples.count == 2)
    }
    // The verb is found behind options only if an option takes a value everywhere or nowhere.
    let arity = Dictionary(grouping: Verb.allCases.flatMap(\.everyOption), by: \.long)
    #expect(arity.values.allSatisfy { Set($0.map { $0.value != nil }).count == 1 })
  }

  @Test("every verb explains itself", arguments: Verb.allCases.map(\.name))
  func help(name: String) throws {
    let verb = try #require(Verb.named(name))
    let text = Help.text(of: verb)
    for option in verb.everyOption { #expect(text.contains(option.name)) }
    for example in verb.row.examples { #expect(text.contains("remindctl \(example)\n")) }
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
    #expect(Help.text.contains("  \(name)"))
  }
}
