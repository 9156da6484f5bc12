import CivilTime

/// The first bytes choose the present, the start and the zone; the rest is an RRULE. Whatever it
/// is: no crash, and instants that ascend.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  guard size > 10 else { return 0 }
  let bytes = UnsafeBufferPointer(start: data, count: size)
  let input = String(decoding: bytes.dropFirst(9), as: UTF8.self)
  func number(_ range: Range<Int>) -> Int64 { bytes[range].reduce(0) { $0 << 8 | Int64($1) } }
  let zone = zones[Int(bytes[8]) % zones.count]
  guard let text = try? RecurrenceText.parse(input, timeOfDay: 32_400),
    let recurrence = try? Recurrence(
      text.rule, from: text.start ?? .wall(WallTime(secondsAsUTC: number(0..<4))))
  else { return 0 }
  var last = Instant(seconds: number(4..<8))
  for _ in 0..<5 {
    guard let next = recurrence.next(after: last, in: zone) else { break }
    precondition(next > last && next <= .latest)
    last = next
  }
  let printed = RecurrenceText(rule: recurrence.rule, start: recurrence.start, zoneName: nil)
    .description
  let again = try? RecurrenceText.parse(printed, timeOfDay: 0)
  precondition(again?.rule == recurrence.rule, printed)
  return 0
}

private let zones =
  ["Europe/Rome", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia"]
  .compactMap { try? Zone.load($0) } + [.utc]
