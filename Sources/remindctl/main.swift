import Glibc
import Scheduler

umask(0o077)
StandardStreams.keepPlaces()
let arguments = UnsafeBufferPointer(
  start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)
).dropFirst()
let program = Remindctl { getenv($0).map { String(cString: $0) } }
exit(program.run(arguments, reading: { Moment.read() }).rawValue)
