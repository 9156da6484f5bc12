extension ReminderStore {
  /// Stores a reminder and its first occurrence. It is durable when this returns.
  public func create(_ new: NewReminder, at now: Instant) throws(StoreError) -> Entry {
    let uid = UUID.random()
    let columns = TriggerColumns(new.trigger)
    return try transaction { () throws(StoreError) in
      try attempt { () throws(SQLiteError) in
        try database.statement(
          """
          INSERT INTO reminder(uid, text, kind, wall, zone, rrule, boot_id, due_boot_ms, language,
            created_ms)
          VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """
        ).run(
          .text(uid), Value(new.text), .text(new.trigger.kind), Value(columns.wall),
          Value(columns.zone), Value(columns.rrule), Value(columns.bootID),
          Value(columns.dueBoot), Value(new.language), Value(now))
        let id = database.lastInsertedID
        try database.statement(
          "INSERT INTO occurrence(reminder, series_ms, due_ms) VALUES(?, ?, ?)"
        ).run(.integer(id), .integer(new.place), Value(new.due))
        let occurrence = database.lastInsertedID
        try log(.created, of: id, occurrence: occurrence, at: now, words: new.words)
        return Entry(
          id: id, uid: uid, text: new.text, trigger: new.trigger, created: now,
          occurrence: occurrence, due: new.due, fired: nil, state: .scheduled, obstacle: nil)
      }
    }
  }

  /// Adds a line to the append-only history.
  func log(
    _ kind: HistoryEvent.Kind, of reminder: Int64, occurrence: Int64?, at now: Instant,
    words: String? = nil, before: String? = nil
  ) throws(SQLiteError) {
    try database.statement(
      "INSERT INTO event(at_ms, reminder, occurrence, kind, words, before) VALUES(?, ?, ?, ?, ?, ?)"
    ).run(
      Value(now), .integer(reminder), Value(occurrence), .text(kind.rawValue), Value(words),
      Value(before))
  }
}

/// RFC 9562 version 4 identifiers.
enum UUID {
  static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    var high = generator.next()
    var low = generator.next()
    high = high & 0xffff_ffff_ffff_0fff | 0x4000
    low = low & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000
    let digits = hexadecimal(high) + hexadecimal(low)
    return String(decoding: dashed(digits), as: UTF8.self)
  }

  private static func hexadecimal(_ word: UInt64) -> [UInt8] {
    (0..<16).map { position in
      let nibble = UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * position)) & 15
      return nibble < 10 ? 48 + nibble : 87 + nibble
    }
  }

  private static func dashed(_ digits: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    for (position, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(position) { text.append(45) }
      text.append(digit)
    }
    return text
  }
}
