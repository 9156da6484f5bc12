import Beds
import Foundation
import Testing

@testable import Reminders
@testable import TimeLanguage

/// Both programs in the user's language; what programs read, and users' texts, in none.
@Suite(.enabled(if: Languages.isPossible, "needs Debian's gettext and locales"))
struct TranslationTests {
  let home: Home
  init() async throws { home = try await Home() }

  @Test(
    "each number has its form",
    arguments: [
      (
        "it_IT.UTF-8",
        [
          1: "1 promemoria deve arrivare.", 2: "2 promemoria devono arrivare.",
          5: "5 promemoria devono arrivare.", 22: "22 promemoria devono arrivare.",
        ]
      ),
      (
        "pl_PL.UTF-8",
        [
          1: "Nadchodzi 1 przypomnienie.", 2: "Nadchodzą 2 przypomnienia.",
          5: "Nadchodzi 5 przypomnień.", 22: "Nadchodzą 22 przypomnienia.",
        ]
      ),
    ])
  func plurals(lang: String, sentences: [Int: String]) async throws {
    let speaking = Languages.speaking(lang)
    var count = 0
    for (number, sentence) in sentences.sorted(by: { $0.key < $1.key }) {
      try await home.create(number - count, in: "2h")
      count = number
      let status = try await home.remindctl("status", changing: speaking)
      #expect(status.output.contains("\n\(sentence)\n"), "\(status.output)")
    }
  }

  @Test("the default title is translated, and JSON says Alert Time!")
  func title() async throws {
    // Like a service, it has no language of its own.
    let daemon = try await home.remindd(
      "--channel", "stdout", changing: Languages.speaking(nil))
    for (lang, title, line) in [
      ("it_IT.UTF-8", "È ora!", "previsto: "), ("pl_PL.UTF-8", "Już czas!", "termin: "),
      ("en_US.UTF-8", "Alert Time!", "due "), ("C", "Alert Time!", "due "),
      ("xx_XX.UTF-8", "Alert Time!", "due "),
    ] {
      let made = try await home.remindctl("in", "0.1s", changing: Languages.speaking(lang))
      #expect(made.output.contains("  \(title)  "), "\(made.output)")
      let id = try #require(made.output.split(separator: " ").first)
      let printed = try await daemon.child.wait(for: "reminder \(id)") {
        $0.lines.first { $0.hasPrefix("\(id)  ") }
      }
      #expect(printed.hasPrefix("\(id)  \(title)  \(line)"), "\(printed)")
      let json = try await home.remindctl(
        "show", String(id), "--json", changing: Languages.speaking(lang))
      #expect(json.output.contains(#""text":"Alert Time!""#))
    }
  }

  @Test(
    "words follow LC_MESSAGES or LANGUAGE, and figures LC_TIME",
    arguments: [
      (["LC_MESSAGES": "it_IT.UTF-8", "LC_TIME": "en_US.UTF-8"], #"alle \d\d:\d\d:\d\d [AP]M"#),
      (["LC_MESSAGES": "it_IT.UTF-8"], #"alle \d\d:\d\d:\d\d"#),
      (["LANG": "en_US.UTF-8", "LC_TIME": "it_IT.UTF-8"], #"at \d\d:\d\d:\d\d"#),
      (["LANG": "en_US.UTF-8", "LANGUAGE": "pl:en"], #"o \d\d:\d\d:\d\d [AP]M"#),
      (["LANG": "it_IT.UTF-8", "LANGUAGE": "en"], #"at \d\d:\d\d:\d\d"#),
      (["LANG": "pl_PL.UTF-8", "LC_ALL": "C"], #"at \d\d:\d\d:\d\d"#),
    ])
  func categories(variables: [String: String], time: String) async throws {
    let daemon = try await home.remindd("--channel", "stdout", changing: Languages.speaking(nil))
    let made = try await home.remindctl(
      "in", "0.1s", "zażółć", changing: Languages.speaking(nil, variables))
    #expect(
      try made.output.wholeMatch(of: Regex("1  zażółć  \(time) \\(.*\\)\n")) != nil,
      "\(made.output)")
    // The popup's line has the same clock, without the preposition.
    let clock = time.drop { $0 != " " }.dropFirst()
    let line = try await daemon.lines(1)[0]
    #expect(try line.wholeMatch(of: Regex("1  zażółć  \\S+ \(clock)")) != nil, "\(line)")
  }

  @Test("doctor knows of a locale that this machine does not have")
  func missing() async throws {
    for (variables, isMissing) in [
      (["LANG": "it_IT.UTF-8"], false), (["LANG": "C"], false), ([:], false),
      (["LANG": "xx_XX.UTF-8"], true), (["LANG": "it_IT.UTF-8", "LC_TIME": "xx_XX"], true),
    ] {
      let answer = try await home.remindctl(
        "doctor", "--json", changing: Languages.speaking(nil, variables))
      #expect(answer.output.contains(#""check":"locale""#) == isMissing, "\(variables)")
    }
  }

  @Test("dates and repetitions are said as the language says them")
  func grammar() async throws {
    for (lang, words, sentence) in [
      ("it_IT.UTF-8", "2 weeks on monday and sunday", "ogni 2 settimane il lunedì e la domenica"),
      ("it_IT.UTF-8", "2nd sunday 9:00", "ogni mese la 2ª domenica"),
      ("it_IT.UTF-8", "month on the 1st", "ogni mese il 1º giorno"),
      ("it_IT.UTF-8", "24 dec", "ogni 24 dicembre"),
      ("pl_PL.UTF-8", "wednesday and sunday 9:00", "co środę i niedzielę"),
      ("pl_PL.UTF-8", "2 weeks on tuesday", "co 2 tygodnie we wtorek"),
      ("pl_PL.UTF-8", "last wednesday 9:00", "co miesiąc w ostatnią środę"),
      ("pl_PL.UTF-8", "24 dec", "co rok 24 grudnia"),
      ("pl_PL.UTF-8", "5 hours", "co 5 godzin"), ("pl_PL.UTF-8", "22 hours", "co 22 godziny"),
    ] {
      let answer = try await home.remindctl(
        "parse", "--as", "every", words, changing: Languages.speaking(lang))
      #expect(answer.output.contains(": \(sentence)"), "\(answer.output)\(answer.error)")
    }
  }

  @Test("a time that is not understood is refused in the user's language")
  func refusal() async throws {
    let italian = try await home.remindctl(
      "in", "20", "tè", changing: Languages.speaking("it_IT.UTF-8"))
    #expect(italian.code == 3)
    #expect(italian.error.contains("'tè' non è un'unità di tempo."))
    let polish = try await home.remindctl(
      "at", "25:00", changing: Languages.speaking("pl_PL.UTF-8"))
    #expect(polish.error.contains("'25:00' nie jest porą dnia."))
    let missing = try await home.remindctl("done", "7", changing: Languages.speaking("pl_PL.UTF-8"))
    #expect(missing.code == 4 && missing.error.contains("Nie ma przypomnienia 7."))
  }

  @Test("--help of every verb, and of the daemon, is in the user's language, and ASCII in C")
  func help() async throws {
    let words = ["it_IT.UTF-8": ["Uso:", "Opzioni:"], "pl_PL.UTF-8": ["Użycie:", "Opcje:"]]
    let whole = try await home.remindctl("--help", changing: Languages.speaking("C")).output
    let verbs = try #require(whole.components(separatedBy: "Verbs:\n").last)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .prefix { $0.hasPrefix("  ") }.map { String($0.dropFirst(2).prefix { $0.isLetter }) }
    #expect(verbs.count > 20)
    for verb in [""] + verbs {
      let command = ["remindctl"] + (verb.isEmpty ? [] : [verb]) + ["--help"]
      let plain = try await home.run(command, changing: Languages.speaking("C")).output
      #expect(plain.utf8.allSatisfy { $0 < 0x80 }, "\(plain)")
      for (lang, marks) in words {
        let said = try await home.run(command, changing: Languages.speaking(lang)).output
        #expect(marks.allSatisfy(said.contains), "\(said)")
        #expect(!said.contains("Usage:") && !said.contains("Options:"))
      }
    }
    for (lang, marks) in words {
      let said = try await home.run(["remindd", "--help"], changing: Languages.speaking(lang))
      #expect(said.output.hasPrefix(marks[0]), "\(said.output)")
      let wrong = try await home.run(["remindd", "--nonsense"], changing: Languages.speaking(lang))
      #expect(wrong.code == 2 && !wrong.error.contains("Unknown option"))
    }
  }

  @Test("what programs read is the same in every locale, byte for byte")
  func programs() async throws {
    try await home.shell(
      """
      remindctl at 2099-12-24 09:00 zażółć; remindctl every weekday 9:00 'stand up' --nag 5m
      remindctl at 2099-01-01; remindctl cancel 3
      """)
    let commands = [
      ["list", "--json"], ["list", "--plain"], ["history", "--json"], ["history", "--plain"],
      ["show", "1", "--json"], ["show", "9", "--json"], ["cancel", "3", "--json"],
      ["status", "--json"], ["in", "20", "--json"], ["at", "25:00", "--json"],
      ["wach", "tomorrow", "9am", "--json"], ["done", "--json"], ["undo", "7", "--json"],
      ["version", "--json"], ["sh", "-c", "remindctl export | grep -v DTSTAMP"],
      ["parse", "--json", "--now", "2026-11-30T09:00:00", "tomorrow 9am tea"],
      ["parse", "--json", "--now", "2026-11-30T09:00:00", "every 2nd sunday tea"],
    ]
    for command in commands {
      var answers: Set<String> = []
      for lang in ["C", "en_US.UTF-8", "it_IT.UTF-8", "pl_PL.UTF-8"] {
        let answer = try await home.run(
          (command[0] == "sh" ? [] : ["remindctl"]) + command, changing: Languages.speaking(lang))
        answers.insert("\(answer.code) \(answer.output)")
      }
      #expect(answers.count == 1, "\(answers)")
    }
  }

  @Test(
    "for English nothing is opened, and nothing set",
    .enabled(if: Home.canTrace, "needs strace, the right to trace, and no sanitizer"),
    arguments: [nil, "C", "C.UTF-8", "POSIX", "en_US.UTF-8", "en_GB.UTF-8"])
  func english(lang: String?) async throws {
    for command in [["--help"], ["in", "1h", "tea"], ["done", "9"]] {
      let trace = home.folder + "/trace"
      let answer = try await home.run(
        ["strace", "-f", "-o", trace, Home.programs + "/remindctl"] + command,
        changing: Languages.speaking(lang))
      #expect(answer.code == (command[0] == "done" ? 4 : 0))
      let calls = try String(contentsOfFile: trace, encoding: .utf8)
      #expect(!calls.contains("remindctl.mo") && !calls.contains("LC_MESSAGES"))
    }
  }

  @Test(
    "a question is asked and answered in the user's language",
    arguments: [
      ("it_IT.UTF-8", "s", "Annullare tutti e 2 i promemoria? [s/N] "),
      ("pl_PL.UTF-8", "t", "Anulować wszystkie 2 przypomnienia? [t/N] "),
    ])
  func question(lang: String, yes: String, question: String) async throws {
    try await home.create(2, in: "2h")
    for answer in ["n", yes] {
      let said = try await home.shell(
        "{ printf '\(answer)\\n'; sleep 0.3; } | script -qec 'remindctl cancel --all' /dev/null",
        changing: Languages.speaking(lang, ["TERM": "xterm"]))
      #expect(said.output.contains(question), "\(said.output)")
      #expect(said.code == (answer == yes ? 0 : 1), "\(said.output)")
    }
    #expect(try await home.remindctl("list", "--plain").output.isEmpty)
  }
}
