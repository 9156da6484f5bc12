/// A popup on a screen: `Server.uniqueName`, and the id that the server gave.
package struct PopupID: Sendable, Hashable {
  package var server: String
  package var notification: UInt32

  package init(server: String, notification: UInt32) {
    self.server = server
    self.notification = notification
  }
}

/// What a notification server tells of a popup (Desktop Notifications Specification 1.2, "Signals").
package enum PopupEvent: Sendable, Equatable {
  /// ActionInvoked, with the action's key.
  case action(String)
  /// NotificationClosed, with its reason: 1 expired, 2 by the user, 3 by us, 4 undefined.
  case closed(UInt32)
}

/// The keys of the buttons that popups have.
package enum PopupAction: Sendable, Equatable {
  case done
  /// Once more after so many milliseconds.
  case snooze(Int64)

  /// As a notification server knows it.
  package var key: String {
    switch self {
    case .done: "done"
    case .snooze(let milliseconds): "snooze:\(milliseconds)"
    }
  }

  /// Nil for a key that is none of ours: some servers invent `default`.
  package init?(key: String) {
    let parts = key.split(separator: ":", maxSplits: 1)
    switch parts.first {
    case "done" where parts.count == 1: self = .done
    case "snooze" where parts.count == 2:
      guard let milliseconds = Int64(parts[1]), milliseconds > 0 else { return nil }
      self = .snooze(milliseconds)
    default: return nil
    }
  }
}
