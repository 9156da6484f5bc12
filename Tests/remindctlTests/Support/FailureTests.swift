import Testing

@testable import Configuration
@testable import Reminders
@testable import Scheduler
@testable import Store
@testable import TimeLanguage
@testable import remindctl

@Suite struct FailureTests {
  @Test(
    "on a terminal a caret stands under what was not understood",
    arguments: [
      (["half", "an", "our"], ["  half an our", "          ^~~"]),
      (["1h20x", "tea"], ["  1h20x tea", "      ^"]),
      (["-5m"], ["  -5m", "  ^~~"]),
      (["日本", "tea"], ["  日本 tea", "  ^~~~"]),
      (["5", "日本"], ["  5 日本", "    ^~~~"]),
      ([""], []),
    ])
  func caret(words: [String], lines: [String]) throws {
    let said = try sentences(words, columns: 80)
    #expect(Array(said.dropFirst().dropLast()) == lines)
  }

  @Test("no caret without a terminal, and none under a line that would be broken")
  func noCaret() throws {
    #expect(try sentences(["half", "an", "our"], columns: nil).count == 2)
    let long = Array(repeating: "tea", count: 30)
    #expect(try sentences(long, columns: 80).count == 2)
  }

  @Test("a hostile argument is quoted, not obeyed")
  func hostile() throws {
    for line in try sentences(["\u{1b}[31m5", "parsecs"], columns: 80) {
      #expect(!line.unicodeScalars.contains { $0.value < 0x20 })
    }
  }

  @Test("a suggestion that is made of what was typed steered the terminal")
  func hostileSuggestion() throws {
    let test = Context.test()
    let context = TimeContext(
      now: test.now, zone: test.local.zone, isPinned: false, languages: [.en, .it, .pl])
    let error = try #require(throws: TimeError.self) {
      try Parser.reading("tea 9 \u{c}h", verb: .any, timeEnd: nil, in: context)
    }
    #expect(error.suggestion == "in 9 \u{c}h")
    let said = TimeFailure(error, in: "tea 9 \u{c}h").sentence
    #expect(said.contains("Did you mean 'in 9 ␌h'?"))
  }

  @Test("a suggestion in JSON changed with the language that is read first")
  func suggestionInJSON() throws {
    for first in Language.allCases {
      let languages = [first] + Language.allCases.filter { $0 != first }
      let error = try #require(throws: TimeError.self) {
        try Parser.span("5 minutt tea", languages: languages)
      }
      #expect(
        Failure(TimeFailure(error, in: "5 minutt tea"), nil).json.contains(
          #""message":"'minutt' is not a unit of time. Did you mean 'minute'?""#))
    }
  }

  @Test("in JSON the error says where, in bytes")
  func json() throws {
    let failure = try #require(refusal(of: ["5", "日本"]))
    #expect(
      failure.json
        == #"{"schema":1,"error":{"code":"unknown-unit","message":"'日本' is not a unit of time.","#
        + #""at":2,"length":6,"accepted":["#
        + #""Units are s, min, h, days, weeks, months, years, or their full names: 90 min, 1h20m"]}}"#
        + "\n")
  }

  @Test("every way to fail has a code, a name and a sentence")
  func all() throws {
    let paths = try #require(Paths { $0 == "HOME" ? "/h" : nil })
    let sql = { (code: Int32) in StoreError.database(code: code, message: "m") }
    let failures: [(Failure, ExitCode, String)] = [
      (.needsForce, .usage, "usage"), (.noHome, .store, "no-home"),
      (.noSuchReminder([Failure.UnknownReminder(id: "7")]), .noSuchReminder, "no-such-reminder"),
      (.store(sql(5), paths), .store, "store-locked"),
      (.store(sql(13), paths), .store, "store-full"),
      (.store(sql(8), paths), .store, "store-read-only"),
      (.store(sql(14), paths), .store, "store-unreachable"),
      (.store(sql(26), paths), .store, "store-not-a-database"),
      (.store(sql(11), paths), .store, "store-damaged"),
      (.store(.newer(found: 2, known: 1), paths), .store, "store-newer"),
      (.store(.folder(path: "/f", errno: 13), paths), .store, "store-unreachable"),
      (.store(sql(1), paths), .store, "store"),
      (.input(21), .failed, "input"),
      (.output(28), .failed, "output"), (.declined, .failed, "declined"),
      (.unfinished([7]), .noSuchReminder, "unfinished"),
      (.changedMeanwhile(7), .failed, "changed-meanwhile"),
      (.nothingToUndo, .failed, "nothing-to-undo"),
      (.malformedKey("a b"), .usage, "invalid_idempotency_key"),
      (.keyTaken(by: 7), .failed, "idempotency_conflict"),
      (.noMail(7, .never), .noSuchReminder, "no-mail"),
      (.noMail(7, .notDue), .noSuchReminder, "mail-not-due"),
      (.mailNotWritten(7), .noSuchReminder, "mail-not-written"),
      (.noMail(7, .through), .noSuchReminder, "no-mail-waits"),
      (.mailWaits([7]), .noSuchReminder, "mail-waits"),
      (.mailBeingSent(7), .failed, "mail-being-sent"),
      (.mailWritten(7), .failed, "mail-written"),
      (.notAnAddress("you"), .usage, "invalid_recipient"),
      (.movedOn(reminder: 7, .snoozed), .failed, "moved-on"),
      (
        Failure(TimeFailure(TimeError(.unexpected, at: 0, length: 1, accepted: []), in: "x"), nil),
        .time, "unexpected"
      ),
    ]
    // The other two are for what went well.
    #expect(Set(failures.map(\.1)) == Set(ExitCode.allCases).subtracting([.done, .noDaemon]))
    for (failure, code, name) in failures {
      #expect(failure.code == code)
      #expect(failure.name == name)
      #expect(failure.sentences.allSatisfy { $0.hasSuffix(".") })
    }
    for code: Int32 in [5, 13, 8, 14, 26, 11, 1] {
      #expect(
        Failure.store(sql(code), paths).sentences[0].contains("/h/.local/share/remindctl/"))
    }
    #expect(
      Failure.store(.folder(path: "/f", errno: 13), paths).sentences[0].contains("/f "))
  }

  @Test("what a command throws has the exit code of what it is; an unknown error fails by its name")
  func thrown() throws {
    struct Odd: Error {}
    let paths = try #require(Paths { $0 == "HOME" ? "/h" : nil })
    let store = StoreError.folder(path: "/f", errno: 13)
    let errors: [(any Error, ExitCode, String)] = [
      (Failure.needsForce, .usage, "usage"), (store, .store, "store-unreachable"),
      (StoreError.copy(.exists(path: "/f")), .failed, "file-exists"),
      (StoreError.refused(.nothingToUndo), .failed, "nothing-to-undo"),
      (StoreError.refused(.noMailWaits(7, .notDue)), .noSuchReminder, "mail-not-due"),
      (Odd(), .failed, "unexpected-error"),
    ]
    for (error, code, name) in errors {
      let failure = Failure(error, paths)
      #expect(failure.code == code)
      #expect(failure.name == name)
    }
    #expect(Failure(store, nil).name == "no-home")
    #expect(Failure(Odd(), paths).sentences == ["An unexpected error: Odd()."])
  }

  private func refusal(of words: [String]) -> Failure? {
    do {
      _ = try Request(in: try Arguments(["in"] + words), .test())
      return nil
    } catch { return Failure(error, nil) }
  }

  private func sentences(_ words: [String], columns: Int?) throws -> [String] {
    try #require(refusal(of: words)).lines(columns: columns)
  }
}
