/// A pause: nothing is shown until its end, and nothing is lost.
extension ReminderStore {
  /// When the pause ends; nil where there is none. It may have ended already.
  public func pauseEnd() throws(StoreError) -> Instant? {
    try attempt { () throws(SQLiteError) in
      try database.number("SELECT value FROM state WHERE name = 'pause_until'")
        .map(Instant.init(stored:))
    }
  }

  /// Begins a pause, or gives it another end; nil ends it.
  public func setPause(until end: Instant?) throws(StoreError) {
    try transaction { () throws(StoreError) in
      try attempt { () throws(SQLiteError) in
        try database.statement("DELETE FROM state WHERE name = 'pause_until'").run()
        if let end {
          try database.statement("INSERT INTO state(name, value) VALUES('pause_until', ?)")
            .run(Value(end))
        }
      }
    }
  }
}
