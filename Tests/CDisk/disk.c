#define _GNU_SOURCE
#include "CDisk.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static char root[4096];
static struct disk_event *events;
static size_t count, room;

// Which file a descriptor is; 0: none of ours. A folder: -1, with its path.
enum { MOST = 1024 };
static int files[MOST];
static char *folders[MOST];
static struct { dev_t device; ino_t inode; } known[4096];
static int last;

void disk_record(const char *folder) {
  for (size_t i = 0; i < count; i++) {
    free((void *)events[i].bytes);
    free((void *)events[i].path);
  }
  count = 0;
  last = 0;
  memset(files, 0, sizeof files);
  root[0] = 0;
  if (folder) strncpy(root, folder, sizeof root - 1);
}

size_t disk_count(void) { return count; }
const struct disk_event *disk_event(size_t index) { return &events[index]; }

static void note(struct disk_event event, const char *path, const void *bytes) {
  if (count == room) events = realloc(events, (room = room * 2 + 1024) * sizeof *events);
  if (path) event.path = strdup(path);
  if (bytes) {
    void *copy = malloc(event.length + 1);
    memcpy(copy, bytes, event.length);
    event.bytes = copy;
  }
  events[count++] = event;
}

// The shared memory beside the database is no disk's: nothing in it outlives its programs.
static int is_ours(const char *path) {
  size_t length = strlen(path), prefix = strlen(root);
  return prefix && !strncmp(path, root, prefix) && !(length > 4 && !strcmp(path + length - 4, "-shm"));
}

static int is_file(int fd) { return fd >= 0 && fd < MOST && files[fd] > 0; }

static int open_and_note(const char *path, int flags, mode_t mode) {
  struct stat status;
  int was_there = stat(path, &status) == 0;
  int fd = (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
  if (fd < 0 || fd >= MOST) return fd;
  files[fd] = 0;
  if (!is_ours(path) || fstat(fd, &status)) return fd;
  if (S_ISDIR(status.st_mode)) {
    files[fd] = -1;
    free(folders[fd]);
    folders[fd] = strdup(path);
    return fd;
  }
  int file = 0;
  // An inode's number is used again: a new name is a new file.
  for (int i = last; was_there && i > 0 && !file; i--)
    if (known[i].inode == status.st_ino && known[i].device == status.st_dev) file = i;
  if (!file) {
    file = ++last;
    known[file].inode = status.st_ino;
    known[file].device = status.st_dev;
    note((struct disk_event){.kind = was_there ? DISK_FOUND : DISK_CREATED, .file = file}, path, NULL);
  }
  files[fd] = file;
  if (was_there && flags & O_TRUNC) note((struct disk_event){.kind = DISK_TRUNCATED, .file = file}, NULL, NULL);
  return fd;
}

static mode_t mode_of(int flags, va_list arguments) {
  return flags & (O_CREAT | __O_TMPFILE) ? (mode_t)va_arg(arguments, int) : 0;
}

int open(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = mode_of(flags, arguments);
  va_end(arguments);
  return open_and_note(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = mode_of(flags, arguments);
  va_end(arguments);
  return open_and_note(path, flags | O_LARGEFILE, mode);
}

int close(int fd) {
  if (fd >= 0 && fd < MOST) files[fd] = 0;
  return (int)syscall(SYS_close, fd);
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) {
  ssize_t written = syscall(SYS_pwrite64, fd, bytes, length, offset);
  if (written > 0 && is_file(fd))
    note((struct disk_event){
      .kind = DISK_WRITTEN, .file = files[fd], .offset = offset, .length = (size_t)written},
      NULL, bytes);
  return written;
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) {
  return pwrite64(fd, bytes, length, offset);
}

ssize_t write(int fd, const void *bytes, size_t length) {
  // Nothing of the store is written so; if it ever is, this must learn to note it.
  if (is_file(fd)) abort();
  return syscall(SYS_write, fd, bytes, length);
}

int ftruncate64(int fd, off64_t length) {
  int result = (int)syscall(SYS_ftruncate, fd, length);
  if (!result && is_file(fd))
    note((struct disk_event){.kind = DISK_TRUNCATED, .file = files[fd], .offset = length}, NULL, NULL);
  return result;
}

int ftruncate(int fd, off_t length) { return ftruncate64(fd, length); }

static int noted_sync(int fd, int result) {
  if (result) return result;
  if (is_file(fd)) note((struct disk_event){.kind = DISK_SYNCED, .file = files[fd]}, NULL, NULL);
  if (fd >= 0 && fd < MOST && files[fd] < 0)
    note((struct disk_event){.kind = DISK_FOLDER_SYNCED}, folders[fd], NULL);
  return 0;
}

int fsync(int fd) { return noted_sync(fd, (int)syscall(SYS_fsync, fd)); }
int fdatasync(int fd) { return noted_sync(fd, (int)syscall(SYS_fdatasync, fd)); }

int unlink(const char *path) {
  int result = (int)syscall(SYS_unlink, path);
  if (!result && is_ours(path)) note((struct disk_event){.kind = DISK_UNLINKED}, path, NULL);
  return result;
}

int mkdir(const char *path, mode_t mode) {
  int result = (int)syscall(SYS_mkdir, path, mode);
  if (!result && is_ours(path)) note((struct disk_event){.kind = DISK_FOLDER_MADE}, path, NULL);
  return result;
}
