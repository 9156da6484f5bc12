// Reads an iCalendar file on standard input and prints the reminders that it makes, a JSON object a
// line (`ImportLine`). It is a program of its own to keep libical, and the file, away from everything
// else: once libical runs, it can open no other file and start no program.
import CivilTime
import Glibc

/// What a file can cost: far more than a calendar needs.
enum Limits {
  /// Bytes of memory, and of output.
  private static let bytes: rlim_t = 1 << 30
  /// Seconds of processor time for one component.
  private static let seconds = 10

  static func set() {
    for resource in [RLIMIT_FSIZE, RLIMIT_AS] { set(resource, bytes) }
    set(RLIMIT_CORE, 0)
    goOn()
  }

  /// From now on the open descriptors are all there are.
  static func lockIn() { set(RLIMIT_NOFILE, 3) }

  private static func set(_ resource: __rlimit_resource, _ most: rlim_t) {
    // A sanitizer takes terabytes of addresses, and writes a file of its own.
    #if !SANITIZED
      var limit = rlimit(rlim_cur: most, rlim_max: most)
      setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
    #endif
  }

  /// Gives the next component its time; a signal ends the program when that is over (setitimer(2)).
  static func goOn() {
    var timer = itimerval()
    timer.it_value.tv_sec = seconds
    setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &timer, nil)
  }
}

guard CommandLine.arguments.count == 2, let now = Int64(CommandLine.arguments[1]) else { exit(2) }
Limits.set()
let home = LocalZone.find(tz: getenv("TZ").map { String(cString: $0) })
var conversion = Conversion(
  now: Instant(milliseconds: now),
  systemZone: home.isPinned ? LocalZone.system().zone : home.zone)
exit(conversion.run() ? 0 : 1)
