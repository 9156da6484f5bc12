import CivilTime

/// What of the rows of a damaged store makes no sense is taken out, or given a sense.
struct RecoveredRows {
  let database: Database
  /// The last ids that were given, by table, as the store knew it.
  package var used: [String: Int64] = [:]
  /// The reminders that had options that are none: they have the usual ones now.
  private(set) var withoutOptions: [Int64] = []
  /// The series whose rules cannot be read: they do not repeat any more.
  private(set) var withoutRule: [Int64] = []

  /// No store of ours has ever counted this far. Up to the end of all ids there is room behind it, so
  /// that a store that was mended does not run out of them again.
  private static let usual: ClosedRange<Int64> = 1...1 << 40

  init(_ database: Database) { self.database = database }

  mutating func run(at now: Instant) throws(SQLiteError) {
    used = used.filter { RecoveredRows.usual.contains($0.value) }
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
      try database.statement("UPDATE reminder SET options = '{}' WHERE id = ?").run(.integer(id))
    }
    try mendTriggers(at: now)
    for (table, nonsense) in IntegrityCheck.rules where table != "sqlite_sequence" {
      try database.execute("DELETE FROM \(table) WHERE \(nonsense)")
    }
  }

  /// What cannot be read comes when its row says, once.
  private mutating func mendTriggers(at now: Instant) throws(SQLiteError) {
    var found: [(id: Int64, columns: TriggerColumns)] = []
    try IntegrityCheck.eachTrigger(of: database) { (id, columns) in
      if !columns.isReadable { found.append((id, columns)) }
      return true
    }
    for (id, columns) in found {
      guard columns.trigger.kind != columns.kind else {
        // Its zone alone: the times float, as they have since it could not be read.
        try database.statement("UPDATE reminder SET zone = NULL WHERE id = ?").run(.integer(id))
        continue
      }
      try database.statement(
        """
        UPDATE reminder SET kind = 'interval', wall = NULL, zone = NULL, rrule = NULL,
          boot_id = NULL, due_boot_ms = NULL WHERE id = ?
        """
      ).run(.integer(id))
      guard let rule = columns.lostRule else { continue }
      withoutRule.append(id)
      let isTold = try database.statement(
        "SELECT 1 FROM event WHERE reminder = ? AND kind = 'rule-lost'"
      ).row(.integer(id)) { _ in true }
      guard isTold == nil else { continue }
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

  /// Gives ids behind all others to the rows with ids that no row can have.
  private func renumber() throws(SQLiteError) {
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

  /// Has the counters of ids where the rows, the history and what was known of them want them: no id is
  /// given twice.
  package func count() throws(SQLiteError) {
    try database.execute("DELETE FROM sqlite_sequence")
    for (table, last) in used { try database.keepUsed(last, of: table) }
    for sql in [
      "SELECT 'reminder', max(id) FROM reminder", "SELECT 'reminder', max(reminder) FROM event",
      "SELECT 'delivery', max(id) FROM delivery", "SELECT 'delivery', max(delivery) FROM attempt",
      "SELECT 'event', max(id) FROM event", "SELECT 'event', max(undoes) FROM event",
    ] as [StaticString] {
      let found = try database.statement(sql).row { ($0.text(0), $0.integer(1)) }
      if let (table, last) = found { try database.keepUsed(last, of: table) }
    }
  }
}
