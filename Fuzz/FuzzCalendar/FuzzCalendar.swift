import CLinux
import CalendarFile
import Glibc
import Scheduler

@testable import remindctl

/// A calendar file, from libical's reading to the reminders that would be made. Whatever it is: no
/// crash, either a line of the file that is to blame or reminders that lie ahead, and the same again
/// when it is read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: data, count: size))
  let records = said(of: input)
  precondition(records.last == 10)
  let file = linux_memory_file()
  defer { close(file) }
  precondition(write(file, records, records.count) == records.count)
  let lines = input.count { $0 == 10 } + 1
  precondition(told(file, lines) == told(file, lines))
  return 0
}

private func said(of input: [UInt8]) -> [UInt8] {
  var place = 0
  var records: [UInt8] = []
  var reader = CalendarReader(
    read: { buffer in
      let count = min(buffer.count, input.count - place, 1000)
      input[place..<place + count].withUnsafeBytes { buffer.copyMemory(from: $0) }
      place += count
      return count
    }, write: { records += $0 }, goOn: {})
  _ = reader.run()
  return records
}

/// What an import says of the records.
private func told(_ file: Int32, _ lines: Int) -> String {
  let moment = Moment(
    now: Instant(milliseconds: 1_796_000_000_000), boot: 5_000_000, bootID: "this boot")
  let terminal = Terminal(
    isOutput: false, isError: false, isInput: false, hasColour: false, columns: 80)
  let variables = ["TZ": "Europe/Rome", "HOME": "/nowhere"]
  let context = Context(
    moment: moment, terminal: terminal, locale: UserLocale { variables[$0] }
  ) { variables[$0] }
  do {
    var importing = try CalendarImport(
      try CalendarSpool(mapping: file), file: "c.ics", context)
    try importing.run(in: nil, isDry: true, nil)
    for problem in importing.problems { precondition((1...lines).contains(problem.line)) }
    return Messages.importCounts(importing.counts, from: "-") + "\(importing.problems)"
  } catch {
    guard case Failure.calendar(let failure) = error else { preconditionFailure("\(error)") }
    if case .broken(let fault) = failure { precondition((1...lines).contains(fault.line)) }
    return "\(failure)"
  }
}
