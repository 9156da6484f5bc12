import Glibc
import Scheduler

/// The program as the kernel starts it. Closures of top-level code belong to the main actor, and to
/// check that takes all of Swift's concurrency into the program: its start alone costs more than
/// anything that is done here.
enum Program {
  static func run() -> Never {
    umask(0o077)
    StandardStreams.keepPlaces()
    // A file that may not grow (RLIMIT_FSIZE) is an error of its write(2), like a full disk.
    signal(SIGXFSZ, SIG_IGN)
    let remindctl = Remindctl { getenv($0).map { String(cString: $0) } }
    let arguments = UnsafeBufferPointer(
      start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)
    ).dropFirst()
    exit(remindctl.run(arguments, reading: { Moment.read() }).rawValue)
  }
}
