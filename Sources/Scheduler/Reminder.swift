/// What makes a reminder due.
public enum Trigger: Sendable, Equatable {
  /// Elapsed time, suspend included: due at `dueBoot` milliseconds after the start of the boot
  /// `bootID`. In any other boot the wall instant that the store holds counts.
  case interval(bootID: String, dueBoot: Int64)
  /// A time on the wall: of `zone`, or where that is nil of wherever the user then is.
  case wall(WallTime, zone: String?)

  /// The word for it in the store and in JSON.
  public var kind: String {
    switch self {
    case .interval: "interval"
    case .wall: "wall"
    }
  }
}

/// A reminder that is to be stored.
public struct NewReminder: Sendable {
  /// The user's text; nil where none was given.
  public var text: String?
  public var trigger: Trigger
  /// The first instant at which it is due.
  public var due: Instant
  /// What the user typed, for `show`.
  public var words: String
  /// The maker's LC_MESSAGES, so that a service without a locale can speak it.
  public var language: String?

  public init(
    text: String?, trigger: Trigger, due: Instant, words: String, language: String?
  ) {
    self.text = text
    self.trigger = trigger
    self.due = due
    self.words = words
    self.language = language
  }
}

/// One occurrence of a reminder together with what the user knows it by: a row of `list`.
public struct Entry: Sendable, Equatable {
  public var id: Int64
  public var uid: String
  public var text: String?
  public var trigger: Trigger
  public var created: Instant
  /// The `occurrence` row.
  public var occurrence: Int64
  public var due: Instant
  public var fired: Instant?
  public var state: OccurrenceState
  /// Why a delivery of it waits; nil where none does.
  public var obstacle: Obstacle?
}

/// One delivery as `show` tells it.
public struct DeliveryRecord: Sendable, Equatable {
  public var channel: Channel
  public var attempt: Int
  public var state: DeliveryState
  public var obstacle: Obstacle?
  public var isPossibleRepeat: Bool
  /// The server that accepted it: product and version.
  public var product: String?
  public var version: String?
  public var claimed: Instant?
  public var ended: Instant?
}

/// One line of a reminder's history.
public struct HistoryEvent: Sendable, Equatable {
  /// What happened; the raw value is stored.
  public enum Kind: String, Sendable { case created, cancelled }

  /// When, by the wall clock.
  public var at: Instant
  public var kind: Kind
  /// What the user typed, where typing made it.
  public var words: String?
}

/// A reminder's whole life.
public struct Biography: Sendable, Equatable {
  public var entry: Entry
  public var deliveries: [DeliveryRecord]
  public var events: [HistoryEvent]
}
