// What SQLite alone takes for `remindctl in`: opens the store that it is given, commits a reminder,
// its occurrence and its event with synchronous=FULL, and ends without closing it. As remindctl does
// beside a daemon it leaves out the sync of the folder. The rest of remindctl's time is Swift's start,
// reading the words, the zone and the configuration, and saying when.
#include <sqlite3.h>
#include <stdio.h>
#include <unistd.h>

static int no_folder(const char *path, int *descriptor) {
  (void)path, (void)descriptor;
  return SQLITE_CANTOPEN;
}

int main(int count, char **arguments) {
  sqlite3 *store;
  char *error = NULL;
  (void)count;
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  sqlite3_config(SQLITE_CONFIG_PAGECACHE, (void *)0, 0, 0);
  sqlite3_vfs *files = sqlite3_vfs_find(NULL);
  files->xSetSystemCall(files, "openDirectory", (sqlite3_syscall_ptr)no_folder);
  if (sqlite3_open_v2(arguments[1], &store, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) ||
      sqlite3_exec(store,
                   "PRAGMA synchronous = FULL; BEGIN IMMEDIATE;"
                   "INSERT INTO reminder(uid, text, kind, boot_id, due_boot_ms, language, options,"
                   " created_ms) VALUES(hex(randomblob(16)), 'x', 'interval',"
                   " '2b0f3a4c-0000-4000-8000-000000000000', 4102444800000, 'en', '{}', 0);"
                   "INSERT INTO occurrence(reminder, series_ms, due_ms)"
                   " VALUES(last_insert_rowid(), 4102444800000, 4102444800000);"
                   "INSERT INTO event(at_ms, reminder, occurrence, kind, words)"
                   " VALUES(0, 1, last_insert_rowid(), 'created', '20m x');"
                   "COMMIT",
                   NULL, NULL, &error)) {
    fprintf(stderr, "%s\n", error ? error : sqlite3_errmsg(store));
    return 1;
  }
  _exit(0);
}
