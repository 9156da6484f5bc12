// Preloaded into a program: a disk that fails. While the file $FAILING_DISK is there, the calls that are
// named in it ("read", "write", "sync") fail on every file of a store: with EIO, or, where "quota" is there
// too, since the user's share of the disk is full.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int fails(const char *call, int fd) {
  const char *name = getenv("FAILING_DISK");
  char link[64], path[512], words[64];
  if (!name) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t count = readlink(link, path, sizeof path - 1);
  if (count < 0) return 0;
  path[count] = 0;
  if (!strstr(path, "reminders.db")) return 0;
  int file = open(name, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  count = read(file, words, sizeof words - 1);
  close(file);
  words[count < 0 ? 0 : count] = 0;
  if (!strstr(words, call)) return 0;
  errno = strstr(words, "quota") ? EDQUOT : EIO;
  return 1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t pread64(int fd, void *bytes, size_t count, off64_t offset) {
  return fails("read", fd) ? -1 : REAL(pread64)(fd, bytes, count, offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t offset) {
  return fails("write", fd) ? -1 : REAL(pwrite64)(fd, bytes, count, offset);
}

int fdatasync(int fd) { return fails("sync", fd) ? -1 : REAL(fdatasync)(fd); }

int fsync(int fd) { return fails("sync", fd) ? -1 : REAL(fsync)(fd); }
