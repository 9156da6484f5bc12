// Reads an iCalendar file on standard input and says on standard output what is in it, in the
// records of `CalendarFile.Records`. It is a program of its own because libical, and whoever wrote
// the file, are kept away from everything else: it opens nothing and writes nothing but records.
import CalendarFile
import Glibc

Limits.set()
var reader = CalendarReader(
  read: { read(STDIN_FILENO, $0.baseAddress, $0.count) },
  write: { bytes in
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      guard count > 0 else { exit(1) }
      rest = rest.dropFirst(count)
    }
  }, goOn: Limits.goOn)
exit(reader.run() ? 0 : 1)
