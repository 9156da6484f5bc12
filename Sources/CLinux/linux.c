#define _GNU_SOURCE
#include "CLinux.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>
#include <wchar.h>

static struct flock whole_file(void) {
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  return lock;
}

int linux_lock(int fd) {
  struct flock lock = whole_file();
  return fcntl(fd, F_OFD_SETLK, &lock);
}

int linux_is_locked(int fd) {
  struct flock lock = whole_file();
  if (fcntl(fd, F_OFD_GETLK, &lock) < 0) return -1;
  return lock.l_type != F_UNLCK;
}

int linux_readable(int fd, int milliseconds) {
  struct pollfd one = {.fd = fd, .events = POLLIN};
  return poll(&one, 1, milliseconds) > 0;
}

int linux_columns(unsigned character) { return wcwidth((wchar_t)character); }
