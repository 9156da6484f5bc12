// Runs the commands that standard input names, one a line, their words between tabs, and answers
// each with its wall time in milliseconds, its exit code and its peak memory in KiB: the same
// stopwatch inside a container as outside, and a small process, which starts others fast and lends
// none of its own size to their peak. They read and print nothing.
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

int main(void) {
  static char line[65536];
  posix_spawn_file_actions_t quiet;
  posix_spawn_file_actions_init(&quiet);
  for (int number = 0; number < 3; number++)
    posix_spawn_file_actions_addopen(&quiet, number, "/dev/null", O_RDWR, 0);
  while (fgets(line, sizeof line, stdin)) {
    char *words[256];
    int count = 0;
    for (char *word = strtok(line, "\t\n"); word && count < 255; word = strtok(NULL, "\t\n"))
      words[count++] = word;
    words[count] = NULL;
    pid_t process;
    int status;
    struct rusage used = {0};
    double start = now();
    int error = posix_spawnp(&process, words[0], &quiet, NULL, words, environ);
    if (error || wait4(process, &status, 0, &used) < 0) status = 127 << 8;
    double end = now();
    printf("%.4f %d %ld\n", end - start,
           WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), used.ru_maxrss);
    fflush(stdout);
  }
  return 0;
}
