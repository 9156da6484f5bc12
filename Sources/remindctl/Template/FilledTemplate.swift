import CivilTime
import Configuration
import Localization
import Mail
import Reminders
import Store
import System

/// A template with what a command line fills it in with, and the confirmation that goes with it.
struct FilledTemplate {
  let template: Template
  let filling: TemplateFilling
  /// Nil: it is not confirmed.
  let confirmation: TemplatedMail.Confirmation?

  /// The most bytes of text in a mail.
  private static let limit = 1 << 19

  /// - Parameter time: when it is sent; nil: now.
  init(
    _ name: String?, _ arguments: Arguments, at time: Instant?, _ context: Context
  ) throws {
    let folder = TemplateFolder(try context.paths())
    guard let name else { throw Failure.templateNotNamed(folder) }
    let locale = context.locale(arguments.value(.locale))
    template = try folder.template(name, for: locale, today: context.today)
    let given = try FilledTemplate.given(arguments)
    let day = context.wall(at: time ?? context.now).dayNumber
    filling = try template.filled(with: given, today: context.today, goingOn: day)
    if (template.attachments + arguments.values(.attach)).isEmpty {
      try template.checkText(of: filling)
    }
    let size = filling.text.utf8.count
    guard size <= FilledTemplate.limit else {
      throw Failure(
        "payload_too_large",
        tr(
          "The mail has {n} bytes of text; {limit} are taken.",
          ["n": String(size), "limit": String(FilledTemplate.limit)]))
    }
    confirmation = try FilledTemplate.confirmation(
      of: template, filling, goingOn: day, in: folder, for: locale, context)
  }

  /// The recipients, without duplicates; if it names none, the account's owner.
  func recipients(orOf account: MailAccount?) -> [MailAddress] {
    let recipients = filling.recipients.reduce(into: [MailAddress]()) { all, next in
      if !all.contains(where: { $0.isSame(as: next) }) { all.append(next) }
    }
    return recipients.isEmpty ? [account?.oneself].compactMap(\.self) : recipients
  }

  /// The mail as it is stored.
  var mail: TemplatedMail {
    TemplatedMail(
      template: template.name, locale: template.locale, subject: filling.subject,
      text: filling.text,
      values: filling.values.map { ($0.name, $0.items.joined(separator: "\n")) },
      replyTo: filling.replyTo?.text, confirmation: confirmation)
  }

  /// The values of all `--param NAME=VALUE`; one of them can be `-`, standard input.
  private static func given(
    _ arguments: Arguments
  ) throws -> [(name: String, value: String?)] {
    var isRead = false
    return try arguments.values(.param).map { text in
      guard let equals = text.firstIndex(of: "=") else { return (text, nil) }
      let value = String(text[text.index(after: equals)...])
      let name = String(text[..<equals])
      guard Text.isFromInput(value) else { return (name, value) }
      guard !isRead else {
        throw Failure.usage(
          tr(
            "Standard input is read for one parameter, and {param} is another.",
            ["param": VisibleText.line(name)]))
      }
      isRead = true
      return (name, try Text.taken(from: value) ?? "")
    }
  }

  /// It gets the values that it has parameters for.
  private static func confirmation(
    of template: Template, _ filling: TemplateFilling, goingOn day: Int64,
    in folder: TemplateFolder, for locale: String?, _ context: Context
  ) throws -> TemplatedMail.Confirmation? {
    guard let recipient = filling.confirmTo, let name = template.confirmation else { return nil }
    let answer = try folder.template(name, for: locale, today: context.today)
    let given = filling.values.flatMap { value in
      value.handedOn.map { (name: value.name, value: Optional($0)) }
    }.filter { value in answer.parameters.contains { $0.name == value.name } }
    do throws(TemplateError) {
      let filled = try answer.filled(with: given, today: context.today, goingOn: day)
      try answer.checkText(of: filled)
      return TemplatedMail.Confirmation(
        recipient: recipient.address, template: name, locale: answer.locale,
        subject: filled.subject, text: filled.text)
    } catch {
      guard case .parameters(_, let locale, let problems) = error else { throw error }
      throw Failure.confirmation(by: name, locale, problems)
    }
  }
}

extension FilledTemplate {
  /// The hour of the day before which `--remind-before` counts.
  private static let hour: Int64 = 9

  /// The reminder that `--remind-before` makes of a date: so long before 9:00 on that day.
  /// - Returns: nil if none is asked for.
  func reminderBeforeDate(_ arguments: Arguments, _ context: Context) throws -> NewReminder? {
    guard let said = arguments.value(.remindBefore) else { return nil }
    // `deadline=3d`, if there are several.
    let parts = said.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let length = try context.length(parts.last.map(String.init) ?? "", of: .remindBefore)
    var dates = filling.values.filter { $0.day != nil }
    if parts.count == 2 {
      let name = String(parts[0])
      let all = template.parameters.filter { $0.kind == .date }.map(\.name)
      guard all.contains(name) else { throw Failure.noDate(name, of: all) }
      dates = dates.filter { $0.name == name }
    }
    guard let date = dates.first, let day = date.day else {
      throw Failure.usage(
        tr("{option} needs a date, and none was given.", ["option": Option.remindBefore.name]))
    }
    guard dates.count == 1 else {
      let examples = dates.map { "\(Option.remindBefore.name) \($0.name)=3d" }
      throw Failure.usage(
        tr(
          "Before which date? Say {examples}.", ["examples": examples.joined(separator: ", ")]),
        details: [("params", .array(dates.map { .string($0.name) }))])
    }
    let zone = context.local.zone
    let morning = WallTime(secondsAsUTC: day * 86_400 + Self.hour * 3600)
    guard let wall = morning.adding(seconds: -(length / 1000)),
      case let due = zone.instant(of: wall), due > context.now
    else {
      throw Failure.usage(
        tr(
          "It is too late to remind you {length} before {date}.",
          ["length": VisibleText.line(said), "date": date.items[0]]))
    }
    let label = template.parameters.first { $0.name == date.name }?.label ?? date.name
    var new = NewReminder(
      text: "\(label) \(date.items[0]): \(filling.subject)",
      trigger: .wall(wall, zone: context.local.isPinned ? zone.name : nil), due: due, in: zone,
      words: HistoryEvent.beforeDateWord + said, language: context.language.locale.text)
    new.options = ReminderOptions.new(context.configuration.defaults)
    return new
  }
}

extension Context {
  /// The locale of a template: the one that was given, or that of the user's messages.
  func locale(_ said: String?) -> String? {
    said ?? language.locale.text?.split(separator: " ").first.map(String.init)
  }

  /// The day number of the present day, in the user's zone.
  var today: Int64 { wall(at: now).dayNumber }
}
