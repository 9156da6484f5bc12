import CivilTime

/// What the words are given to: the same words can mean different things after different verbs.
package enum TimeVerb: String, CaseIterable, Sendable {
  /// A duration, or days ahead and a time of day.
  case `in`
  /// A moment; a number alone is an hour.
  case at
  /// A moment; `24.12` is a date.
  case on
  /// A repetition.
  case every
  /// A whole phrase, with its own prepositions, before or after its text.
  case any
}

/// Where and when an input is read.
package struct TimeContext: Sendable {
  /// The present.
  package var now: Instant
  /// The zone whose clock the words mean.
  package var zone: Zone
  /// Whether wall times stay in `zone` wherever the user goes (`--tz`, `TZ`).
  package var isPinned: Bool
  /// The languages to read, best first. The first one's habits count for dates in figures.
  package var languages: [Language]

  package init(now: Instant, zone: Zone, isPinned: Bool, languages: [Language]) {
    self.now = now
    self.zone = zone
    self.isPinned = isPinned
    self.languages = languages
  }
}

/// What an input was understood as.
package struct Reading: Sendable {
  /// When it is due, as the user said it.
  package enum When: Hashable, Sendable {
    /// So far from now. `due` is exact; a span with days or months keeps the wall time.
    case span(Span)
    /// A time on the wall: of the zone with that name, or if it is nil of wherever the user
    /// then is.
    case wall(WallTime, zone: String?)
    /// Again and again; wall times are of the zone with that name, or of wherever the user is.
    case recurrence(Recurrence, zone: String?)
  }

  /// When, as it was said.
  package var when: When
  /// The first instant at which it is due; always after now.
  package var due: Instant
  /// What is to be said then, as it was typed; nil if nothing was left.
  package var text: String?
  /// What the user should know about the reading.
  package var notes: [Note]
  /// Where the time is in the input, in bytes (UTF-8).
  package var bytes: Range<Int>

  package init(
    when: When, due: Instant, text: String? = nil, notes: [Note] = [], bytes: Range<Int>
  ) {
    self.when = when
    self.due = due
    self.text = text
    self.notes = notes
    self.bytes = bytes
  }
}

/// Something about a reading that is not obvious.
package enum Note: Hashable, Sendable {
  /// The clock jumps over the wall time that was asked for: it comes `by` seconds later on it.
  case gap(asked: WallTime, by: Int)
  /// The clock shows the wall time twice; the first one counts.
  case overlap(first: Instant, second: Instant)
  /// A bare hour was taken by the 24-hour clock and lies more than twelve hours ahead; the other
  /// half of the day is said with `other` (13 to 23).
  case bareHour(other: Int)
  /// No time of day was said: this wall time's was assumed.
  case assumedTime(WallTime)
  /// The month that was reached lacks the day: its last one was taken.
  case lastDayOfMonth(asked: Int)
}

extension Zone {
  /// What is to be known about a wall time that the clock does not show exactly once.
  package func notes(on wall: WallTime) -> [Note] {
    switch resolve(wall) {
    case .unique: []
    case .gap(shifted: _, let by): [.gap(asked: wall, by: by)]
    case .overlap(let first, let second): [.overlap(first: first, second: second)]
    }
  }
}
