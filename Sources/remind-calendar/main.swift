// Reads an iCalendar file on standard input and prints the reminders that it makes, a JSON object a
// line (`ImportLine`). It is a program of its own to keep libical, and the file, away from everything
// else: once libical runs, it can open no other file and start no program.
import CivilTime
import Glibc

guard CommandLine.arguments.count == 2, let now = Int64(CommandLine.arguments[1]) else { exit(2) }
Limits.set()
let home = LocalZone.find(tz: getenv("TZ").map { String(cString: $0) })
var conversion = Conversion(
  now: Instant(milliseconds: now),
  systemZone: home.isPinned ? LocalZone.system().zone : home.zone, input: STDIN_FILENO,
  output: STDOUT_FILENO)
exit(conversion.run() ? 0 : 1)
