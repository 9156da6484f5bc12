#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>

// What Swift cannot call: it is variadic.

/// Before the first connection: no bookkeeping of memory, which takes a lock at each allocation
/// and of which nobody asks, and no pages for a cache before there is something to put into them.
static inline void csqlite_configure(void) {
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  sqlite3_config(SQLITE_CONFIG_PAGECACHE, (void *)0, 0, 0);
}

/// Of one connection: a store may have been edited by anybody. What its schema says beside tables and
/// indices does nothing: no trigger runs, no view is read, no function with side effects is called
/// (https://www.sqlite.org/security.html).
static inline void csqlite_distrust(sqlite3 *database) {
  sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
  sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)0);
  sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_VIEW, 0, (int *)0);
}

#endif
