// Nothing to call: start.c stands in for two parts of Swift's run-time library.
