// What a static program spares itself before main. A linker takes a part of a library only for
// names that nobody has defined yet, and these are all that others want of two parts of Swift's and
// one of the C library's. Where a later one has more names, its own parts are taken again: they are
// stronger than these.
#ifdef IS_STATIC

#include <stdbool.h>
#include <stddef.h>

#define STAND_IN __attribute__((weak))

// CommandLine.cpp: Swift reads /proc/self/maps and looks for the arguments on the stack. The C
// library passes them to each constructor.
static char **arguments;
static int argument_count;

__attribute__((constructor)) static void take_arguments(int count, char **values) {
  argument_count = count;
  arguments = values;
}

STAND_IN char **_swift_stdlib_getUnsafeArgvArgc(int *count) {
  *count = argument_count;
  return arguments;
}

STAND_IN void _swift_stdlib_overrideUnsafeArgvArgc(char **values, int count) {
  argument_count = count;
  arguments = values;
}

// Backtrace.cpp: Swift looks in eight places for the program that prints where another one crashed.
// It comes with the compiler: no user has it. Settings (88 bytes) that are all zero mean off.
STAND_IN char _swift_backtraceSettings[256] __attribute__((aligned(16)));

STAND_IN bool _swift_backtrace_isThunkFunction(const char *name) {
  (void)name;
  return false;
}

STAND_IN char *_swift_backtrace_demangle(const char *name, size_t length, char *output, size_t *size) {
  (void)name, (void)length, (void)output, (void)size;
  return NULL;
}

STAND_IN bool _swift_spawnBacktracer(const void *arguments) {
  (void)arguments;
  return false;
}

STAND_IN void _swift_displayCrashMessage(int signal, const void *counter) {
  (void)signal, (void)counter;
}

// dl-origin.c: the C library asks where the program lies, for libraries beside it. There are none.
STAND_IN const char *_dl_get_origin(void) { return (const char *)-1; }

#endif
