import Canonical
import CivilTime
import TimeLanguage

/// The first bytes choose the present, the verb, the zone and the language; the rest is what
/// somebody typed. Whatever it is: no crash, nothing in the past, and the culprit lies inside.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  guard size > 6 else { return 0 }
  let bytes = UnsafeBufferPointer(start: data, count: size)
  let input = String(decoding: bytes.dropFirst(6), as: UTF8.self)
  let seconds = bytes[..<4].reduce(Int64(0)) { $0 << 8 | Int64($1) }
  let verbs = TimeVerb.allCases
  let context = TimeContext(
    now: Instant(seconds: seconds), zone: zones[Int(bytes[4] >> 4) % zones.count],
    isPinned: bytes[4] & 1 != 0,
    languages: [Language.allCases[Int(bytes[4] >> 1) % 3]] + Language.allCases)
  do throws(TimeError) {
    let reading = try Parser.reading(
      input, verb: verbs[Int(bytes[5]) % verbs.count], timeEnd: nil, in: context)
    precondition(reading.due > context.now && reading.due <= .latest)
    precondition(reading.bytes.upperBound <= input.utf8.count)
    let again = try? Parser.reading(
      reading.canonical, verb: .any, timeEnd: nil, in: context)
    precondition(again?.due == reading.due, reading.canonical)
  } catch {
    precondition(error.at >= 0 && error.length >= 0)
    precondition(error.at + error.length <= input.utf8.count)
  }
  return 0
}

private let zones =
  ["Europe/Rome", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia"]
  .compactMap { try? Zone.load($0) } + [.utc]
