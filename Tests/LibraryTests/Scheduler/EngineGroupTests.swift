import Testing

@testable import Reminders
@testable import Scheduler

@Suite("The engine: many at once")
struct EngineGroupTests {
  @Test("up to three come by themselves, more come together")
  func together() throws {
    let bed = try EngineBed.withDesktop()
    for number in 0..<3 { try bed.add("\(number)", in: 0, ReminderOptions(), at: moment(0)) }
    bed.send(.tick, at: moment(0))
    bed.acceptAll(at: moment(0), server: server)
    #expect(bed.shown.count == 3)
    for number in 3..<10 { try bed.add("\(number)", in: hour, ReminderOptions(), at: moment(0)) }
    bed.send(.tick, at: moment(hour))
    bed.acceptAll(at: moment(hour), server: server)
    #expect(bed.shown.count == 3)
    #expect(bed.groups.map(\.texts.count) == [7])
    #expect(try bed.states().allSatisfy { $0 == "unanswered" })
  }

  @Test("one upon another, second after second, they share a popup from the fourth on")
  func oneUponAnother() throws {
    let bed = try EngineBed.withDesktop()
    for number in 0..<6 {
      try bed.add("\(number)", in: Int64(number) * 1000, ReminderOptions(), at: moment(0))
    }
    for number in 0..<6 {
      bed.send(.tick, at: moment(Int64(number) * 1000))
      bed.acceptAll(at: moment(Int64(number) * 1000), server: server)
    }
    #expect(bed.shown.count == 3)
    #expect(bed.groups.map(\.texts) == [["3"], ["3", "4"], ["3", "4", "5"]])
    #expect(bed.groups.map { $0.replacing != nil } == [false, true, true])
    try bed.add("much later", in: hour, ReminderOptions(), at: moment(0))
    bed.send(.tick, at: moment(hour))
    #expect(bed.shown.last == "desktop much later")
  }

  @Test("a flood is one popup that is updated in place, and every one is recorded")
  func flood() throws {
    let bed = try EngineBed.withDesktop()
    for number in 0..<1000 { try bed.add("\(number)", in: 0, ReminderOptions(), at: moment(0)) }
    bed.send(.tick, at: moment(0))
    bed.acceptAll(at: moment(100), server: server)
    #expect(bed.groups.last?.texts.count == 1000)
    #expect(bed.groups.dropFirst().allSatisfy { $0.replacing != nil })
    #expect(bed.groups.count + bed.shown.count <= 5)
    #expect(
      try bed.temporary.texts("SELECT count(*) FROM delivery WHERE state = 'accepted'")
        == ["1000"])
  }

  @Test("All done answers each; closing the popup answers none")
  func answers() throws {
    let bed = try EngineBed.withDesktop()
    for number in 0..<5 { try bed.add("\(number)", in: 0, ReminderOptions(), at: moment(0)) }
    bed.send(.tick, at: moment(0))
    bed.acceptAll(at: moment(0), server: server)
    let popup = PopupID(server: server.uniqueName, notification: bed.lastID)
    bed.send(.popup(popup, .closed(2)), at: moment(1))
    #expect(try bed.states() == Array(repeating: "unanswered", count: 5))
    bed.send(.userReturned, at: moment(hour))
    bed.acceptAll(at: moment(hour), server: server)
    let again = PopupID(server: server.uniqueName, notification: bed.lastID)
    bed.send(.popup(again, .action("snooze:600000")), at: moment(hour))
    #expect(try bed.states().filter { $0 == "snoozed" }.count == 5)
    bed.send(.tick, at: moment(hour + 10 * minute))
    #expect(bed.groups.last?.texts.count == 5)
  }

  @Test("what insists is never folded in")
  func insistent() throws {
    let bed = try EngineBed.withDesktop()
    for number in 0..<5 { try bed.add("\(number)", in: 0, ReminderOptions(), at: moment(0)) }
    try bed.add("fire", in: 0, options { $0.urgency = .critical }, at: moment(0))
    bed.send(.tick, at: moment(0))
    bed.acceptAll(at: moment(0), server: server)
    #expect(bed.groups.map(\.texts) == [["0", "1", "2", "3", "4"]])
    #expect(bed.shown == ["desktop fire"])
  }

  @Test("a server that is full holds one, and shows it when another closes")
  func full() throws {
    let bed = try EngineBed.withDesktop()
    let first = try bed.show("0", at: moment(0))
    try bed.add("1", in: hour, ReminderOptions(), at: moment(0))
    bed.send(.tick, at: moment(hour))
    bed.answer(.held(.refused), at: moment(hour))
    #expect(bed.open.isEmpty)
    bed.send(.popup(first, .closed(2)), at: moment(hour + 1))
    #expect(bed.open.map(\.alert.text) == ["1"])
  }
}
