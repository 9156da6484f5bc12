import CivilTime
import Glibc
import Reminders
import Scheduler
import Store
import System
import TimeLanguage

/// What a reminder can be asked to do beside being shown at its time.
extension Option {
  static let before = Option(
    "before", value: Messages.Help.lengths, isList: true, help: Messages.Help.before)
  static let icon = Option("icon", value: Messages.Help.nameOrFile, help: Messages.Help.icon)
  static let maxLate = Option("max-late", value: Messages.Help.length, help: Messages.Help.maxLate)
  static let nag = Option("nag", value: Messages.Help.length, help: Messages.Help.nag)
  static let noSpeak = Option("no-speak", help: Messages.Help.noSpeak)
  static let sound = Option("sound", value: Messages.Help.name, help: Messages.Help.sound)
  static let speak = Option("speak", help: Messages.Help.speak)
  static let tag = Option("tag", value: Messages.Help.word, help: Messages.Help.tag)
  static let timeout = Option("timeout", value: Messages.Help.length, help: Messages.Help.timeout)
  static let times = Option("times", value: Messages.Help.number, help: Messages.Help.times)
  static let urgency = Option("urgency", value: Messages.Help.level, help: Messages.Help.urgency)

  /// All of them.
  static let alerts: [Option] = [
    .urgency, .nag, .times, .before, .maxLate, .timeout, .sound, .icon, .speak, .noSpeak, .tag,
  ]
}

extension ReminderOptions {
  /// These options with what the command line says of them; an empty value takes one back.
  func changed(by arguments: Arguments, _ context: Context) throws -> ReminderOptions {
    let values = AlertValues(arguments, context)
    var options = self
    try values.change(.urgency, &options.urgency) { text in
      guard let urgency = Urgency(rawValue: text) else {
        let all = Urgency.allCases.map(\.rawValue)
        throw Failure.usage(.notOneOf(all, text, option: Option.urgency.name))
      }
      return urgency
    }
    try values.change(.sound, &options.sound, read: values.sound)
    try values.change(.icon, &options.icon, read: values.icon)
    try values.change(.tag, &options.tag, read: values.tag)
    try values.change(.maxLate, &options.maxLate) { text in
      try values.length(text, of: .maxLate)
    }
    try values.change(.timeout, &options.timeout) { text in
      text == "never" ? 0 : try values.length(text, of: .timeout)
    }
    if let text = arguments.value(.before) { options.before = try values.lengths(text) }
    try values.change(.nag, &options.nag) { text in
      Nag(every: try values.interval(text), times: nag?.times ?? Nag.usualTimes)
    }
    if let times = try arguments.number(.times, to: ReminderOptions.Nag.mostTimes) {
      guard options.nag != nil else {
        throw Failure.usage(.needs(Option.times.name, Option.nag.name))
      }
      options.nag?.times = times
    }
    if arguments.has(.speak), arguments.has(.noSpeak) {
      throw Failure.usage(.notTogether(Option.speak.name, Option.noSpeak.name))
    }
    if arguments.has(.speak) { options.speak = true }
    if arguments.has(.noSpeak) { options.speak = false }
    return options
  }
}

/// The values of these options, as they were typed.
struct AlertValues {
  private let arguments: Arguments
  private let context: Context

  init(_ arguments: Arguments, _ context: Context) {
    self.arguments = arguments
    self.context = context
  }

  func change<Value>(
    _ option: Option, _ value: inout Value?, read: (String) throws -> Value
  ) throws {
    guard let text = arguments.value(option) else { return }
    value = text.isEmpty ? nil : try read(text)
  }

  /// A length of time in milliseconds: a day has 24 hours here.
  func length(_ text: String, of option: Option, at offset: Int = 0, in whole: String? = nil)
    throws -> Int64
  {
    do throws(TimeError) {
      let (span, _) = try Parser.span(
        text, timeEnd: text.utf8.count, languages: context.language.languages)
      guard let end = Instant(milliseconds: 0).adding(span, in: .utc) else {
        throw TimeError(.tooLarge, at: 0, length: text.utf8.count, accepted: [.duration])
      }
      return end.milliseconds
    } catch {
      var error = error
      error.at += offset
      throw Failure.option(error, input: whole ?? text, option: option.name)
    }
  }

  /// `10m,1h`: the longest first, each once.
  func lengths(_ text: String) throws -> [Int64] {
    guard !text.isEmpty else { return [] }
    var lengths: [Int64] = []
    var offset = 0
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let length = try length(String(part), of: .before, at: offset, in: text)
      if !lengths.contains(length) { lengths.append(length) }
      offset += part.utf8.count + 1
    }
    return lengths.sorted(by: >)
  }

  /// How often it is shown again: at most once a second.
  func interval(_ text: String) throws -> Int64 {
    let length = try length(text, of: .nag)
    guard length >= ReminderOptions.Nag.leastEvery else {
      throw Failure.option(
        TimeError(.tooOften, at: 0, length: text.utf8.count, accepted: []), input: text,
        option: Option.nag.name)
    }
    return length
  }

  /// A name as the Sound Naming Specification has them, or `none`.
  func sound(_ text: String) throws -> String {
    let isName = text.utf8.allSatisfy {
      $0.isDigit || $0.isLetter || [UInt8(ascii: "-"), UInt8(ascii: "_")].contains($0)
    }
    guard isName, text.utf8.first != UInt8(ascii: "-") else {
      throw Failure.usage(.notASound(text))
    }
    return text
  }

  /// A name as the Icon Naming Specification has them, or a file; this must be there.
  func icon(_ text: String) throws -> String {
    guard VisibleText.line(text) == text else { throw Failure.usage(.notAnIcon(text)) }
    guard text.utf8.contains(UInt8(ascii: "/")) else { return text }
    guard let path = realpath(text, nil) else {
      throw Failure.usage(.noSuchFile(text, errno: errno))
    }
    defer { free(path) }
    return String(cString: path)
  }

  /// One line that can be typed again.
  func tag(_ text: String) throws -> String {
    guard VisibleText.line(text) == text else { throw Failure.usage(.notATag(text)) }
    return text
  }
}
