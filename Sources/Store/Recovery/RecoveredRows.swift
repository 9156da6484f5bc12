import CivilTime

/// The rows of a damaged store in a new one.
extension Recovery {
  /// No store of ours has ever counted this far. Up to the end of all ids there is room after it, so
  /// that a store that was repaired does not run out of them again.
  static let usual: ClosedRange<Int64> = 1...1 << 40

  mutating func correct(at now: Instant) throws(StoreError) {
    try renumber()
    // A text is worth more than when it was made.
    try database.execute(
      """
      UPDATE reminder SET due_boot_ms = NULL WHERE \(IntegrityCheck.isNoTime("due_boot_ms"));
      UPDATE reminder SET created_ms = 0 WHERE \(IntegrityCheck.isNoTime("created_ms"));
      UPDATE event SET before = NULL, after = NULL WHERE \(IntegrityCheck.isNoJSON("before", "after"));
      """)
    report.withoutOptions = try IntegrityCheck.withoutOptions(database, limit: .max)
    for id in report.withoutOptions {
      try database.run("UPDATE reminder SET options = '{}' WHERE id = ?", .integer(id))
    }
    try correctTriggers(at: now)
    for (table, broken) in IntegrityCheck.rules where table != "sqlite_sequence" {
      try database.execute("DELETE FROM \(table) WHERE \(broken)")
    }
  }

  /// A reminder whose time cannot be read comes once, when its row says.
  private mutating func correctTriggers(at now: Instant) throws(StoreError) {
    var found: [(id: Int64, columns: TriggerColumns)] = []
    try IntegrityCheck.eachTrigger(of: database) { id, columns in
      if !columns.isReadable { found.append((id, columns)) }
      return true
    }
    for (id, columns) in found {
      guard columns.trigger.kind != columns.kind else {
        // Its zone alone: the times float, as they have since it could not be read.
        try database.run("UPDATE reminder SET zone = NULL WHERE id = ?", .integer(id))
        continue
      }
      try database.run(
        """
        UPDATE reminder SET kind = 'interval', wall = NULL, zone = NULL, rrule = NULL,
          boot_id = NULL, due_boot_ms = NULL WHERE id = ?
        """, .integer(id))
      guard let rule = columns.lostRule else { continue }
      report.withoutRule.append(id)
      let isLogged = try database.hasRow(
        "SELECT 1 FROM event WHERE reminder = ? AND kind = 'rule-lost'", .integer(id))
      if isLogged { continue }
      try ReminderStore(database).log(.ruleLost, of: id, occurrence: nil, at: now, words: rule)
    }
  }

  /// Which columns name the rows of a table. In those of the history 0 names none.
  static let references: [(table: String, columns: [(table: String, name: String)])] = [
    ("reminder", [("occurrence", "reminder"), ("event", "reminder")]),
    ("occurrence", [("delivery", "occurrence"), ("event", "occurrence")]),
    ("delivery", [("attempt", "delivery")]),
    ("attempt", []),
    ("event", [("event", "undoes")]),
  ]

  private func isName(_ column: (table: String, name: String)) -> String {
    column.table == "event" && column.name != "id" ? "\(column.name) <> 0" : "true"
  }

  /// Gives ids after all others to the rows with ids that no row can have.
  private func renumber() throws(StoreError) {
    let isUsual = "BETWEEN \(Recovery.usual.lowerBound) AND \(Recovery.usual.upperBound)"
    try database.execute("CREATE TEMP TABLE moved(old INTEGER PRIMARY KEY, new INTEGER)")
    for (table, columns) in Recovery.references {
      let all =
        (["SELECT id AS n FROM \(table)"]
        + columns.map { "SELECT \($0.name) FROM \($0.table) WHERE \(isName($0))" })
        .joined(separator: " UNION ")
      try database.execute(
        """
        DELETE FROM moved;
        INSERT INTO moved SELECT n, row_number() OVER (ORDER BY n) + max(\(used[table] ?? 0),
          (SELECT coalesce(max(n), 0) FROM (\(all)) WHERE n \(isUsual)))
        FROM (\(all)) WHERE n NOT \(isUsual)
        """)
      for column in [(table: table, name: "id")] + columns {
        try database.execute(
          """
          UPDATE \(column.table)
          SET \(column.name) = (SELECT new FROM moved WHERE old = \(column.name))
          WHERE \(column.name) IN (SELECT old FROM moved) AND \(isName(column))
          """)
      }
    }
    try database.execute("DROP TABLE moved")
  }

  /// Sets the counters of ids to the highest in the rows, the history and `used`: no id is given twice.
  func setCounters() throws(StoreError) {
    try database.execute("DELETE FROM sqlite_sequence")
    for (table, last) in used { try database.keepUsed(last, of: table) }
    for (table, columns) in Recovery.references {
      for column in [(table: table, name: "id")] + columns {
        let last = try database.number("SELECT max(\(column.name)) FROM \(column.table)")
        try database.keepUsed(last ?? 0, of: table)
      }
    }
  }
}

extension Database {
  /// The names of a table's columns.
  func columns(of table: String) throws(StoreError) -> [String] {
    try rows("SELECT name FROM pragma_table_info(?)", .text(table)) { $0.text(0) }
  }

  /// Keeps an id from being used again.
  func keepUsed(_ last: Int64, of table: String) throws(StoreError) {
    guard ["reminder", "delivery", "event"].contains(table), IntegrityCheck.ids.contains(last)
    else { return }
    try run(
      "DELETE FROM sqlite_sequence WHERE name = ?1 AND seq < ?2", .text(table), .integer(last))
    try run(
      """
      INSERT INTO sqlite_sequence(name, seq) SELECT ?1, ?2
      WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?1)
      """, .text(table), .integer(last))
  }
}
