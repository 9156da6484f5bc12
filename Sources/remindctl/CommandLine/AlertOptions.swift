import CivilTime
import Glibc
import Localization
import Reminders
import System
import TimeLanguage

extension ReminderOptions {
  /// These options with what the command line says of them; an empty value takes one back.
  func changed(by arguments: Arguments, _ context: Context) throws -> ReminderOptions {
    // Most starts end here.
    guard !arguments.hasNoOptions else { return self }
    var options = self
    try arguments.change(.urgency, &options.urgency) { text in
      guard let urgency = Urgency(rawValue: text) else {
        let all = Urgency.allCases.map(\.rawValue)
        throw Failure.notOneOf(all, text, option: Option.urgency.name)
      }
      return urgency
    }
    try arguments.change(.sound, &options.sound) { text in
      // A name as the Sound Naming Specification has them, or `none`.
      let isName = text.utf8.allSatisfy {
        $0.isDigit || $0.isLetter || [UInt8(ascii: "-"), UInt8(ascii: "_")].contains($0)
      }
      guard isName, !text.hasPrefix("-") else {
        throw Failure.usage(
          tr(
            "'{text}' is no name of a sound; they are like bell, message-new-instant, alarm-clock-elapsed.",
            ["text": VisibleText.line(text)]))
      }
      return text
    }
    try arguments.change(.icon, &options.icon, read: ReminderOptions.icon)
    try arguments.change(.tag, &options.tag) { text in
      // One line that can be typed again.
      guard VisibleText.line(text) == text else {
        throw Failure.usage(
          tr(
            "The tag '{text}' has characters that cannot be seen.", ["text": VisibleText.line(text)]
          ))
      }
      return text
    }
    try arguments.change(.maxLate, &options.maxLate) { try context.length($0, of: .maxLate) }
    try arguments.change(.timeout, &options.timeout) { text in
      text == "never" ? 0 : try context.length(text, of: .timeout)
    }
    if let text = arguments.value(.before) { options.before = try context.lengthsBefore(text) }
    try arguments.change(.nag, &options.nag) { text in
      let every = try context.length(text, of: .nag)
      guard every >= Nag.leastEvery else {
        throw TimeFailure(
          TimeError(.tooOften, at: 0, length: text.utf8.count, accepted: []), in: text,
          .option(Option.nag.name))
      }
      return Nag(every: every, times: nag?.times ?? Nag.usualTimes)
    }
    if let times = try arguments.number(.times, to: Nag.mostTimes) {
      guard options.nag != nil else {
        throw Failure.needs(Option.times.name, Option.nag.name)
      }
      options.nag?.times = times
    }
    if arguments.has(.speak), arguments.has(.noSpeak) {
      throw Failure.notTogether(Option.speak.name, Option.noSpeak.name)
    }
    if arguments.has(.speak) { options.speak = true }
    if arguments.has(.noSpeak) { options.speak = false }
    return options
  }

  /// A name as the Icon Naming Specification has them, or a file; this must be there.
  private static func icon(_ text: String) throws -> String {
    guard VisibleText.line(text) == text else {
      throw Failure.usage(
        tr(
          "The icon '{text}' has characters that cannot be seen.", ["text": VisibleText.line(text)])
      )
    }
    guard text.utf8.contains(UInt8(ascii: "/")) else { return text }
    guard let path = realpath(text, nil) else {
      throw Failure.usage(
        tr(
          "The file '{path}' cannot be used: {error}.",
          ["path": VisibleText.line(text), "error": Messages.system(errno)]))
    }
    defer { free(path) }
    return String(cString: path)
  }
}

extension Arguments {
  /// Reads the option's value if it was given; an empty one is none.
  func change<Value>(
    _ option: Option, _ value: inout Value?, read: (String) throws -> Value
  ) throws {
    guard let text = self.value(option) else { return }
    value = text.isEmpty ? nil : try read(text)
  }
}

extension Context {
  /// A length of time in milliseconds: a day has 24 hours here.
  /// - Parameters:
  ///   - offset: where `text` begins in `whole`, the option's value.
  func length(
    _ text: String, of option: Option, at offset: Int = 0, in whole: String? = nil
  ) throws -> Int64 {
    do throws(TimeError) {
      let (span, _) = try Parser.span(
        text, timeEnd: text.utf8.count, languages: language.languages)
      guard let end = Instant(milliseconds: 0).adding(span, in: .utc) else {
        throw TimeError(.tooLarge, at: 0, length: text.utf8.count, accepted: [.duration])
      }
      return end.milliseconds
    } catch {
      var error = error
      error.at += offset
      throw TimeFailure(error, in: whole ?? text, .option(option.name))
    }
  }

  /// `10m,1h`: the longest first, each once.
  fileprivate func lengthsBefore(_ text: String) throws -> [Int64] {
    guard !text.isEmpty else { return [] }
    var lengths: Set<Int64> = []
    var offset = 0
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      lengths.insert(try length(String(part), of: .before, at: offset, in: text))
      offset += part.utf8.count + 1
    }
    return lengths.sorted(by: >)
  }
}
