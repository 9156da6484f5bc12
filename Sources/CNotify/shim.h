#include <gio/gio.h>
#include <glib-unix.h>
#include <libnotify/notify.h>
