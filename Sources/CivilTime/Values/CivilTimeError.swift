/// All that this library throws.
package enum CivilTimeError: Error, Hashable, Sendable {
  case zone(ZoneProblem)
  /// If the rule was read from a text, with the culprit's place in it, as offsets into its UTF-8; empty if
  /// something is missing.
  case recurrence(RecurrenceProblem, Range<Int>? = nil)

  /// What is wrong with a zone, if that is it.
  package var zone: ZoneProblem? { if case .zone(let problem) = self { problem } else { nil } }

  /// What is wrong with a rule, if that is it.
  package var recurrence: RecurrenceProblem? {
    if case .recurrence(let problem, _) = self { problem } else { nil }
  }
}

/// Why a zone cannot be had. The string is the name as it was given.
package enum ZoneProblem: Hashable, Sendable {
  /// No zone of the system has this name, and it is no POSIX TZ string.
  case unknown(String)
  /// The zone's file is there and cannot be read.
  case unreadable(String, errno: Int32)
  /// A file of this name is there and is not a zone file, or a damaged one.
  case notZoneFile(String)
  /// A `right/` zone: its clock counts leap seconds, which no instant here does.
  case countsLeapSeconds(String)
}

/// What is wrong with a recurrence rule.
package enum RecurrenceProblem: Hashable, Sendable {
  /// There is no FREQ; nothing else is ever needed.
  case noFrequency
  /// A part or a line that is not known here, as it was written (EXDATE, RSCALE, …).
  case unknown(String)
  /// A part or line is there twice.
  case repeated(RecurrencePart)
  /// A value that its part does not take.
  case invalid(RecurrencePart)
  /// RFC 5545 gives the part no meaning with this FREQ; for BYDAY only its ordinals (`2MO`).
  case meaningless(RecurrencePart, RecurrenceFrequency)
  /// The two parts exclude one another; for BYDAY only its ordinals.
  case exclusive(RecurrencePart, RecurrencePart)
  /// BYSETPOS chooses among what other BYxxx parts select, and there are none.
  case nothingToChooseFrom
  /// COUNT is above `RecurrenceRule.largestCount` in a rule that follows the wall clock.
  case countTooLarge
  /// The start is an instant, and the rule follows the wall clock.
  case startIsNoWallTime
  /// No instance ever comes: 30 February, an end before the start.
  case neverOccurs

  /// The part of the rule that is to blame, if it is one.
  package var part: RecurrencePart? {
    switch self {
    case .repeated(let part), .invalid(let part), .meaningless(let part, _),
      .exclusive(let part, _):
      part
    case .nothingToChooseFrom: .positions
    case .countTooLarge: .count
    case .startIsNoWallTime: .start
    case .noFrequency, .unknown, .neverOccurs: nil
    }
  }
}

/// The names of a rule's parts, and DTSTART.
package enum RecurrencePart: String, CaseIterable, Hashable, Sendable {
  case start = "DTSTART"
  case frequency = "FREQ"
  case interval = "INTERVAL"
  case until = "UNTIL"
  case count = "COUNT"
  case months = "BYMONTH"
  case weekNumbers = "BYWEEKNO"
  case yearDays = "BYYEARDAY"
  case monthDays = "BYMONTHDAY"
  case days = "BYDAY"
  case hours = "BYHOUR"
  case minutes = "BYMINUTE"
  case seconds = "BYSECOND"
  case positions = "BYSETPOS"
  case weekStart = "WKST"
}

/// FREQ: the length of a period.
package enum RecurrenceFrequency: String, CaseIterable, Hashable, Sendable {
  case secondly = "SECONDLY"
  case minutely = "MINUTELY"
  case hourly = "HOURLY"
  case daily = "DAILY"
  case weekly = "WEEKLY"
  case monthly = "MONTHLY"
  case yearly = "YEARLY"

  /// The seconds of a period; of a day, if it has whole days.
  var slot: Int64 {
    switch self {
    case .secondly: 1
    case .minutely: 60
    case .hourly: 3600
    case .daily, .weekly, .monthly, .yearly: 86_400
    }
  }
}
