#include <gio/gio.h>
#include <gmime/gmime.h>
