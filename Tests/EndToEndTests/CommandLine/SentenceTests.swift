import Beds
import Foundation
import Testing

@testable import Reminders
@testable import Store
@testable import TimeLanguage

/// What is made to be listened to: sentences, and questions one by one.
@Suite(.timeLimit(.minutes(5))) struct SentenceTests {
  let home: Home
  init() async throws { home = try await Home() }

  @Test("list --sentences: a line each, the text first, lengths in full, the state in words")
  func list() async throws {
    try await home.remindctl("in", "1h20m", "tea")
    try await home.remindctl("every", "weekday", "9:00", "stand-up")
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.show("eggs", by: daemon)
    let lines = try await home.remindctl("list", "--sentences").output
      .split(separator: "\n").map(String.init)
    #expect(lines.count == 3)
    let time = #"\d\d:\d\d(:\d\d)?"#
    for sentence in [
      "eggs, at \(time), .*, not answered, number 3",
      "tea, (on .* )?at \(time), in 1 hour and (19|20) minutes, number 1",
      "stand-up, every weekday at 09:00, (on .* )?at 09:00, in .*, number 2",
    ] {
      let pattern = try Regex(sentence + #"\."#)
      #expect(lines.contains { $0.wholeMatch(of: pattern) != nil }, "\(sentence): \(lines)")
    }
    try await home.remindctl("done", "3")
    let past = try await home.remindctl("history", "--sentences").output
    #expect(past.contains(#/eggs, at \d\d:\d\d(:\d\d)?, .*, done, number 3\.\n$/#))
    try await home.remindctl("pause", "1h")
    #expect(try await home.remindctl("list", "--sentences").output.hasPrefix("Paused until "))
    try await daemon.end(SIGTERM)
  }

  @Test(
    "in Polish JSON stays English, and the short names of days are read as they are printed",
    .enabled(if: Languages.isPossible, "needs Debian's gettext and locales"))
  func polish() async throws {
    let polish = Languages.speaking("pl_PL.UTF-8")
    let json = try await home.remindctl("request", "contact", "--json", changing: polish)
    #expect(
      json.output.contains("The template contact (pl) cannot be filled in."), "\(json.output)")
    let templates = try await home.remindctl("mail", "templates", "--json", changing: polish)
    #expect(templates.output.contains(#""locale":"pl""#))
    for day in 14...20 {
      let now = ["remindctl", "parse", "--now", "2026-06-13T14:00:00", "--as", "at"]
      let said = try await home.run(now + ["2026-06-\(day) 9:00"], changing: polish)
      let printed = try #require(said.output.firstMatch(of: /: ([^:]* o 09:00:00) \(/)?.1)
      let read = try await home.run(now + ["\(printed) x"], changing: polish)
      #expect(read.output.contains(": \(printed) ("), "\(read.output)\(read.error)")
    }
    #expect(
      try await home.remindctl("--help", changing: polish).output.contains("Wyślij e-mailem prośbę")
    )
  }

  @Test("the end of a line was spoken as a sign")
  func lines() async throws {
    try await home.remindctl("in", "1h", "--", "a\n\n b\n")
    #expect(try await home.remindctl("list", "--sentences").output.hasPrefix("a, b, "))
  }

  @Test(
    "names and units were short forms, which speech reads as other words, and seconds stood everywhere",
    .enabled(if: Languages.isPossible, "needs Debian's gettext and locales"),
    arguments: [
      (
        "en_US", "tea, on Thursday December 24 2037 at 09:00 AM",
        "in [0-9]+ days( and [0-9]+ hours?)?, number 1"
      ),
      (
        "it_IT", "tea, giovedì 24 dicembre 2037 alle 09:00",
        "tra [0-9]+ giorni( e [0-9]+ or[ae])?, numero 1"
      ),
      (
        "pl_PL", "tea, czwartek 24 grudnia 2037 o 09:00",
        "za [0-9]+ dni( i [0-9]+ godzin[ęy]?)?, numer 1"
      ),
    ])
  func spoken(locale: String, opening: String, ending: String) async throws {
    try await home.remindctl("at", "2037-12-24 09:00", "tea")
    try await home.remindctl("at", "2037-12-24 09:00:30", "eggs")
    let lines = try await home.remindctl(
      "list", "--sentences", changing: Languages.speaking(locale + ".UTF-8")
    ).output.split(separator: "\n")
    let pattern = try Regex("\(opening)( [A-Z]+)?, \(ending)\\.")
    #expect(lines.first?.wholeMatch(of: pattern) != nil, "\(lines)")
    #expect(lines.last?.contains("09:00:30") == true, "\(lines)")
  }

  @Test("of the ways to print a list one is taken")
  func one() async throws {
    for options in [
      ["--json", "--sentences"], ["--plain", "--sentences"], ["--json", "--plain"],
    ] {
      for verb in ["list", "history"] {
        let answer = try await home.run(["remindctl", verb] + options)
        #expect(answer.code == 2)
        #expect(answer.error.contains("do not go together"))
      }
    }
  }

  @Test("no list of many is cut in sentences, and none is ended by an empty one")
  func many() async throws {
    let none = try await home.remindctl("list", "--sentences")
    #expect(none.output == "" && none.code == 0)
    try await home.fill(1200, dueIn: 3600)
    #expect(try await home.shell("remindctl list --sentences | wc -l").output == "1200\n")
  }

  private func ask(_ typed: String, _ options: String = "") async throws -> Home.Answer {
    try await home.shell("printf '\(typed)' | remindctl in --ask \(options)")
  }

  @Test("in --ask: hours, minutes, seconds and the text, and the time that they make")
  func form() async throws {
    let answer = try await ask("1\\n20\\n5\\ntea\\n", "--tag kitchen")
    #expect(answer.code == 0)
    #expect(answer.output.contains(#/^1  tea  .*\(in 1 h 20 min 5 s\)\n/#))
    #expect(answer.error.contains("Hours: Minutes: Seconds: What for? "))
    #expect(!answer.error.contains("Enter closes this."))
    #expect(try await home.remindctl("list", "--json", "--tag", "kitchen").output.contains("tea"))
  }

  @Test("in --ask: with nothing at all it is one second")
  func nothing() async throws {
    let answer = try await ask("\\n\\n\\n\\n")
    #expect(answer.code == 0)
    #expect(answer.output.contains("Alert Time!  "))
    #expect(answer.output.contains("(in 1 s)") || answer.output.contains("(in 0 s)"))
  }

  @Test(
    "in --ask: the input's end stored a reminder a second ahead, and so did a figure that is none",
    arguments: [
      ("", "ended"), ("1\\n2\\n", "ended"), ("1\\n\\n\\n", "ended"),
      ("abc\\n", "Hours: 'abc' is no whole number."), ("\\n-3\\n1\\ntea\\n", "Minutes: '-3'"),
    ])
  func unanswered(typed: String, said: String) async throws {
    let answer = try await ask(typed)
    #expect(answer.code == 2)
    #expect(answer.error.contains(said))
    #expect(!answer.error.contains("--") && !answer.error.contains("Enter"))
    #expect(!FileManager.default.fileExists(atPath: home.store))
  }

  @Test("in --ask: a figure that is none is asked for again at a terminal, and text is text")
  func wrong() async throws {
    let answer = try await home.shell(
      #"{ printf 'one\n1\n-3\n\n\n--json - $(id)\n\n'; sleep 1; }"#
        + " | script -qec 'remindctl in --ask' /dev/null")
    #expect(answer.code == 0)
    #expect(answer.output.contains("Hours: 'one' is no whole number."))
    #expect(answer.output.contains("Enter closes this. "))
    #expect(answer.output.contains("1  --json - $(id)  "))
    #expect(answer.output.contains("(in 1 h)"))
    let mixed = try await home.remindctl("in", "--ask", "20m")
    #expect(mixed.code == 2)
    #expect(try await home.remindctl("in", "--ask", "-H", "1").code == 2)
  }
}
