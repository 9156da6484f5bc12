/* valgrind 3.19 writes into the mask that sigsuspend(2) is given; Dispatch's lies in memory that
   cannot be written. With this in LD_PRELOAD it is a copy. */
#define _GNU_SOURCE
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

int sigsuspend(const sigset_t *mask) {
  sigset_t copy = *mask;
  return syscall(SYS_rt_sigsuspend, &copy, _NSIG / 8);
}
