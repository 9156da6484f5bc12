import Foundation
import Testing

/// Times as the locale writes them, also in a program that carries its C library inside.
@Suite(
  .enabled(
    if: FileManager.default.fileExists(atPath: "/usr/share/i18n/locales/pl_PL"),
    "needs Debian's locales"))
struct RemindctlLocaleTests {
  let home: Home
  init() async throws { home = try await Home() }

  @Test(
    "dates and times follow LC_TIME",
    arguments: [
      ("it_IT", #"on (lun|mar|mer|gio|ven|sab|dom) \d+ [a-z]{3}( \d{4})? at \d\d:\d\d:\d\d "#),
      ("pl_PL", #"on \p{L}{3} \d+ [a-z]{3}( \d{4})? at \d\d:\d\d:\d\d "#),
      ("en_US", #"on \w{3} \w{3} \d+( \d{4})? at \d\d:\d\d:\d\d [AP]M "#),
    ])
  func times(name: String, pattern: String) async throws {
    let locales = home.folder + "/locales"
    try await home.shell("mkdir \(locales); localedef -i \(name) -f UTF-8 \(locales)/\(name).UTF-8")
    let variables = ["LOCPATH": locales, "LC_ALL": "\(name).UTF-8"]
    let answer = try await home.remindctl("in", "3", "days", "tea", changing: variables)
    #expect(answer.output.contains(try Regex(pattern)), "\(answer.output)")
    let changing =
      ["LC_ALL": nil, "LC_TIME": "\(name).UTF-8", "LOCPATH": locales] as [String: String?]
    let alone = try await home.remindctl("in", "3", "days", "tea", changing: changing)
    #expect(alone.output.contains(try Regex(pattern)), "\(alone.output)")
    let json = try await home.remindctl("list", "--json", changing: variables)
    #expect(json.output.contains(try Regex(#""due":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d"#)))
  }

  @Test("durations are understood in three languages, whatever the locale")
  func languages() async throws {
    for words in ["an hour and a half", "un'ora e mezza", "półtorej godziny"] {
      let answer = try await home.remindctl("in", words)
      #expect(answer.output.contains("(in 1 h 30 min)"), "\(words): \(answer.error)")
    }
  }
}
