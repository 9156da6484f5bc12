import Scheduler

/// A template with what a command line fills it in with, and the confirmation that goes with it.
struct FilledTemplate {
  let template: Template
  let filling: TemplateFilling
  /// Nil: nobody is told.
  let confirmation: MailLetter.Confirmation?

  /// How many bytes of text a mail may have, and the names and values beside it.
  private static let limit = 1 << 19

  /// - Parameter time: when it goes; nil: now.
  init(
    _ name: String?, _ arguments: Arguments, at time: Instant?, _ context: Context
  ) throws {
    let folder = TemplateFolder(try context.places())
    guard let name else { throw Failure.template(.notNamed(folder.families.map(\.name))) }
    let locale = context.locale(arguments.value(.locale))
    template = try folder.template(name, for: locale, context)
    let given = try FilledTemplate.given(arguments)
    let day = context.wall(at: time ?? context.now).dayNumber
    do throws(TemplateProblems) {
      filling = try template.filled(with: given, today: context.today, goingOn: day)
      if (template.attachments + arguments.values(.attach)).isEmpty {
        try template.checkText(of: filling)
      }
    } catch {
      throw Failure.template(.parameters(template: name, locale: template.locale, error.all))
    }
    guard filling.text.utf8.count <= FilledTemplate.limit else {
      throw Failure.template(.tooLarge(filling.text.utf8.count, limit: FilledTemplate.limit))
    }
    confirmation = try FilledTemplate.confirmation(
      of: template, filling, goingOn: day, in: folder, for: locale, context)
  }

  /// To whom the template sends it, each once.
  var recipients: [MailAddress] {
    filling.recipients.reduce(into: []) { all, next in
      if !all.contains(where: { $0.isSame(as: next) }) { all.append(next) }
    }
  }

  /// The mail as it is stored.
  var letter: MailLetter {
    MailLetter(
      template: template.name, locale: template.locale, subject: filling.subject,
      text: filling.text,
      values: filling.values.map { ($0.name, $0.items.joined(separator: "\n")) },
      replyTo: filling.replyTo?.text, confirmation: confirmation)
  }

  /// `name=value`, as often as `--param` was given; the value `-` is standard input, which one alone can be.
  private static func given(
    _ arguments: Arguments
  ) throws -> [(name: String, value: String?)] {
    var given: [(name: String, value: String?)] = []
    var isRead = false
    for text in arguments.values(.param) {
      guard let equals = text.firstIndex(of: "=") else {
        given.append((text, nil))
        continue
      }
      let value = String(text[text.index(after: equals)...])
      let name = String(text[..<equals])
      guard Text.isFromInput(value) else {
        given.append((name, value))
        continue
      }
      guard !isRead else { throw Failure.usage(.inputTwice(parameter: name)) }
      isRead = true
      given.append((name, try Text.taken(from: value) ?? ""))
    }
    return given
  }

  /// It is filled in with the values that it has a parameter for.
  private static func confirmation(
    of template: Template, _ filling: TemplateFilling, goingOn day: Int64,
    in folder: TemplateFolder, for locale: String?, _ context: Context
  ) throws -> MailLetter.Confirmation? {
    guard let recipient = filling.confirmTo, let name = template.confirmation else { return nil }
    let answer = try folder.template(name, for: locale, context)
    let given = filling.values.flatMap { value in
      value.handedOn.map { (name: value.name, value: Optional($0)) }
    }.filter { value in answer.parameters.contains { $0.name == value.name } }
    do throws(TemplateProblems) {
      let filled = try answer.filled(with: given, today: context.today, goingOn: day)
      try answer.checkText(of: filled)
      return MailLetter.Confirmation(
        recipient: recipient.address, template: name, locale: answer.locale,
        subject: filled.subject, text: filled.text)
    } catch {
      throw Failure.template(.confirmation(template: name, locale: answer.locale, error.all))
    }
  }
}

extension TemplateFolder {
  func template(
    _ name: String, for locale: String?, _ context: Context
  ) throws -> Template {
    do throws(TemplateError) {
      return try template(name, for: locale, today: context.today)
    } catch { throw Failure.template(.unusable(error)) }
  }
}

extension Context {
  /// The locale whose variant of a template is meant: the one that was said, or that of the user's words.
  func locale(_ said: String?) -> String? {
    said ?? language.locale.text?.split(separator: " ").first.map(String.init)
  }

  /// Its day number, on the user's clocks.
  var today: Int64 { wall(at: now).dayNumber }
}
