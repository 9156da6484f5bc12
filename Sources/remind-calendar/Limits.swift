import Glibc

/// What a file can cost: far more than a calendar needs.
enum Limits {
  /// Bytes of memory, and of output.
  private static let bytes: rlim_t = 1 << 30
  /// Seconds of processor time for one component.
  private static let seconds = 10

  /// Whether they hold: those who try out the rest of the program set none.
  nonisolated(unsafe) private static var isSet = false

  static func set() {
    isSet = true
    for resource in [RLIMIT_FSIZE, RLIMIT_AS] { set(resource, bytes) }
    set(RLIMIT_CORE, 0)
    goOn()
  }

  /// From now on the open descriptors are all there are.
  static func lockIn() { if isSet { set(RLIMIT_NOFILE, 3) } }

  private static func set(_ resource: __rlimit_resource, _ most: rlim_t) {
    // A sanitizer takes terabytes of addresses, and writes a file of its own.
    #if !SANITIZED
      var limit = rlimit(rlim_cur: most, rlim_max: most)
      setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
    #endif
  }

  /// Gives the next component its time; a signal ends the program when that is over (setitimer(2)).
  static func goOn() {
    guard isSet else { return }
    var timer = itimerval()
    timer.it_value.tv_sec = seconds
    setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &timer, nil)
  }
}
