import Testing

@testable import CivilTime
@testable import Localization
@testable import Scheduler

/// Whose words and whose times, by the environment and by what is stored.
@Suite struct UserLocaleTests {
  @Test(
    "what is stored of an environment, and whether its words are looked up",
    arguments: [
      ([:], nil, false), (["LANG": ""], nil, false), (["LANG": "C"], "C", false),
      (["LANG": "it_IT.UTF-8"], "it_IT.UTF-8", true),
      (["LANG": "en_GB.UTF-8"], "en_GB.UTF-8", false),
      (["LANG": "C.UTF-8", "LANGUAGE": "it"], "C.UTF-8", false),
      (["LANG": "it_IT.UTF-8", "LC_ALL": "C"], "C", false),
      (["LANG": "it_IT.UTF-8", "LC_TIME": "en_GB.UTF-8"], "it_IT.UTF-8 en_GB.UTF-8", true),
      (["LC_TIME": "pl_PL.UTF-8"], "C pl_PL.UTF-8", false),
      (["LC_MESSAGES": "pl_PL.UTF-8"], "pl_PL.UTF-8 C", true),
      (["LANG": "en_US.UTF-8", "LANGUAGE": "pl:en"], "pl_PL.UTF-8 en_US.UTF-8", true),
      (["LANG": "it_IT.UTF-8", "LANGUAGE": "it:en"], "it_IT.UTF-8", true),
      (["LANG": "it_IT.UTF-8", "LANGUAGE": "en"], "en_US.UTF-8 it_IT.UTF-8", false),
      (["LANG": "de_DE.UTF-8"], "de_DE.UTF-8", true),
      (["LANG": "it_IT.UTF-8", "LANGUAGE": "de:fr"], "it_IT.UTF-8", true),
    ] as [([String: String], String?, Bool)])
  func environment(variables: [String: String], text: String?, isTranslated: Bool) {
    let locale = UserLocale { variables[$0] }
    #expect(locale.text == text)
    #expect(locale.isTranslated == isTranslated)
    guard let text else { return }
    let stored = UserLocale(text: text)
    #expect(stored.text == text)
    #expect(stored.isTranslated == isTranslated)
  }

  @Test("what is stored may be no locale: then it is C")
  func hostile() {
    let moon = WallTime(secondsAsUTC: -14_155_385)
    for text in [
      "", " ", "xx_XX", "../../../etc", "/etc/passwd", "xx\u{0}.UTF-8", "LC_TIME=x;LC_MESSAGES=y",
      String(repeating: "LC_ALL=x;", count: 2_000_000), String(repeating: "x ", count: 200),
    ] {
      let locale = SpokenLocale(UserLocale(text: text))
      #expect(locale.speaking { locale.clock.date(moon, from: moon) } == "Mon 21 Jul")
      #expect(locale.speaking { tr("Done") } == "Done")
    }
  }

  @Test("a sentence is filled by name, in any order, and once")
  func filling() {
    #expect(tr("{b} and {a}, {c}", ["a": "{b}", "b": "2"]) == "2 and {b}, {c}")
    #expect(tr(1, "one", "{n} of them") == "one")
    #expect(tr(0, "one", "{n} of {what}", ["what": "all"]) == "0 of all")
    #expect(tr("May", context: "in") == "May")
    #expect(Catalogue.translation(of: "") == "")
  }
}
