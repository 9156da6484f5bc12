// What Swift's Glibc module does not show: headers outside its module map, and calls that are
// variadic or need _GNU_SOURCE. Nothing here decides anything.
#ifndef CLINUX_H
#define CLINUX_H

#include <libintl.h>
#include <malloc.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>

/// Asks for an open-file-description write lock on the whole file, without waiting (fcntl(2),
/// F_OFD_SETLK). 0, or -1 with errno (EAGAIN or EACCES where another description holds it).
int linux_lock(int fd);

/// The same, once no other description holds it (F_OFD_SETLKW). 0, or -1 with errno.
int linux_await_lock(int fd);

/// linux_lock for one byte that no file has, and that SQLite never locks
/// (https://www.sqlite.org/lockingv3.html).
int linux_lock_end(int fd);

/// Whether another open file description holds a lock that linux_lock would meet (F_OFD_GETLK).
/// 1 it does, 0 it does not, -1 with errno. Never takes the lock, not even for a moment. Where it does,
/// `process` becomes -1 for a lock like linux_lock's, and else the process that holds one of its own
/// (fcntl(2), l_pid).
int linux_is_locked(int fd, int *process);

/// 1 where `fd` has data, has room or has ended within `milliseconds`, 0 where not (poll(2)).
int linux_readable(int fd, int milliseconds);

/// An unnamed file in memory (memfd_create(2)), closed on exec. -1 with errno.
int linux_memory_file(void);

/// A pipe, both ends closed on exec (pipe2(2)). -1 with errno.
int linux_pipe(int ends[2]);

/// A descriptor that can be read when the process has ended (pidfd_open(2)), closed on exec. -1 with
/// errno.
int linux_process(int process);

/// Kills the process of a descriptor of linux_process (pidfd_send_signal(2)).
void linux_kill_process(int handle);

/// Gives a file room on the disk for these bytes of it (fallocate(2)). 0, or -1 with errno.
int linux_allocate(int fd, long offset, long length);

/// Whether a file or folder may not be changed by anybody, or only grow (chattr(1): i, a; statx(2)). 0 also
/// where that cannot be known.
int linux_is_immutable(const char *path);

/// A socket on which the kernel tells of new routes (rtnetlink(7)), closed on exec and without waiting.
/// -1 with errno.
int linux_watch_routes(void);

/// Reads everything that is there. Whether one of it was a new route to somewhere else; 1 also where some
/// of it was lost.
int linux_has_new_route(int fd);

/// A descriptor that is exceptional (POLLPRI) once after each time that something was mounted or unmounted
/// (proc(5), /proc/PID/mounts), closed on exec. -1 with errno.
int linux_watch_mounts(void);

/// One that can be read when `fd` of linux_watch_mounts was exceptional (epoll(7)), until linux_take_mounts;
/// closed on exec. -1 with errno.
int linux_await_mounts(int fd);

/// Has it be readable once more only for the next change. The kernel tells each change to the first who polls,
/// which is whoever waits for `fd`: there is nothing left here to see.
void linux_take_mounts(int fd);

/// Has the program that is started close every descriptor from `fd` on
/// (posix_spawn_file_actions_addclosefrom_np(3)).
int linux_spawn_close_from(posix_spawn_file_actions_t *actions, int fd);

/// This process's environment, as posix_spawn(3) takes it.
char **linux_environment(void);

/// Whether something keeps the system's clock right: 1 it does, 0 it does not, -1 the kernel does not say
/// (adjtimex(2), by the same rule as timedatectl(1): the error is at most 16 seconds).
int linux_is_clock_synchronised(void);

/// How many columns of a terminal `character` (a Unicode scalar) takes; 0 where it joins the one
/// before, -1 where it is none or LC_CTYPE does not know it (wcwidth(3)).
int linux_columns(unsigned character);


#endif
