#ifndef CDISK_H
#define CDISK_H

#include <stddef.h>
#include <stdint.h>

// A disk that remembers in which order it was written and synced.
//
// It stands where this process meets the kernel: its open(2), pwrite(2), fdatasync(2) and their like
// take the place of the C library's, for SQLite as well, and for the product's own calls beside it,
// which a VFS would not see. Each does what it always does, and is noted if its file lies in the
// folder that is recorded. One thread only.

enum disk_kind {
  DISK_FOUND,      // a file of before the recording was opened: file, path
  DISK_CREATED,    // a name for a new file: file, path
  DISK_WRITTEN,    // file, offset, length, bytes
  DISK_TRUNCATED,  // file, offset: the new length
  DISK_SYNCED,     // file
  DISK_FOLDER_SYNCED,  // path
  DISK_UNLINKED,   // path
  DISK_FOLDER_MADE,  // path
};

struct disk_event {
  enum disk_kind kind;
  int file;
  int64_t offset;
  size_t length;
  const uint8_t *bytes;
  const char *path;
};

/// Forgets what was recorded and begins anew with `folder`; NULL: records nothing.
void disk_record(const char *folder);

/// How many events were recorded, and one of them.
size_t disk_count(void);
const struct disk_event *disk_event(size_t index);

#endif
