import CivilTime
import Reminders

/// What happened to a reminder, as a row: `show` prints a list of each kind.
package protocol HistoryRecord: Sendable {
  /// Where it is read.
  static var source: RecordSource { get }

  /// Reads the columns of `source`; nil if only a later program knows what it is.
  init?(_ row: Row)

  /// What happened, in JSON.
  var json: JSON { get }
}

/// The tables of a kind of record.
package struct RecordSource: Sendable {
  /// What its `init` reads; the first is the row's id.
  let columns: String
  let tables: String
  let id: String
  /// The column that names its reminder.
  var reminder = "o.reminder"
  /// Which rows are no such record.
  var isLeftOut = "false"
  /// The order in which the last ones are found; ?3 is the occurrence whose records come first.
  let newestFirst: String
}

/// One occurrence as `show` tells it.
package struct OccurrenceRecord: HistoryRecord, Equatable {
  /// The `occurrence` row.
  package var id: Int64
  package var due: Instant
  /// When it was taken up.
  package var fired: Instant?
  package var ended: Instant?
  package var state: OccurrenceState
  /// Earlier ones of its series for which it stands.
  package var missed: Int
  /// Whether a snooze added it to the series.
  package var isSnooze: Bool
}

extension OccurrenceRecord {
  /// Its columns.
  package static let source = RecordSource(
    columns: "o.id, o.due_ms, o.fired_ms, o.ended_ms, o.state, o.missed, o.series_ms IS NULL",
    tables: "occurrence o", id: "o.id",
    newestFirst: """
      o.fired_ms IS NULL AND o.ended_ms IS NULL DESC, coalesce(o.fired_ms, o.ended_ms) DESC,
      o.id DESC
      """)

  /// Reads them.
  package init(_ row: Row) {
    self.init(
      id: row.integer(0), due: row.instant(1), fired: row.optionalInstant(2),
      ended: row.optionalInstant(3), state: row.word(4) ?? .scheduled, missed: row.count(5),
      isSnooze: row.flag(6))
  }

  /// What `show --json` prints.
  package var json: JSON {
    .object(
      JSON.members([
        "occurrence": .number(id), "due_ms": JSON(due), "state": .string(state.rawValue),
        "missed": .number(Int64(missed)), "snooze": .boolean(isSnooze), "fired_ms": JSON(fired),
        "late_ms": JSON(fired.map { max(0, $0.since(due)) }), "ended_ms": JSON(ended),
      ]))
  }
}

/// One delivery as `show` tells it.
package struct DeliveryRecord: HistoryRecord, Equatable {
  /// The `delivery` row.
  package var id: Int64 = 0
  package var channel: Channel
  package var attempt: Int
  package var state: DeliveryState
  /// Why it waits or was given up; of one that was accepted: why it had waited.
  package var holdReason: HoldReason?
  package var isPossibleRepeat: Bool
  /// The server that accepted it: product and version.
  package var product: String?
  package var version: String?
  package var claimed: Instant?
  package var ended: Instant?
  package var purpose: Purpose
  /// The occurrence that it is of.
  package var occurrence: Int64
}

extension DeliveryRecord {
  /// Its columns.
  package static let source = RecordSource(
    columns: """
      d.id, d.channel, d.attempt, d.state, d.reason, d.possible_repeat, d.product, d.version,
      d.claimed_ms, d.ended_ms, d.purpose, d.occurrence
      """,
    tables: "delivery d JOIN occurrence o ON o.id = d.occurrence", id: "d.id",
    isLeftOut: "d.at_ms IS NOT NULL", newestFirst: "o.id = ?3 DESC, d.id DESC")

  /// Reads them.
  package init(_ row: Row) {
    self.init(
      id: row.integer(0), channel: row.word(1) ?? .stdout, attempt: row.count(2),
      state: row.word(3) ?? .failed, holdReason: row.word(4), isPossibleRepeat: row.flag(5),
      product: row.optionalText(6), version: row.optionalText(7), claimed: row.optionalInstant(8),
      ended: row.optionalInstant(9), purpose: Purpose(text: row.text(10)),
      occurrence: row.integer(11))
  }

  /// What `show --json` prints.
  package var json: JSON { .object(members) }

  var members: JSON.Members {
    JSON.members([
      "occurrence": .number(occurrence), "channel": .string(channel.rawValue),
      "purpose": .string(purpose.text), "state": .string(state.rawValue),
      "attempt": .number(Int64(attempt)), "possible_repeat": .boolean(isPossibleRepeat),
      "reason": JSON(holdReason?.rawValue), "server": JSON(product),
      "server_version": JSON(version), "claimed_ms": JSON(claimed), "ended_ms": JSON(ended),
    ])
  }
}

/// One line of a reminder's history.
package struct HistoryEvent: HistoryRecord, Equatable {
  package typealias Kind = ChangeKind

  /// How the words begin of what a request makes: its mails, and the reminder before its date.
  package static let requestWord = "request "
  package static let beforeDateWord = "--remind-before "

  /// When, by the wall clock.
  package var at: Instant
  package var kind: Kind
  /// What the user typed, where typing made it.
  package var words: String?
  /// What it took back.
  package var undoes: Kind?
  /// Of a snooze: until when.
  package var until: Instant?
}

extension HistoryEvent {
  /// Its columns.
  package static let source = RecordSource(
    columns: """
      e.id, e.at_ms, e.kind, e.words, u.kind,
      CASE e.kind WHEN 'snoozed' THEN (
        SELECT value ->> 3 FROM json_each(e.after, '$.occurrences')
        WHERE value ->> 2 IS NULL AND value ->> 4 IS NULL
        ORDER BY value ->> 0 DESC LIMIT 1) END
      """,
    tables: "event e LEFT JOIN event u ON u.id = e.undoes", id: "e.id", reminder: "e.reminder",
    isLeftOut: "e.kind = 'refused'", newestFirst: "e.id DESC")

  /// Reads them; nil if only a later program knows what it is.
  package init?(_ row: Row) {
    guard let kind: Kind = row.word(2) else { return nil }
    self.init(
      at: row.instant(1), kind: kind, words: row.optionalText(3), undoes: row.word(4),
      until: row.optionalInstant(5))
  }

  /// What `show --json` prints.
  package var json: JSON { .object([("kind", .string(kind.rawValue))] + members) }

  /// Without its kind.
  var members: JSON.Members {
    JSON.members([
      "at_ms": JSON(at), "words": JSON(words), "until_ms": JSON(until),
      "undoes": JSON(undoes?.rawValue),
    ])
  }
}
