import CalendarText
import CivilTime
import Glibc
import Localization
import System

@testable import remind_calendar
@testable import remindctl

/// A calendar file, from libical's reading to the reminders that would be made. Whatever it is: no
/// crash, either a fault on a line of the file or reminders, and the same again when it is read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: data, count: size))
  let printed = converted(input)
  precondition(printed.last == 10)
  let lines = input.count { $0 == 10 } + 1
  precondition(imported(printed, lines) == imported(printed, lines))
  return 0
}

private let moment = ClockReading(
  now: Instant(milliseconds: 1_796_000_000_000), boot: 5_000_000, bootID: "this boot")

/// What remind-calendar prints of a file.
private func converted(_ input: [UInt8]) -> [UInt8] {
  guard let file = try? FileIO.memory(input), let printed = try? FileIO.memory() else { abort() }
  defer { for file in [file, printed] { close(file) } }
  var conversion = Conversion(
    now: moment.now, systemZone: LocalZone.find(tz: "Europe/Rome").zone, input: file,
    output: printed)
  _ = conversion.run()
  lseek(printed, 0, SEEK_SET)
  return FileIO.read(printed) ?? []
}

/// What an import says of the printed lines.
private func imported(_ printed: [UInt8], _ lines: Int) -> String {
  let terminal = Terminal(
    isOutput: false, isError: false, isInput: false, hasColour: false, columns: 80)
  let variables = ["TZ": "Europe/Rome", "HOME": "/nowhere"]
  let context = Context(
    moment: moment, terminal: terminal, locale: UserLocale { variables[$0] }
  ) { variables[$0] }
  do {
    let importing = try CalendarImport(
      try ImportLine.all(in: printed, at: moment), file: "c.ics", reader: nil, isDry: true,
      context)
    for problem in importing.problems { precondition((1...lines).contains(problem.line)) }
    return Messages.importCounts(importing.counts, from: "-") + "\(importing.problems)"
  } catch {
    guard let failure = error as? Failure, failure.name == "calendar-broken",
      let line = failure.details.first?.value.number
    else { preconditionFailure("\(error)") }
    precondition((1...lines).contains(Int(line)))
    return "\(failure.details)"
  }
}
