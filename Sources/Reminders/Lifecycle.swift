/// What has become of one occurrence. The raw value is what the store and JSON say.
package enum OccurrenceState: String, CaseIterable, Sendable {
  /// Made by remindctl. Leaves when a channel accepts it, or when the user says so.
  case scheduled
  /// Accepted by a channel, and not answered yet. Made by remindd.
  case unanswered
  /// The user said that it is done.
  case done
  /// The user closed the popup.
  case dismissed
  /// Put off: another occurrence of the same reminder carries on.
  case snoozed
  /// Too late to be of use when it could have been shown.
  case expired
  /// Taken back by the user.
  case cancelled
}

/// What can happen to an occurrence.
package enum OccurrenceEvent: CaseIterable, Sendable {
  /// A channel accepted it (remindd).
  case accepted
  /// The user took it back, or left it out of its series (remindctl).
  case cancelled
  /// The user said that it is done, before its time too (a button, remindctl).
  case done
  /// The user closed the popup of one that does not insist (remindd).
  case dismissed
  /// The user put it off (a button, remindctl), also after its popup was closed.
  case snoozed
  /// It would come later than it is of use, or a newer one of its series came first (remindd).
  case expired
}

/// What has become of one hand-over to one channel.
package enum DeliveryState: String, CaseIterable, Sendable {
  /// Waiting for its channel to be free. Made by remindd when the occurrence fires.
  case scheduled
  /// Being handed over: committed before the channel sees it.
  case claimed
  /// A server answered with an id, or the line was written. Final.
  case accepted
  /// Certainly not shown, and waiting for its reason to go away.
  case held
  /// Perhaps shown: sent without an answer, or the daemon ended in between.
  case unknown
  /// Given up: cancelled, or shown elsewhere long ago. Final.
  case failed
}

/// Every move that an occurrence can make; nil means that the event changes nothing in that state. The
/// store's statements carry the same guards, and a test holds the two against each other.
package enum Lifecycle {
  package static func next(_ state: OccurrenceState, _ event: OccurrenceEvent) -> OccurrenceState? {
    switch (state, event) {
    case (.scheduled, .accepted): .unanswered
    case (.scheduled, .expired): .expired
    case (.scheduled, .cancelled), (.unanswered, .cancelled): .cancelled
    case (.scheduled, .done), (.unanswered, .done): .done
    case (.unanswered, .dismissed): .dismissed
    // Also one that was closed by mistake.
    case (.scheduled, .snoozed), (.unanswered, .snoozed), (.dismissed, .snoozed): .snoozed
    default: nil
    }
  }
}
