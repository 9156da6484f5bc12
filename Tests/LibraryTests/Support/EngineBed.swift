import Foundation
import Testing

@testable import CivilTime
@testable import Configuration
@testable import Reminders
@testable import Scheduler
@testable import Store

/// An engine over a real store, with the outside world played by the test: channels answer when
/// told to, and clocks say what they are told to say.
final class EngineBed {
  let temporary: TemporaryStore
  var engine: Engine
  /// What was handed over and has not been answered.
  var open: [(alert: Alert, channel: Channel)] = []
  /// Every hand-over so far, as `channel text`.
  var shown: [String] = []
  var groups: [(texts: [String], replacing: PopupID?)] = []
  var updates: [(popup: PopupID, texts: [String], id: Int64)] = []
  var withdrawn: [UInt32] = []
  var sleep: Instant??
  /// How often the engine has synced the store at the end of a tick.
  var syncs = 0
  var others: [Engine.Action] = []

  var store: ReminderStore { temporary.store }

  init(_ choice: ChannelChoice = .stdout, zone: Zone = .utc) throws {
    temporary = try TemporaryStore()
    try temporary.store.prepareForDaemon()
    engine = Engine(
      store: temporary.store, settings: Engine.Settings(choice: choice), zone: zone,
      paths: temporary.paths)
  }

  /// What the helper does before it connects.
  func writeMail(of alert: Alert) throws {
    let paths = temporary.paths
    _ = paths.makeMailFolder(of: alert.uid)
    try Data().write(to: URL(filePath: paths.mail(of: alert.uid, delivery: alert.delivery)))
  }

  /// Answers what the mailbox was handed: the oldest, or the one with this text.
  @discardableResult
  func answerMail(
    to text: String? = nil, _ verdict: MailResult.Verdict, _ reason: HoldReason? = nil,
    at moment: ClockReading
  ) throws -> Alert {
    let index = try #require(
      open.firstIndex { $0.channel == .mail && (text == nil || $0.alert.text == text) })
    let alert = open.remove(at: index).alert
    try writeMail(of: alert)
    send(.mailed(delivery: alert.delivery, MailResult(verdict, reason)), at: moment)
    return alert
  }

  /// A new daemon over the same store, as after a kill.
  func restart(_ choice: ChannelChoice = .stdout, zone: Zone = .utc) throws {
    try temporary.reopen()
    try temporary.store.prepareForDaemon()
    engine = Engine(
      store: store, settings: Engine.Settings(choice: choice), zone: zone,
      paths: temporary.paths)
    open = []
  }

  func send(_ event: Engine.Event, at moment: ClockReading) {
    var again = true
    var event = event
    while again {
      again = false
      for action in engine.handle(event, at: moment) {
        switch action {
        case .deliver(let alert, let channel):
          open.append((alert, channel))
          shown.append("\(channel) \(alert.text ?? "-")")
        case .deliverTogether(let alerts, let id, let replacing):
          open.append((alerts.first { $0.delivery == id }!, .desktop))
          groups.append((alerts.map { $0.text ?? "-" }, replacing))
        case .update(let popup, let alerts, let id):
          updates.append((popup, alerts.map { $0.text ?? "-" }, id))
        case .withdraw(let popup): withdrawn.append(popup.notification)
        case .changed: syncs += 1
        case .again: again = true
        case .sleep(let instant): sleep = .some(instant)
        case .zoneMoved, .zoneMissing, .zoneFound, .storeFailed, .storeRecovered,
          .restart, .mailTrouble, .letMail, .listen, .outputFailed, .outputRecovered,
          .outputMissed, .stopped:
          others.append(action)
        }
      }
      event = .tick
    }
  }

  /// The channels accept everything that is open and everything that follows.
  func acceptAll(at moment: ClockReading, server: Server? = nil) {
    while let first = open.first {
      open.removeFirst()
      if server != nil { lastID += 1 }
      send(
        .outcome(
          delivery: first.alert.delivery,
          .accepted(server: server, notification: server == nil ? nil : lastID)),
        at: moment)
    }
  }
  /// The id that the server gave last.
  private(set) var lastID: UInt32 = 100

  func answer(_ outcome: Outcome, at moment: ClockReading) {
    let first = open.removeFirst()
    send(.outcome(delivery: first.alert.delivery, outcome), at: moment)
  }
}

let server = Server(uniqueName: ":1.7", product: "Test", version: "1", capabilities: [])
let minute: Int64 = 60_000
let hour: Int64 = 3_600_000

extension EngineBed {
  /// A bed whose desktop is there and accepts what it is handed.
  static func withDesktop() throws -> EngineBed {
    let bed = try EngineBed(.desktop)
    bed.send(.desktop(.ready(server)), at: moment(0))
    return bed
  }

  /// Stores a reminder that is due now, has it shown, and answers the id of its popup.
  func show(_ text: String, _ options: ReminderOptions = ReminderOptions(), at moment: ClockReading)
    throws -> PopupID
  {
    try add(text, in: 0, options, at: moment)
    send(.storeChanged, at: moment)
    acceptAll(at: moment, server: server)
    return PopupID(server: server.uniqueName, notification: lastID)
  }

  @discardableResult
  func add(_ text: String, in delay: Int64, _ options: ReminderOptions, at moment: ClockReading)
    throws
    -> Entry
  {
    var new = NewReminder(
      text: text, trigger: .interval(bootID: moment.bootID, dueBoot: moment.boot + delay),
      due: moment.now.advanced(by: delay)!, in: .utc, words: "in", language: nil)
    new.options = options
    return try store.create(new, at: moment.now)
  }

  func states() throws -> [String] {
    try temporary.texts("SELECT state FROM occurrence ORDER BY id")
  }
}

func options(_ change: (inout ReminderOptions) -> Void) -> ReminderOptions {
  var options = ReminderOptions()
  change(&options)
  return options
}
