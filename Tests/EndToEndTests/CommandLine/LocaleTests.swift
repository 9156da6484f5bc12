import Foundation
import Scheduler
import Testing

@testable import CivilTime
@testable import Reminders
@testable import Store

/// Times as the user's locale and zone have them, text as it is in any.
@Suite struct LocaleTests {
  let home: Home
  init() async throws { home = try await Home() }

  struct Row: Sendable, CustomTestStringConvertible {
    var locale: String
    var time: String
    /// As `remindctl in 3 days` says it.
    var day: String
    var testDescription: String { locale }
  }

  @Test(
    "times and dates follow the locale, and words stay UTF-8",
    .enabled(if: Self.canCompile, "needs localedef and the sources of locales"),
    arguments: [
      Row(locale: "C", time: #"\d\d:\d\d:\d\d"#, day: #"on (Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d+ \w+"#),
      Row(
        locale: "it_IT.UTF-8", time: #"\d\d:\d\d:\d\d"#,
        day: #"on (lun|mar|mer|gio|ven|sab|dom) \d+ \w+"#),
      Row(
        locale: "en_US.UTF-8", time: #"\d\d:\d\d:\d\d [AP]M"#,
        day: #"on (Mon|Tue|Wed|Thu|Fri|Sat|Sun) \w+ \d+"#),
    ])
  func locale(_ row: Row) async throws {
    let (language, charset) = (row.locale.prefix(5), "UTF-8")
    if row.locale != "C" {
      let built = try await home.run([
        "localedef", "-i", String(language), "-f", charset, home.folder + "/run/" + row.locale,
      ])
      #expect(built.code == 0, "\(built.error)")
    }
    let locale = ["LC_ALL": row.locale, "LOCPATH": home.folder + "/run"]
    let daemon = try await home.remindd("--channel", "stdout", changing: locale)
    let soon = try await home.remindctl("in", "0.1s", "zażółć", changing: locale)
    #expect(
      try soon.output.wholeMatch(of: Regex("1  zażółć  at \(row.time) \\(in 0 s\\)\n")) != nil,
      "\(soon.output)")
    let line = try await daemon.lines(1)[0]
    #expect(try line.wholeMatch(of: Regex("1  zażółć  due \(row.time)")) != nil, "\(line)")
    let later = try await home.remindctl("in", "3", "days", "zażółć", changing: locale)
    #expect(
      try later.output.wholeMatch(
        of: Regex("2  zażółć  \(row.day)( \\d{4})? at \(row.time) \\(in 3 d\\)\n")) != nil,
      "\(later.output)")
    let list = try await home.remindctl("list", changing: locale)
    #expect(list.output.contains("scheduled  zażółć\n"))
  }

  static let canCompile = Home.canRun(
    "command -v localedef && test -e /usr/share/i18n/locales/it_IT")

  @Test("a locale that is not installed is no reason to fail")
  func unknownLocale() async throws {
    let answer = try await home.remindctl("in", "1h", "zażółć", changing: ["LC_ALL": "xx_XX"])
    #expect(answer.code == 0)
    #expect(
      answer.output.wholeMatch(of: /1  zażółć  (on .*)?at \d\d:\d\d:\d\d \(in 1 h\)\n/) != nil)
  }

  @Test(
    "TZ is the zone that times are said in, and the JSON's offset",
    arguments: [
      ("Asia/Kathmandu", "+05:45", " \\+0545"), ("Pacific/Kiritimati", "+14:00", " \\+14"),
      // Where the system's own clock is UTC, there is nothing to say.
      ("UTC", "+00:00", "( UTC)?"),
    ])
  func zone(_ zone: String, offset: String, abbreviation: String) async throws {
    let json = try await home.remindctl("in", "1h", "--json", "tea", changing: ["TZ": zone])
    #expect(json.output.contains("\(offset)\",\"due_ms\""))
    let plain = try await home.remindctl("in", "1h", "tea", changing: ["TZ": zone])
    #expect(
      try plain.output.contains(Regex("at \\d\\d:\\d\\d:\\d\\d\(abbreviation) \\(in 1 h\\)")),
      "\(plain.output)")
  }

  @Test("a zone whose file cannot be read was said to be none of this system's")
  func unreadableZone() async throws {
    try await home.shell("ln -s loop \(home.folder)/loop")
    let answer = try await home.remindctl("list", changing: ["TZ": ":\(home.folder)/loop"])
    #expect(answer.code == 0)
    #expect(answer.error.contains("/loop cannot be read (Too many levels of symbolic links); UTC"))
  }

  @Test(
    "where the system has no zones TZ was blamed, which said nothing",
    .enabled(
      if: Home.canMount && LocalZone.system().zone.name.contains("/"),
      "needs root, the right to mount, and a link to the system's zone"))
  func noZones() async throws {
    let answer = try await home.run(
      [
        "unshare", "-m", "sh", "-c",
        "mount -t tmpfs none /usr/share/zoneinfo; \(Home.programs)/remindctl list",
      ], changing: ["TZ": nil])
    #expect(answer.code == 0)
    #expect(answer.error.contains("The system's time zone cannot be read: times are in UTC."))
  }

  @Test("a TZ that names no zone is said, and UTC counts")
  func unknownZone() async throws {
    let answer = try await home.remindctl(
      "in", "1h", "--json", "tea", changing: ["TZ": "Nowhere/Land"])
    #expect(answer.code == 0)
    #expect(answer.error.contains("TZ names no time zone that this system knows"))
    #expect(answer.output.contains("+00:00\",\"due_ms\""))
  }
}
