import Glibc
import Scheduler

umask(0o077)
StandardStreams.keepPlaces()
let arguments = (1..<max(1, Int(CommandLine.argc))).compactMap {
  CommandLine.unsafeArgv[$0].map { UnsafePointer($0) }
}
let program = Remindctl { getenv($0).map { String(cString: $0) } }
exit(program.run(arguments, reading: { Moment.read() }).rawValue)
