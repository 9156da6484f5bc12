import Beds
import Foundation
import Scheduler
import Testing

@testable import Reminders
@testable import remindd

/// Runs a test on a bed of its own. What a process of its own throws would lose its words.
func onDesktop(_ test: (DesktopBed) async throws -> Void) async {
  do { try await test(DesktopBed()) } catch { Issue.record("\(error)") }
}

/// A running channel, and what it has reported. One a process: libnotify is one too.
final class DesktopWitness: Sendable {
  private final class Log: Sendable {
    let events = Mutex<(all: [DesktopEvent], seen: Int)>(([], 0))
  }
  private let log = Log()
  private let channel: DesktopChannel

  /// Starts the channel in the environment of a bed, which becomes the process's own.
  init(_ environment: [String: String]) {
    for name in ["DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"] { unsetenv(name) }
    for (name, value) in environment { setenv(name, value, 1) }
    channel = DesktopChannel(
      environment: { environment[$0] },
      report: { [log] event in log.events.withLock { $0.all.append(event) } })
    channel.start()
  }

  func deliver(_ delivery: Int64, _ text: String? = "tea", late: Int64 = 0) {
    channel.deliver(
      Popup(.test(text, delivery: delivery, late: late), words: .plain, snoozes: [600_000]))
  }

  func listenForKeyring(_ isOn: Bool) { channel.listenForKeyring(isOn) }

  /// Hands over as the engine does: what a busy server had no time for goes again when it is ready.
  /// - Returns: the popup that was accepted.
  @discardableResult
  func show(_ popup: Popup) async throws -> PopupID {
    channel.deliver(popup)
    var isHeld = false
    while true {
      switch try await next() {
      case .outcome(popup.delivery, .accepted(let server?, let id?)):
        return PopupID(server: server.uniqueName, notification: id)
      case .outcome(popup.delivery, .held(.notAnswering)): isHeld = true
      case .late(popup.delivery, .accepted(let server?, let id?)):
        return PopupID(server: server.uniqueName, notification: id)
      case .outcome(popup.delivery, .unknown), .state(.hung), .state(.probing), .popup: break
      case .state(.ready(_?)):
        if isHeld { channel.deliver(popup) }
        isHeld = false
      case let event: throw BedError("\(event), no popup")
      }
    }
  }

  @discardableResult
  func show(_ delivery: Int64, _ text: String? = "tea", late: Int64 = 0) async throws -> PopupID {
    try await show(
      Popup(.test(text, delivery: delivery, late: late), words: .plain, snoozes: [600_000]))
  }

  func withdraw(_ popup: PopupID) { channel.withdraw(popup) }
  func lookAgain() { channel.lookAgain() }
  func stop() { channel.stop() }

  /// Everything that was reported so far.
  var all: [DesktopEvent] { log.events.withLock { $0.all } }

  var outcomes: [Int64] {
    all.compactMap { if case .outcome(let delivery, _) = $0 { delivery } else { nil } }
  }

  /// How often the user has come back.
  var returns: Int { all.count { $0 == .userReturned } }

  /// The next event that was not looked at yet.
  func next(within seconds: Double = patience) async throws -> DesktopEvent {
    var event: DesktopEvent?
    do {
      try await until("an event", within: seconds) {
        event = log.events.withLock { events in
          guard events.seen < events.all.count else { return nil }
          events.seen += 1
          return events.all[events.seen - 1]
        }
        return event != nil
      }
    } catch { throw BedError("\(error) after \(all)") }
    return event!
  }

  /// The server, once it is there: one that was started a moment ago may still be missing first.
  func settled() async throws -> Server {
    while true {
      switch try await next() {
      case .state(.ready(let server?)): return server
      case .state(.absent(.noServer)), .state(.hung): continue
      case let event: throw BedError("\(event), no server")
      }
    }
  }

  /// The server that the next event says is ready, be it that it was busy first.
  func nextServer(within seconds: Double = patience) async throws -> Server {
    var event = try await next(within: seconds)
    if event == .state(.hung) { event = try await next(within: seconds) }
    guard case .state(.ready(let server?)) = event else { throw BedError("\(event), no server") }
    return server
  }
}

extension DesktopEvent {
  /// Whether it is the outcome that a server took this delivery.
  func isAccepted(_ delivery: Int64) -> Bool {
    guard case .outcome(delivery, .accepted(_?, let id?)) = self else { return false }
    return id > 0
  }
}
