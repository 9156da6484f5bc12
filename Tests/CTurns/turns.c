#include <stdlib.h>

// Swift Testing starts all tests at once, and the time limit of a test runs from there. With a width it starts
// so many, and another one when one of them ends: a limit then counts the test's own time. Most tests wait
// for something, so eight keep two processors busy.
__attribute__((constructor)) static void limit_width(void) {
  setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "8", 0);
}
