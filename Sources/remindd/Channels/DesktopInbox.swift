import Reminders
import Scheduler

/// What was handed over and not yet taken up, in order. From any thread.
final class DesktopInbox: Sendable {
  private struct State {
    var popups: [Popup] = []
    var isClosed = false
  }
  private let state = Guarded(State())

  /// False where it was closed before.
  func append(_ popup: Popup) -> Bool {
    state.withLock {
      if !$0.isClosed { $0.popups.append(popup) }
      return !$0.isClosed
    }
  }

  var isEmpty: Bool { state.withLock { $0.popups.isEmpty } }

  /// The next one. From here on its fate is the server's.
  func take() -> Popup? {
    state.withLock { $0.popups.isEmpty ? nil : $0.popups.removeFirst() }
  }

  /// What was to bring a popup up to date that is not wanted any more.
  func takeUpdates(of popup: PopupID) -> [Popup] {
    state.withLock { state in
      let updates = state.popups.filter { $0.isUpdate && $0.replacing == popup }
      state.popups.removeAll { $0.isUpdate && $0.replacing == popup }
      return updates
    }
  }

  func takeAll() -> [Popup] {
    state.withLock { state in
      defer { state.popups = [] }
      return state.popups
    }
  }

  /// Nothing goes in or out any more. The result was never taken up.
  func close() -> [Popup] {
    state.withLock { state in
      defer { state = State(isClosed: true) }
      return state.popups
    }
  }
}
