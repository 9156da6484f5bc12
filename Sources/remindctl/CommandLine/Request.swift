import CivilTime
import Reminders
import TimeLanguage

/// What the words of a command ask for.
struct Request {
  let reading: Reading
  /// The words that the time was made from, for `show`.
  let words: String
  let due: Instant
  let trigger: Trigger
  /// The zone whose clocks its wall times are on.
  let zone: Zone

  /// Reads the words after a verb.
  init(
    _ arguments: Arguments, as verb: TimeVerb, _ context: Context
  ) throws {
    // The text begins after the blank that follows the last of the words before `--`.
    let timeEnd = arguments.wordsBeforeEnd.map { count in
      arguments.words.prefix(count).reduce(0) { $0 + $1.utf8.count + 1 }
    }
    try self.init(spaced(arguments.words), as: verb, timeEnd: timeEnd, context)
  }

  /// - Parameter timeEnd: as in `Parser.reading`.
  init(
    _ input: String, as verb: TimeVerb, timeEnd: Int?, _ context: Context
  ) throws {
    let reading = try context.reading(of: input, as: verb, timeEnd: timeEnd)
    let time = input.part(reading.bytes)
    try self.init(
      reading, words: verb == .any ? time : "\(verb.rawValue) \(time)", input: input, context)
  }

  /// - Parameter input: what the offsets in the reading count in.
  init(_ reading: Reading, words: String, input: String, _ context: Context) throws {
    self.reading = reading
    self.words = words
    let (local, moment) = (context.local, context.moment)
    switch reading.when {
    case .span(let span) where span.isElapsed:
      let dueBoot = moment.boot + reading.due.since(moment.now)
      (due, trigger) = (reading.due, .interval(bootID: moment.bootID, dueBoot: dueBoot))
      zone = local.zone
    case .span:
      // A wall time has whole seconds, and a reminder is never early.
      guard let up = reading.due.advanced(by: 999) else {
        throw TimeFailure(
          TimeError(
            .tooLarge, at: reading.bytes.lowerBound, length: reading.bytes.count,
            accepted: [.duration]),
          in: input)
      }
      let wall = local.zone.wall(at: up)
      let resolved = local.zone.instant(of: wall)
      // The second of two equal wall times can only be told by its offset.
      if resolved < reading.due, let fixed = Zone(fixedOffset: local.zone.offset(at: up)) {
        zone = fixed
        due = fixed.instant(of: wall)
        trigger = .wall(wall, zone: fixed.name)
      } else {
        zone = local.zone
        due = resolved
        trigger = .wall(wall, zone: local.isPinned ? zone.name : nil)
      }
    case .wall where Request.isInstant(words):
      // On no clock: nothing but its instant, as a snooze has it.
      (due, trigger) = (reading.due, .interval(bootID: "", dueBoot: 0))
      zone = local.zone
    case .wall(let wall, let pin):
      zone = context.zone(pin)
      (due, trigger) = (reading.due, .wall(wall, zone: pin))
    case .recurrence(let recurrence, let pin):
      zone = context.zone(pin)
      due = reading.due
      trigger = Trigger(recurrence, in: zone, pinned: pin, at: moment)
    }
  }
}

extension Request {
  /// Whether a time is said as seconds since the epoch: `at @1798099200`.
  private static func isInstant(_ words: String) -> Bool {
    guard let sign = words.utf8.lastIndex(of: UInt8(ascii: "@")) else { return false }
    let digits = words.utf8[words.utf8.index(after: sign)...]
    return !digits.isEmpty && digits.allSatisfy(\.isDigit)
  }

  /// The time that one of these options has: no text, and not two of them.
  /// - Returns: nil if none is given.
  init?(
    in options: [(option: Option, verb: TimeVerb)], of arguments: Arguments, _ context: Context
  ) throws {
    let given = options.filter { arguments.has($0.option) }
    guard let (option, verb) = given.first else { return nil }
    guard given.count == 1 else {
      throw Failure.notTogether(option.name, given[1].option.name)
    }
    do {
      try self.init(alone: arguments.value(option) ?? "", as: verb, context)
    } catch let time as TimeFailure {
      throw TimeFailure(time.error, in: time.input, .option(option.name))
    }
  }

  private init(alone input: String, as verb: TimeVerb, _ context: Context) throws {
    try self.init(input, as: verb, timeEnd: input.utf8.count, context)
  }

  /// The end of something: `2h`, `17:00`, or `until 17:00`. It comes once: no text, and no repetition.
  init(until words: [String], _ context: Context) throws {
    let isUntil = words.count > 1 && words[0].lowercased() == "until"
    let input = spaced(isUntil ? Array(words.dropFirst()) : words)
    do {
      try self.init(alone: input, as: isUntil ? .at : .any, context)
    } catch let time as TimeFailure {
      var error = time.error
      if error.accepted.contains(.rule) { error.accepted = [.duration, .moment] }
      throw TimeFailure(error, in: input, .alone)
    }
    guard case .recurrence = reading.when else { return }
    throw TimeFailure(
      TimeError(
        .unexpected, at: reading.bytes.lowerBound, length: reading.bytes.count,
        accepted: [.duration, .moment]),
      in: input, .alone)
  }
}

extension Context {
  /// Reads a time and its text.
  /// - Parameter timeEnd: as in `Parser.reading`.
  func reading(of input: String, as verb: TimeVerb, timeEnd: Int?) throws -> Reading {
    do throws(TimeError) {
      return try Parser.reading(input, verb: verb, timeEnd: timeEnd, in: timeContext)
    } catch { throw TimeFailure(error, in: input) }
  }

  /// What words of time depend on.
  var timeContext: TimeContext {
    TimeContext(
      now: now, zone: local.zone, isPinned: local.isPinned, languages: language.languages)
  }

  /// The zone that a reading keeps to, or if it floats the user's.
  func zone(_ pin: String?) -> Zone {
    guard let pin, pin != local.zone.name else { return local.zone }
    return (try? Zone.load(pin)) ?? local.zone
  }

  /// The world as `--tz` wants it.
  func choosingZone(_ arguments: Arguments) throws -> Context {
    guard let name = arguments.value(.tz) else { return self }
    return try pinned(toZoneCalled: name)
  }

  func pinned(toZoneCalled name: String) throws -> Context {
    do throws(CivilTimeError) {
      return pinned(to: try Zone.find(name))
    } catch {
      throw TimeFailure(
        TimeError(.unknownZone, at: 0, length: name.utf8.count, accepted: [.zone]), in: name)
    }
  }
}
