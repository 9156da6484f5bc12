import Testing

@testable import CivilTime
@testable import Reminders
@testable import Scheduler
@testable import Store
@testable import remindctl

/// A life in sentences, and changes as lines: from values that no test would wait for.
@Suite struct ReminderDetailsTests {
  // 2026-11-30 01:53:20 UTC; the machine was started 5,000 seconds before.
  private static let now: Int64 = 1_796_003_600_000
  private static func at(_ seconds: Int64) -> Instant {
    Instant(milliseconds: now + seconds * 1000)
  }

  private func entry(due: Instant, state: OccurrenceState = .unanswered) -> Entry {
    Entry(
      id: 7, uid: "u", text: "tea", trigger: .interval(bootID: "b", dueBoot: 0),
      created: Self.at(-90_000), occurrence: 1, due: due, fired: nil, state: state, holdReason: nil)
  }

  private func occurrence(
    due: Instant, fired: Instant?, missed: Int = 0, state: OccurrenceState = .unanswered
  ) -> OccurrenceRecord {
    OccurrenceRecord(
      id: 1, due: due, fired: fired, ended: nil, state: state, missed: missed, isSnooze: false)
  }

  private func delivery(
    _ state: DeliveryState, _ channel: Channel = .desktop, purpose: Purpose = .due,
    holdReason: HoldReason? = nil, product: String? = nil, isPossibleRepeat: Bool = false
  ) -> DeliveryRecord {
    DeliveryRecord(
      channel: channel, attempt: 1, state: state, holdReason: holdReason,
      isPossibleRepeat: isPossibleRepeat, product: product, version: product.map { _ in "1.9" },
      claimed: Self.at(-60), ended: state == .accepted ? Self.at(-50) : nil, purpose: purpose,
      occurrence: 1)
  }

  private func told(
    _ occurrences: [OccurrenceRecord] = [], _ deliveries: [DeliveryRecord] = [],
    _ events: [HistoryEvent] = [], daemon: Int64? = nil
  ) -> [String] {
    let life = History(
      entry: entry(due: Self.at(-60)), occurrences: occurrences, deliveries: deliveries,
      events: events)
    let holder = daemon.map {
      DaemonLock.Holder(process: 1, since: Self.at($0), version: "1")
    }
    let context = Context.test(now: Self.now)
    return ReminderDetails(life: life, daemon: holder, pauseEnd: nil, context: context).text
      .withoutZone
      .split(separator: "\n").map(String.init)
      .drop { !$0.contains("`remindctl done 7`") }.dropFirst().map { $0 }
  }

  @Test(
    "how late it was, and why, as far as that can be known",
    arguments: [
      (-60, -60, nil, "Taken up at 01:52:20, on time."),
      (-62, -60, nil, "Taken up at 01:52:20, 2 s late."),
      (
        -200, -60, -100,
        "Taken up at 01:52:20, 2 min 20 s late: remindd was started at 01:51:40."
      ),
      (
        -200, -60, nil,
        "Taken up at 01:52:20, 2 min 20 s late: "
          + "the machine slept, or remindd was not running."
      ),
      (
        -9000, -60, -100,
        "Taken up at 01:52:20, 2 h 29 min late: the machine was started at 00:30:00."
      ),
    ] as [(Int64, Int64, Int64?, String)])
  func late(due: Int64, fired: Int64, daemon: Int64?, sentence: String) {
    #expect(
      told([occurrence(due: Self.at(due), fired: Self.at(fired))], daemon: daemon) == [sentence])
  }

  @Test(
    "the zone that a reminder keeps to, and what a clock change does to it, are told",
    arguments: [
      (
        "at 15:00 Europe/Rome",
        ["It keeps to the clocks of Europe/Rome; there that is at 15:00:00 CET."]
      ),
      ("at 15:00 UTC", ["It keeps to the clocks of UTC."]),
      (
        "on 2027-03-28 2:30 Europe/Rome",
        [
          "It keeps to the clocks of Europe/Rome; there that is on Sun 28 Mar 2027 at 03:30:00 CEST.",
          "02:30:00 does not exist that day, when the clocks go forward by 1 h: "
            + "it comes at 03:30:00 CEST.",
        ]
      ),
      (
        "every day 2:30 Europe/Rome from 2027-10-31",
        [
          "It keeps to the clocks of Europe/Rome; there that is on Sun 31 Oct 2027 at 02:30:00 CEST.",
          "02:30:00 comes twice that day, when the clocks go back: it comes once, "
            + "the first time (CEST, not CET).",
        ]
      ),
      ("every 3 hours", []), ("at 15:00", []),
    ] as [(String, [String])])
  func clocks(words: String, sentences: [String]) throws {
    let context = Context.test(now: Self.now)
    let request = try Request(words, as: .any, timeEnd: nil, context)
    var made = entry(due: request.due, state: .scheduled)
    made.trigger = request.trigger
    // TZ pins what would float.
    if case .wall(let wall, "UTC") = made.trigger, !words.hasSuffix("UTC") {
      made.trigger = .wall(wall, zone: nil)
    }
    let said = [context.zoneSentence(made), context.clockChange(made)].compactMap { $0 }
    #expect(said == sentences)
  }

  @Test(
    "each delivery says where, what for, and what became of it",
    arguments: [
      (("accepted", Purpose.due, nil), "Shown on the desktop at 01:52:30, by dunst 1.9."),
      (
        ("accepted", .before(600_000), nil),
        "Shown on the desktop at 01:52:30, by dunst 1.9 (10 min before)."
      ),
      (("accepted", .nag(3), nil), "Shown on the desktop at 01:52:30, by dunst 1.9 (time 3)."),
      (("accepted", .again(1), nil), "Shown on the desktop at 01:52:30, by dunst 1.9 (once more)."),
      (
        ("accepted", .due, .quiet),
        "Shown on the desktop at 01:52:30, by dunst 1.9. It had waited: quiet hours."
      ),
      (("held", .due, .noServer), "Held on the desktop: no notification server."),
      (("held", .nag(2), .paused), "Held on the desktop (time 2): paused."),
      (
        ("unknown", .due, .noAnswer),
        "Perhaps shown on the desktop: the notification server took it without an answer."
      ),
      (
        ("failed", .due, .tooLate),
        "Not shown on the desktop: it would have come too late."
      ),
    ] as [((String, Purpose, HoldReason?), String)])
  func delivered(record: (String, Purpose, HoldReason?), sentence: String) throws {
    let state = try #require(DeliveryState(rawValue: record.0))
    let isAccepted = state == .accepted
    #expect(
      told(
        [],
        [
          delivery(
            state, purpose: record.1, holdReason: record.2, product: isAccepted ? "dunst" : nil)
        ]) == [sentence])
  }

  @Test("what was missed, what may have come twice, and the order in which it happened")
  func order() {
    let sentences = told(
      [occurrence(due: Self.at(-60), fired: Self.at(-60), missed: 3)],
      [delivery(.accepted, .stdout, isPossibleRepeat: true)],
      [
        HistoryEvent(at: Self.at(-70), kind: .created, words: "in 10s"),
        HistoryEvent(at: Self.at(-10), kind: .undone, undoes: .snoozed),
      ])
    #expect(
      sentences == [
        "Made at 01:52:10, from the words 'in 10s'.", "Taken up at 01:52:20, on time.",
        "It stands for 3 earlier ones that were missed.",
        "Written to standard output at 01:52:30. It may have been shown before.",
        "The snooze was taken back at 01:53:10.",
      ])
  }

  @Test("of a long life the latest is told, and how much there was before")
  func long() {
    let events = (0..<100).map {
      HistoryEvent(at: Self.at($0 - 200), kind: .snoozed, until: Self.at(0))
    }
    let sentences = told([], [], events)
    #expect(sentences.count == 61)
    #expect(sentences[0] == "... and 40 things before (`remindctl show 7 --json` tells all)")
    #expect(sentences[60] == "Put off at 01:51:39: again at 01:53:20.")
  }

  @Test(
    "a change is one line, whatever is in the text",
    arguments: [
      (Change.pause(until: nil), "The pause is over."),
      (.pause(until: at(60)), "Paused until 01:54:20."),
      (
        .event(HistoryEvent(at: at(0), kind: .created, words: nil), of: subject()),
        "01:53:20  7  te␊a  created, due at 01:54:20"
      ),
      (
        .event(HistoryEvent(at: at(0), kind: .snoozed, until: at(600)), of: subject()),
        "01:53:20  7  te␊a  snoozed, again at 02:03:20"
      ),
      (
        .event(HistoryEvent(at: at(0), kind: .undone, undoes: .cancelled), of: subject()),
        "01:53:20  7  te␊a  not cancelled"
      ),
    ])
  func line(change: Change, line: String) {
    let context = Context.test(now: Self.now)
    #expect(change.sentence(context).withoutZone == line)
    #expect(!change.json(in: context.local.zone).text.contains("\n"))
  }

  private static func subject() -> Change.Subject {
    Change.Subject(id: 7, uid: "u", text: "te\na", due: at(60), fired: nil)
  }

  @Test("a delivery is news by its own name, with all that is known of it")
  func news() {
    let change = Change.delivery(
      delivery(.held, holdReason: .noServer),
      of: Change.Subject(id: 7, uid: "u", text: nil, due: Self.at(-60), fired: Self.at(-60)))
    let context = Context.test(now: Self.now)
    #expect(
      change.sentence(context).withoutZone
        == "01:52:20  7  Alert Time!  held on the desktop: no notification server")
    let json = change.json(in: context.local.zone).text
    #expect(json.hasPrefix(#"{"schema":1,"event":"held","id":7,"uid":"u","text":"Alert Time!","#))
    #expect(json.contains(#""at_ms":1796003540000,"#))
    #expect(json.contains(#""reason":"no-server""#))
  }
}

extension String {
  /// The zone is left out where it is the system's: tests compare without it.
  fileprivate var withoutZone: String { replacing(" UTC", with: "") }
}
