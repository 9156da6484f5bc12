/// What has become of one occurrence. The raw value is what the store and JSON say.
package enum OccurrenceState: String, CaseIterable, Sendable {
  /// Made by remindctl. Leaves when a channel accepts it, or when the user says so.
  case scheduled
  /// Accepted by a channel, and nobody has said anything yet. Made by remindd.
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
  /// Certainly not shown, and waiting for its obstacle to go away.
  case held
  /// Perhaps shown: sent without an answer, or the daemon ended in between.
  case unknown
  /// Given up: cancelled, or shown elsewhere long ago. Final.
  case failed
}

/// What can happen to a delivery.
package enum DeliveryEvent: CaseIterable, Sendable {
  /// Its channel is free.
  case claim
  /// The channel accepted it.
  case accepted
  /// The channel could not show it.
  case held
  /// The channel cannot tell.
  case lost
  /// Its obstacle went away.
  case released
  /// The reminder was cancelled, or `keep-open` has passed.
  case abandoned
  /// A mail server refused it for good.
  case rejected
}

/// Every move that there is; nil means that the event changes nothing in that state. The store's
/// statements carry the same guards, and a test holds the two against each other.
package enum Lifecycle {
  package static func next(_ state: OccurrenceState, _ event: OccurrenceEvent) -> OccurrenceState? {
    switch (state, event) {
    case (.scheduled, .accepted): .unanswered
    case (.scheduled, .cancelled), (.unanswered, .cancelled): .cancelled
    case (.scheduled, .done), (.unanswered, .done): .done
    case (.scheduled, .snoozed), (.unanswered, .snoozed): .snoozed
    case (.scheduled, .expired): .expired
    case (.scheduled, .dismissed): nil
    case (.unanswered, .dismissed): .dismissed
    case (.unanswered, .accepted), (.unanswered, .expired): nil
    case (.done, .accepted), (.done, .cancelled), (.done, .done): nil
    case (.done, .dismissed), (.done, .snoozed), (.done, .expired): nil
    case (.dismissed, .accepted), (.dismissed, .cancelled), (.dismissed, .done): nil
    case (.dismissed, .dismissed), (.dismissed, .expired): nil
    // Closed by mistake.
    case (.dismissed, .snoozed): .snoozed
    case (.snoozed, .accepted), (.snoozed, .cancelled), (.snoozed, .done): nil
    case (.snoozed, .dismissed), (.snoozed, .snoozed), (.snoozed, .expired): nil
    case (.expired, .accepted), (.expired, .cancelled), (.expired, .done): nil
    case (.expired, .dismissed), (.expired, .snoozed), (.expired, .expired): nil
    case (.cancelled, .accepted), (.cancelled, .cancelled), (.cancelled, .done): nil
    case (.cancelled, .dismissed), (.cancelled, .snoozed), (.cancelled, .expired): nil
    }
  }

  /// Where `event` leads a delivery from `state`; nil: nowhere.
  package static func next(_ state: DeliveryState, _ event: DeliveryEvent) -> DeliveryState? {
    switch (state, event) {
    case (.scheduled, .claim): .claimed
    case (.scheduled, .held): .held
    case (.scheduled, .abandoned): .failed
    case (.scheduled, .accepted), (.scheduled, .lost), (.scheduled, .released): nil
    case (.claimed, .accepted): .accepted
    case (.claimed, .held): .held
    case (.claimed, .lost): .unknown
    case (.claimed, .claim), (.claimed, .released), (.claimed, .abandoned): nil
    case (.claimed, .rejected), (.scheduled, .rejected), (.unknown, .rejected): .failed
    case (.held, .rejected), (.accepted, .rejected), (.failed, .rejected): nil
    case (.held, .released): .scheduled
    case (.held, .abandoned): .failed
    case (.held, .claim), (.held, .accepted), (.held, .held), (.held, .lost): nil
    case (.unknown, .released): .scheduled
    case (.unknown, .abandoned): .failed
    case (.unknown, .accepted): .accepted
    case (.unknown, .held): .held
    case (.unknown, .claim), (.unknown, .lost): nil
    case (.accepted, .claim), (.accepted, .accepted), (.accepted, .held): nil
    case (.accepted, .lost), (.accepted, .released), (.accepted, .abandoned): nil
    case (.failed, .claim), (.failed, .accepted), (.failed, .held): nil
    case (.failed, .lost), (.failed, .released), (.failed, .abandoned): nil
    }
  }
}
