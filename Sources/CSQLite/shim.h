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

#endif
