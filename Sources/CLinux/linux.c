#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/rtnetlink.h>
#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timex.h>
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

int linux_await_lock(int fd) {
  struct flock lock = whole_file();
  return fcntl(fd, F_OFD_SETLKW, &lock);
}

int linux_lock_end(int fd) {
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 1LL << 62, .l_len = 1};
  return fcntl(fd, F_OFD_SETLK, &lock);
}

int linux_is_locked(int fd, int *process) {
  struct flock lock = whole_file();
  if (fcntl(fd, F_OFD_GETLK, &lock) < 0) return -1;
  *process = lock.l_pid;
  return lock.l_type != F_UNLCK;
}

int linux_readable(int fd, int milliseconds) {
  struct pollfd one = {.fd = fd, .events = POLLIN};
  return poll(&one, 1, milliseconds) > 0;
}

int linux_memory_file(void) { return memfd_create("input", MFD_CLOEXEC); }

int linux_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int linux_process(int process) { return pidfd_open(process, 0); }

void linux_kill_process(int handle) { pidfd_send_signal(handle, SIGKILL, NULL, 0); }

int linux_allocate(int fd, long offset, long length) { return fallocate(fd, 0, offset, length); }

int linux_watch_routes(void) {
  int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_ROUTE);
  struct sockaddr_nl address = {
      .nl_family = AF_NETLINK, .nl_groups = RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_ROUTE};
  if (fd >= 0 && bind(fd, (struct sockaddr *)&address, sizeof address) < 0) {
    close(fd);
    return -1;
  }
  return fd;
}

int linux_has_new_route(int fd) {
  int found = 0;
  _Alignas(struct nlmsghdr) char buffer[16384];
  for (;;) {
    ssize_t size = recv(fd, buffer, sizeof buffer, 0);
    if (size < 0 && errno == ENOBUFS) {
      found = 1;
      continue;
    }
    if (size <= 0) return found;
    unsigned rest = (unsigned)size;
    for (struct nlmsghdr *message = (struct nlmsghdr *)buffer; NLMSG_OK(message, rest);
         message = NLMSG_NEXT(message, rest)) {
      struct rtmsg *route = NLMSG_DATA(message);
      // Not those to the machine's own addresses.
      if (message->nlmsg_type == RTM_NEWROUTE && route->rtm_type == RTN_UNICAST) found = 1;
    }
  }
}

int linux_watch_mounts(void) { return open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC); }

int linux_await_mounts(int fd) {
  int events = epoll_create1(EPOLL_CLOEXEC);
  struct epoll_event wanted = {.events = EPOLLPRI};
  if (events >= 0 && epoll_ctl(events, EPOLL_CTL_ADD, fd, &wanted) != 0) {
    int error = errno;
    close(events);
    errno = error;
    return -1;
  }
  return events;
}

void linux_take_mounts(int fd) {
  struct epoll_event event;
  (void)epoll_wait(fd, &event, 1, 0);
}

int linux_spawn_close_from(posix_spawn_file_actions_t *actions, int fd) {
  return posix_spawn_file_actions_addclosefrom_np(actions, fd);
}

int linux_is_immutable(const char *path) {
  struct statx status;
  return statx(AT_FDCWD, path, 0, STATX_TYPE, &status) == 0 &&
         status.stx_attributes & (STATX_ATTR_IMMUTABLE | STATX_ATTR_APPEND);
}

char **linux_environment(void) { return environ; }

int linux_is_clock_synchronised(void) {
  struct timex clock = {.modes = 0};
  if (adjtimex(&clock) < 0) return -1;
  return clock.maxerror < 16000000;
}

int linux_columns(unsigned character) { return wcwidth((wchar_t)character); }
