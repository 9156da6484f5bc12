/// What is said of a file: a line for each thing, with tabs between a name, the line of the file that
/// it stands on, and what there is to say. Tabs, line ends and backslashes in it are written `\t`,
/// `\n`, `\r` and `\\`.
///
///     event 12, todo 12, zone 3                a component begins; `end` ends it
///     uid 13 TEXT, summary, description, status, x 13 NAME TEXT
///     start 14 KIND WALL TZID                  also finish, due, exdate, rdate, recurrence
///     duration 15 DAYS SECONDS                 days count on the wall
///     rule 16 RULE                             also exrule
///     completed 17, future 18                  COMPLETED is there; RANGE=THISANDFUTURE
///     alarm 20, action 21 TEXT, trigger 22 start DAYS SECONDS, trigger 22 end DAYS SECONDS,
///     trigger 22 at KIND WALL TZID, repeat 23 N, gap 24 DAYS SECONDS, place 25, end
///     location 4 NAME, observance 5, offsets 6 FROM TO, end
///     calendar 1                               a calendar begins
///     method 2 TEXT                            of all that is in it
///     fault 30 WHAT NAME VALUE                 the file is broken there, and nothing follows
///     through 99                               the end of the file; without it something is missing
///
/// KIND is date, floating, zoned or utc; WALL is `2026-12-24T09:00:00`, which may be none.
struct Records {
  private let write: ([UInt8]) -> Void
  private var buffer: [UInt8] = []

  init(write: @escaping ([UInt8]) -> Void) { self.write = write }

  mutating func put(_ name: String, _ line: Int, _ fields: String...) {
    buffer += name.utf8
    buffer.append(9)
    buffer += String(line).utf8
    for field in fields {
      buffer.append(9)
      for byte in field.utf8 {
        switch byte {
        case 9: buffer += [0x5c, 0x74]
        case 10: buffer += [0x5c, 0x6e]
        case 13: buffer += [0x5c, 0x72]
        case 0x5c: buffer += [0x5c, 0x5c]
        default: buffer.append(byte)
        }
      }
    }
    buffer.append(10)
    if buffer.count > 60_000 { flush() }
  }

  mutating func flush() {
    guard !buffer.isEmpty else { return }
    write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}
