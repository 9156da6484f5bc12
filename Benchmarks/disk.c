// What the disk alone takes for a commit: a program that overwrites as much of a file as SQLite adds to its
// log for a reminder (seven pages with their headings), waits until that is there, and ends.
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

int main(int count, char **arguments) {
  static char frames[7 * (4096 + 24)];
  int log = count > 1 ? open(arguments[1], O_RDWR | O_CREAT, 0600) : -1;
  memset(frames, getpid(), sizeof frames);
  _exit(log < 0 || pwrite(log, frames, sizeof frames, 0) != sizeof frames || fdatasync(log));
}
