// Copies lines from standard input to standard output, each with the wall clock in microseconds
// before it, taken when read(2) brought its end. Given a file name instead: appends one such time
// to that file and ends, as the command of an at(1) job; with a word behind it, if there is one.
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static long long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  return t.tv_sec * 1000000LL + t.tv_nsec / 1000;
}

int main(int count, char **arguments) {
  static char pipe_full[1 << 20];
  if (count > 1) {
    char line[64];
    int length = snprintf(line, sizeof line, "%lld%s%.20s\n", now(), count > 2 ? " " : "",
                          count > 2 ? arguments[2] : "");
    int file = open(arguments[1], O_WRONLY | O_APPEND | O_CREAT, 0666);
    return write(file, line, length) != length;
  }
  // Printed at the end alone: this must never make the writer wait.
  static char kept[16 << 20];
  setvbuf(stdout, kept, _IOFBF, sizeof kept);
  ssize_t length;
  int begins = 1;
  while ((length = read(0, pipe_full, sizeof pipe_full)) > 0) {
    long long time = now();
    for (char *at = pipe_full, *end = pipe_full + length; at < end;) {
      char *stop = memchr(at, '\n', end - at);
      char *next = stop ? stop + 1 : end;
      if (begins) printf("%lld ", time);
      fwrite(at, 1, next - at, stdout);
      begins = stop != NULL;
      at = next;
    }
  }
  return 0;
}
