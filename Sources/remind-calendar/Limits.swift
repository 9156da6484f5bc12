import Glibc

/// What a file can make this program do at most: nothing but take time, memory and room, and of each
/// far more than a calendar needs.
enum Limits {
  /// Bytes of memory, and of what is said.
  private static let bytes: rlim_t = 1 << 30
  /// Seconds of processor time for one component.
  private static let seconds = 10

  /// No other file and no other program are within reach (setrlimit(2)).
  static func set() {
    // A sanitizer takes terabytes of addresses, and writes a file of its own.
    #if !SANITIZED
      let limits = [
        (RLIMIT_NOFILE, 3), (RLIMIT_FSIZE, bytes), (RLIMIT_AS, bytes), (RLIMIT_CORE, 0),
      ]
      for (resource, most) in limits {
        var limit = rlimit(rlim_cur: most, rlim_max: most)
        setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
      }
    #endif
    goOn()
  }

  /// Gives the next component its time: a signal ends the program when that is over (setitimer(2)).
  static func goOn() {
    var timer = itimerval()
    timer.it_value.tv_sec = seconds
    setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &timer, nil)
  }
}
