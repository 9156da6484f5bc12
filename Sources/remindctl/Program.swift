import CLinux
import CivilTime
import Glibc
import Scheduler
import System

/// The program as the kernel starts it. Closures of top-level code belong to the main actor, and to
/// check that takes all of Swift's concurrency into the program: its start alone costs more than
/// anything that is done here.
enum Program {
  static func run() -> Never {
    umask(0o077)
    StandardStreams.keepPlaces()
    // A file that may not grow (RLIMIT_FSIZE) is an error of its write(2), like a full disk.
    signal(SIGXFSZ, SIG_IGN)
    // SQLite maps a file beside the store, which somebody may cut off. Of all that this program runs only
    // SQLite's reading meets it, so nothing that the words need is half done.
    linux_on_lost_memory {
      _exit(Program.remindctl.tell(.cutOff, Program.arguments).rawValue)
    }
    exit(remindctl.run(arguments, reading: { ClockReading.read() }).rawValue)
  }

  private static var remindctl: Remindctl { Remindctl { getenv($0).map { String(cString: $0) } } }

  private static var arguments: Slice<UnsafeBufferPointer<UnsafeMutablePointer<CChar>?>> {
    UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)).dropFirst()
  }
}
