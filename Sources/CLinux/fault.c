// Mapped memory that cannot be had, and a start that leaves it behind.
#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void (*on_lost_memory)(void);
static struct sigaction before;

static void take_fault(int number, siginfo_t *why, void *context) {
  (void)context;
  int error = errno;
  if (why->si_code > 0 && why->si_code != BUS_ADRALN) on_lost_memory();
  // Who goes on meets a fault again; a signal that was sent has to be sent again.
  sigaction(number, &before, NULL);
  if (why->si_code <= 0) raise(number);
  errno = error;
}

void linux_on_lost_memory(void (*action)(void)) {
  struct sigaction handler = {.sa_sigaction = take_fault, .sa_flags = SA_SIGINFO};
  struct sigaction *old = on_lost_memory == NULL ? &before : NULL;
  on_lost_memory = action;
  sigaction(SIGBUS, &handler, old);
}

static char path[PATH_MAX];
static char *const *arguments;
static char **environment;
static sigset_t mask;

void linux_note_start(char *const given[], char *mark) {
  // setenv(3) and its like change the array, not the strings.
  size_t count = 0;
  while (environ[count] != NULL) count++;
  char **all = calloc(count + 2, sizeof *all);
  if (all == NULL) return;
  memcpy(all, environ, count * sizeof *all);
  all[count] = mark;
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  path[length > 0 ? length : 0] = 0;
  pthread_sigmask(SIG_SETMASK, NULL, &mask);
  arguments = given;
  environment = all;
}

void linux_start_anew(void) {
  if (environment == NULL) return;
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  // Whoever sends it takes us for ready.
  signal(SIGHUP, SIG_IGN);
  // By its path it keeps its name for ps(1), and is what an upgrade has put there.
  execve(path, arguments, environment);
  execve("/proc/self/exe", arguments, environment);
}
