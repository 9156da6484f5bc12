// Nothing is called: linking turns.c is enough.
