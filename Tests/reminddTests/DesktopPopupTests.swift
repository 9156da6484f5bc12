import Scheduler
import Testing

@testable import CivilTime
@testable import Reminders
@testable import Store
@testable import remindd

extension Words {
  /// The C locale's, in UTC.
  static let plain = Words(zone: Zone.utc)
}

extension Alert {
  static func test(
    _ text: String?, delivery: Int64 = 1, late: Int64 = 0, isPossibleRepeat: Bool = false
  ) -> Alert {
    let due = Instant(seconds: 1000)
    return Alert(
      delivery: delivery, reminder: 7, uid: "u", text: text, due: due,
      fired: due.advanced(by: late)!, isPossibleRepeat: isPossibleRepeat)
  }
}

@Suite struct DesktopPopupTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var alert: Alert
    var summary: String
    var body: String

    init(_ sentence: String, _ alert: Alert, _ summary: String, _ body: String = "due 00:16:40") {
      (testDescription, self.alert, self.summary, self.body) = (sentence, alert, summary, body)
    }
  }

  static let eighty = String(repeating: "0123456789", count: 8)
  static let inView = String(eighty.prefix(32))

  @Test(
    "a popup says what, when and how late",
    arguments: [
      Row("a word", .test("tea"), "tea"),
      Row("no text", .test(nil), "Alert Time!"),
      Row("nothing but blanks", .test(" \n\t"), "Alert Time!"),
      Row("just not late", .test("tea", late: 999), "tea"),
      Row("a second late", .test("tea", late: 1000), "tea", "due 00:16:40, 1 s late"),
      Row(
        "perhaps a repeat", .test("tea", late: 2000, isPossibleRepeat: true), "tea",
        "due 00:16:40, 2 s late\nIt may have been shown before."),
      Row("two lines", .test("tea\nwith milk"), "tea", "tea\nwith milk\ndue 00:16:40"),
      Row("blank lines around", .test("\n\n tea \r\n"), "tea"),
      Row("a tab in the title", .test("a\tb"), "a b", "a\tb\ndue 00:16:40"),
      Row("what is in view of any summary", .test(inView), inView),
      Row(
        "a longer line, which a server may cut", .test(inView + "x"), inView + "x",
        inView + "x\ndue 00:16:40"),
      Row("80 characters", .test(eighty), eighty, eighty + "\ndue 00:16:40"),
      Row(
        "81 characters", .test(eighty + "x"), "\(eighty.dropLast())…", eighty + "x\ndue 00:16:40"),
      Row("control characters", .test("\u{1B}]0;x\u{7}"), "␛]0;x␇"),
      Row("an override", .test("a\u{202E}b"), "a\\u{202E}b"),
      Row("what looks like an option", .test("--version"), "--version"),
      Row("what looks like a shell's", .test("$(id) `id` ; \"x\""), "$(id) `id` ; \"x\""),
      Row("a literal backslash n", .test("a\\nb"), "a\\nb"),
    ])
  func composed(row: Row) {
    let popup = Popup(row.alert, words: .plain, snoozes: [600_000])
    #expect(popup.summary == row.summary)
    #expect(popup.body == row.body)
  }

  @Test("100 kB of text become a popup of a screen")
  func long() {
    let popup = Popup(
      .test(String(repeating: "żółw ", count: 15_000)), words: .plain, snoozes: [600_000])
    let body = popup.body.split(separator: "\n")
    #expect(popup.summary.count <= Popup.summaryLength)
    #expect(body.count == 2)
    #expect(body[0].hasSuffix("żółw…"))
    #expect(body[0].count <= Popup.bodyLength)
    #expect(body[1] == "due 00:16:40")
  }

  @Test("a letter with a thousand accents does not become a message without end")
  func accents() {
    let popup = Popup(
      .test("a" + String(repeating: "\u{301}", count: 50_000)), words: .plain, snoozes: [600_000])
    #expect(popup.summary.utf8.count < 1010)
    #expect(popup.body.utf8.count < 2100)
  }

  @Test(
    "only where the server reads markup is it escaped",
    arguments: [
      ("a << b && c <b>x</b> &amp;", "a &lt;&lt; b &amp;&amp; c &lt;b&gt;x&lt;/b&gt; &amp;amp;"),
      (#"<a href="http://evil.test">"#, #"&lt;a href="http://evil.test"&gt;"#),
      ("<b>coffee ☕</b>", "&lt;b&gt;coffee ☕&lt;/b&gt;"),
      ("it's", "it's"),
    ])
  func escaped(text: String, markup: String) {
    let popup = Popup(.test("x\n" + text), words: .plain, snoozes: [600_000])
    #expect(popup.body(markup: false) == "x\n\(text)\ndue 00:16:40")
    #expect(popup.body(markup: true) == "x\n\(markup)\ndue 00:16:40")
  }

  /// Due at 00:16:40 and shown `late` milliseconds after that.
  static func alert(
    _ text: String?, _ purpose: Purpose, late: Int64 = 0,
    _ change: (inout ReminderOptions) -> Void = { _ in }
  ) -> Alert {
    var alert = Alert.test(text, late: late)
    alert.purpose = purpose
    change(&alert.options)
    return alert
  }

  @Test(
    "a popup says what it is for",
    arguments: [
      Row(
        "announced", alert("tea", .before(600_000), late: -600_000), "tea",
        "in 10 min: due 00:16:40"),
      Row(
        "announced some milliseconds late", alert("tea", .before(600_000), late: -599_990), "tea",
        "in 10 min: due 00:16:40"),
      Row(
        "announced late", alert("tea", .before(600_000), late: -240_000), "tea",
        "in 4 min: due 00:16:40"),
      Row(
        "announced too late", alert("tea", .before(600_000), late: 5000), "tea",
        "due 00:16:40, 5 s late"),
      Row(
        "insisting", alert("tea", .nag(3), late: 1_200_000), "tea",
        "shown 3 times, due 00:16:40, 20 min ago"),
      Row(
        "shown again", alert("tea", .again(1), late: 10_800_000), "tea",
        "shown again, due 00:16:40, 3 h ago"),
    ])
  func purposes(row: Row) {
    let popup = Popup(row.alert, words: .plain, snoozes: [600_000])
    #expect(popup.summary == row.summary)
    #expect(popup.body == row.body)
  }

  @Test("its buttons: Done, and a snooze for each length; none of those before the time")
  func buttons() {
    let due = Popup(.test("tea"), words: .plain, snoozes: [600_000, 3_600_000])
    #expect(due.buttons.map(\.label) == ["Done", "Snooze 10 min", "Snooze 1 h"])
    #expect(due.buttons.map(\.action) == [.done, .snooze(600_000), .snooze(3_600_000)])
    let early = Popup(
      Self.alert("tea", .before(60_000), late: -60_000), words: .plain, snoozes: [600_000])
    #expect(early.buttons.map(\.label) == ["Done"])
  }

  @Test("many in one: the first few by name, the others by number")
  func group() {
    let alerts = (1...1000).map { number in
      Self.alert(number == 2 ? String(repeating: "long ", count: 20_000) : "number \(number)", .due)
    }
    let popup = Popup(alerts, id: 7, replacing: nil, words: .plain, snoozes: [600_000])
    #expect(popup.delivery == 7)
    #expect(popup.summary == "1000 reminders")
    let lines = popup.body.split(separator: "\n")
    #expect(lines.count == 7)
    #expect(lines[0] == "number 1, 00:16:40")
    #expect(lines[1].hasSuffix("…, 00:16:40"))
    #expect(lines[6] == "and 994 more")
    #expect(popup.body.utf8.count < 500)
    #expect(popup.buttons.map(\.label) == ["All done", "All in 10 min"])
    #expect(popup.sound == Popup.sound)
    let next = Popup(
      alerts, id: 7, replacing: PopupID(server: "s", notification: 1), words: .plain, snoozes: [])
    #expect(next.sound == nil)
  }

  @Test("many in one: it stays if one stays, and is heard if one is heard")
  func groupOptions() {
    func popup(_ changes: [(inout ReminderOptions) -> Void]) -> Popup {
      Popup(
        changes.map { Self.alert("tea", .due, $0) }, id: 1, replacing: nil, words: .plain,
        snoozes: [])
    }
    #expect(popup([{ $0.timeout = 5000 }, { $0.timeout = 9000 }]).timeout == 9000)
    #expect(popup([{ $0.timeout = 5000 }, { _ in }]).timeout == 0)
    #expect(popup([{ $0.sound = "none" }, { $0.sound = "bell" }]).sound == "bell")
    #expect(popup([{ $0.sound = "none" }, { _ in }]).sound == Popup.sound)
    #expect(popup([{ $0.sound = "none" }, { $0.sound = "none" }]).sound == nil)
    #expect(popup([{ $0.urgency = .low }, { $0.urgency = .low }]).urgency == .low)
    #expect(popup([{ $0.urgency = .low }, { _ in }]).urgency == .normal)
  }
}
