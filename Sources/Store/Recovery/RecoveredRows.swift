import CivilTime

/// The rows of a damaged store in a new one: those that make no sense are deleted, or corrected.
struct RecoveredRows {
  let database: Database
  /// The last ids that were given, by table, as the store knew it.
  var used: [String: Int64]
  /// The reminders whose options could not be read: they have the usual ones now.
  private(set) var withoutOptions: [Int64] = []
  /// The series whose rules cannot be read: they do not repeat any more.
  private(set) var withoutRule: [Int64] = []

  /// No store of ours has ever counted this far. Up to the end of all ids there is room after it, so
  /// that a store that was repaired does not run out of them again.
  private static let usual: ClosedRange<Int64> = 1...1 << 40

  init(_ database: Database, used: [String: Int64]) {
    self.database = database
    self.used = used.filter { RecoveredRows.usual.contains($0.value) }
  }

  mutating func correct(at now: Instant) throws(StoreError) {
    try renumber()
    // A text is worth more than when it was made.
    try database.execute(
      """
      UPDATE reminder SET due_boot_ms = NULL WHERE \(IntegrityCheck.isNoTime("due_boot_ms"));
      UPDATE reminder SET created_ms = 0 WHERE \(IntegrityCheck.isNoTime("created_ms"));
      UPDATE event SET before = NULL, after = NULL WHERE \(IntegrityCheck.isNoJSON("before", "after"));
      """)
    withoutOptions = try IntegrityCheck.withoutOptions(database, limit: .max)
    for id in withoutOptions {
      try database.run("UPDATE reminder SET options = '{}' WHERE id = ?", .integer(id))
    }
    try correctTriggers(at: now)
    for (table, nonsense) in IntegrityCheck.rules where table != "sqlite_sequence" {
      try database.execute("DELETE FROM \(table) WHERE \(nonsense)")
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
      withoutRule.append(id)
      let isLogged = try database.hasRow(
        "SELECT 1 FROM event WHERE reminder = ? AND kind = 'rule-lost'", .integer(id))
      if isLogged { continue }
      try ReminderStore(database).log(.ruleLost, of: id, occurrence: nil, at: now, words: rule)
    }
  }

  /// Which columns name the rows of a table. In those of the history 0 names none.
  private static let references: [(table: String, columns: [(table: String, name: String)])] = [
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
    let isUsual = "BETWEEN \(RecoveredRows.usual.lowerBound) AND \(RecoveredRows.usual.upperBound)"
    try database.execute("CREATE TEMP TABLE moved(old INTEGER PRIMARY KEY, new INTEGER)")
    for (table, columns) in RecoveredRows.references {
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
    for (table, column, source) in [
      ("reminder", "id", "reminder"), ("reminder", "reminder", "event"),
      ("delivery", "id", "delivery"), ("delivery", "delivery", "attempt"),
      ("event", "id", "event"), ("event", "undoes", "event"),
    ] {
      let last = try database.number("SELECT max(\(column)) FROM \(source)")
      try database.keepUsed(last ?? 0, of: table)
    }
  }
}

extension Database {
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
