import CSQLite
import Reminders

/// The tables and how they came about. Steps are only ever appended; a step that was released
/// is never edited, since files made by it are in use.
///
/// Each program that opens the file reads all of this, and each reminder that is made goes into the
/// indexes: there is no CHECK of words that only this program writes, and no index that
/// another one can replace. An open delivery is known by the two states that it is not in: for a
/// list of more SQLite makes a table, each time that a row changes.
enum Schema {
  /// The version that a file has after every step: its `PRAGMA user_version`.
  static var version: Int { steps.count }

  /// Step n takes a file from `user_version` n to n + 1.
  static let steps: [String] = [
    """
    CREATE TABLE reminder(
      id INTEGER PRIMARY KEY AUTOINCREMENT,  -- printed as 7, never reused
      uid TEXT NOT NULL,
      text TEXT,                             -- NULL: the default title, translated when shown
      kind TEXT NOT NULL,                    -- interval, wall or recurring
      wall TEXT,                             -- 2026-12-24T09:00:00
      zone TEXT,                             -- NULL: floating, the clock where you are
      rrule TEXT,
      boot_id TEXT,                          -- interval: due_boot_ms counts within this boot
      due_boot_ms INTEGER,
      language TEXT,                         -- of its maker: UserLocale.text
      options TEXT NOT NULL DEFAULT '{}',
      created_ms INTEGER NOT NULL,
      key TEXT,                              -- of the request that made it, and what that said:
      asked TEXT                             -- RequestKey
    ) STRICT;
    CREATE UNIQUE INDEX reminder_key ON reminder(key) WHERE key IS NOT NULL;

    CREATE TABLE occurrence(
      id INTEGER PRIMARY KEY,
      reminder INTEGER NOT NULL REFERENCES reminder(id),
      series_ms INTEGER,                     -- its place in the series: an instant of elapsed
                                             -- time, or a wall time read as if it were UTC, which
                                             -- no change of zone moves; NULL: added by a snooze
      due_ms INTEGER NOT NULL,
      fired_ms INTEGER,                      -- when the daemon took it up
      missed INTEGER NOT NULL DEFAULT 0,     -- earlier ones of its series that it stands for
      ended_ms INTEGER,                      -- since when it is history
      boot_id TEXT,                          -- of one that a snooze added: as in reminder
      due_boot_ms INTEGER,
      state TEXT NOT NULL DEFAULT 'scheduled', -- or one of OccurrenceState
      UNIQUE(reminder, series_ms)
    ) STRICT;
    CREATE INDEX occurrence_pending ON occurrence(due_ms)
      WHERE state = 'scheduled' AND fired_ms IS NULL;
    CREATE INDEX occurrence_fired ON occurrence(fired_ms) WHERE fired_ms IS NOT NULL;
    CREATE INDEX occurrence_unfired ON occurrence(ended_ms)
      WHERE ended_ms IS NOT NULL AND fired_ms IS NULL;
    CREATE INDEX occurrence_cancelled ON occurrence(reminder, ended_ms) WHERE state = 'cancelled';

    CREATE TABLE delivery(
      id INTEGER PRIMARY KEY AUTOINCREMENT,  -- never reused: whoever watches goes by it
      occurrence INTEGER NOT NULL REFERENCES occurrence(id),
      channel TEXT NOT NULL,                 -- 'any': an alarm, its channel is chosen at its time
      purpose TEXT NOT NULL DEFAULT 'due',   -- or before:MS, nag:N, again:N, unanswered;
                                             -- of an alarm mail-retry, too
      at_ms INTEGER,                         -- of an alarm: when it is to be delivered
      attempt INTEGER NOT NULL DEFAULT 0,
      state TEXT NOT NULL,                   -- one of DeliveryState
      reason TEXT,
      possible_repeat INTEGER NOT NULL DEFAULT 0,
      server TEXT,                           -- the bus's unique name
      product TEXT,
      version TEXT,
      notification INTEGER,
      claimed_ms INTEGER,
      ended_ms INTEGER,
      closed_ms INTEGER,                     -- of a popup: when it left the screen; of a mail in
                                             -- hand: since when its bytes may be on their way
      UNIQUE(occurrence, channel, purpose)
    ) STRICT;
    CREATE INDEX delivery_open ON delivery(channel, id)
      WHERE state NOT IN ('accepted', 'failed');
    CREATE INDEX delivery_alarm ON delivery(at_ms) WHERE at_ms IS NOT NULL;
    CREATE INDEX delivery_popup ON delivery(notification)
      WHERE notification IS NOT NULL AND closed_ms IS NULL;

    CREATE TABLE attempt(                    -- to send a mail; no two tables have as many columns
      id INTEGER PRIMARY KEY,
      delivery INTEGER NOT NULL REFERENCES delivery(id),
      number INTEGER NOT NULL,               -- as of delivery when it was made
      at_ms INTEGER NOT NULL,
      ended_ms INTEGER NOT NULL,
      verdict TEXT NOT NULL,                 -- one of MailResult.Verdict
      reason TEXT,
      reply TEXT NOT NULL,                   -- in the server's words
      UNIQUE(delivery, number)
    ) STRICT;

    CREATE TABLE event(
      id INTEGER PRIMARY KEY AUTOINCREMENT,  -- as of delivery
      at_ms INTEGER NOT NULL,
      reminder INTEGER NOT NULL,
      occurrence INTEGER,
      kind TEXT NOT NULL,
      before TEXT,                           -- the row as it was, and as it became: JSON
      after TEXT,
      words TEXT,                            -- what the user typed
      undoes INTEGER                         -- the event that this one took back
    ) STRICT;
    CREATE INDEX event_of_reminder ON event(reminder);
    CREATE INDEX event_replacing ON event(reminder, at_ms)
      WHERE before IS NOT NULL AND kind IN ('skipped', 'edited', 'imported');

    -- In a backup: what is in the folder `mail`.
    CREATE TABLE spool(path TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT;

    -- What the daemon has to know beside the reminders: a pause.
    CREATE TABLE state(name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    """
  ]

  /// Brings the file to `version`, one immediate transaction a step.
  /// - Throws: `StoreError.newer` for a file of a later program.
  static func migrate(_ database: Database) throws(StoreError) {
    while true {
      let found = try found(in: database)
      if found == version { return }
      guard found < version else { throw .newer(found: found, known: version) }
      if found == 0 { try database.keepLog() }
      try database.transaction { () throws(StoreError) in
        // Another program may have taken the same step while this one waited for the lock.
        guard try self.found(in: database) == found else { return }
        try database.execute(bare(steps[found]))
        try database.execute("PRAGMA user_version = \(found + 1)")
      }
    }
  }

  /// The statements without comments and indentation: SQLite keeps them as they are, and each
  /// program that opens the file reads them.
  private static func bare(_ step: String) -> String {
    let (blank, dash, newline) = (UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "\n"))
    var bare: [UInt8] = []
    for line in step.utf8.split(separator: newline) {
      let start = bare.count
      for byte in line.drop(while: { $0 == blank }) {
        if byte == dash, bare.count > start, bare.last == dash {
          bare.removeLast()
          break
        }
        bare.append(byte)
      }
      while bare.count > start, bare.last == blank { bare.removeLast() }
      if bare.count > start { bare.append(newline) }
    }
    return String(decoding: bare, as: UTF8.self)
  }

  /// The error for a file that is another program's: it has tables, without a version.
  static let foreign = StoreError.database(code: SQLITE_NOTADB, message: "file is no store")

  /// The version of a file; 0 if it is empty: the program that makes it has not got any further yet.
  /// - Throws: `StoreError.invalidContent` if the file's head has lost it, `foreign`.
  static func found(in database: Database) throws(StoreError) -> Int {
    let version = try database.number("PRAGMA user_version") ?? 0
    return version > 0 ? Int(version) : try begun(database)
  }

  /// All in one look: another program may be making the tables.
  private static func begun(_ database: Database) throws(StoreError) -> Int {
    let file = try database.row(
      """
      SELECT user_version, (SELECT count(*) FROM sqlite_schema),
        EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'reminder'),
        (SELECT page_count FROM pragma_page_count)
      FROM pragma_user_version
      """
    ) { (version: $0.integer(0), tables: $0.integer(1), isOurs: $0.flag(2), pages: $0.integer(3)) }
    guard let file else { return 0 }
    if file.version > 0 { return Int(file.version) }
    if file.tables > 0, !file.isOurs { throw foreign }
    // Pages that belong to no table were some table's.
    guard file.version == 0, file.tables == 0, file.pages <= 1 else { throw .invalidContent }
    return 0
  }
}
