import Foundation

extension Home {
  /// Stores `count` more reminders that are due so many seconds from now, as copies of one that
  /// remindctl has made; their ids go on from its own, and there is no daemon yet.
  func fill(_ count: Int, dueIn seconds: Int) async throws {
    try await remindctl("in", "\(seconds)s", "many")
    let copied = try await run([
      "python3", "-c",
      """
      import sqlite3, sys
      count, store = int(sys.argv[1]), sqlite3.connect(sys.argv[2])
      store.execute("PRAGMA synchronous = OFF")
      first, place = store.execute(
          "SELECT max(r.id), o.id FROM reminder r JOIN occurrence o ON o.reminder = r.id").fetchone()
      for table, new in (("reminder", {"id": first, "uid": None}), ("occurrence", {"id": place, "reminder": first})):
          columns = [row[1] for row in store.execute(f"PRAGMA table_info({table})")]
          values = ", ".join(
              "printf('%032x', n)" if name == "uid" else f"n + {new[name]}" if name in new else name
              for name in columns)
          store.execute(
              "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)"
              f" INSERT INTO {table} SELECT {values} FROM numbers, {table} WHERE {table}.id = ?",
              (count - 1, new["id"]))
      store.commit()
      """, "\(count)", store,
    ])
    guard copied.code == 0 else { throw Failed(answer: copied) }
  }
}
