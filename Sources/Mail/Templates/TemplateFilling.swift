import CivilTime
import Reminders
import System

/// A template that was filled in: a mail without its sender.
package struct TemplateFilling: Sendable, Equatable {
  /// The value of a parameter in the mail; each item of a list.
  package struct Value: Sendable, Equatable {
    package var name: String
    package var items: [String]
    /// The value for another template: `yes` or `no` of a boolean, which may have other words there.
    package var handedOn: [String]
    /// The day number of a date; a reminder can be due before it.
    package var day: Int64?
  }

  /// The values and defaults, in the template's order, without absent ones.
  package fileprivate(set) var values: [Value] = []
  package fileprivate(set) var subject = ""
  /// Lines that end in LF, except the last.
  package fileprivate(set) var text = ""
  /// None: the user.
  package fileprivate(set) var recipients: [MailAddress] = []
  /// Who gets the answer to it; nil: the sender.
  package fileprivate(set) var replyTo: MailAddress?
  /// Who is told that it was sent; nil for no one.
  package fileprivate(set) var confirmTo: MailAddress?

  /// The most bytes of UTF-8 in a subject; a longer one is cut.
  package static let longestSubject = 800

  fileprivate func value(_ name: String) -> Value? { values.first { $0.name == name } }

  /// The value of `name` on one line, a list with commas; nil if it is absent.
  fileprivate func line(_ name: String) -> String? {
    value(name)?.items.joined(separator: ", ")
  }
}

extension Template {
  /// Fills it in.
  /// - Parameters:
  ///   - given: names and values, nil if a name had none; a list's once for each item. An empty value is
  ///     the same as none.
  ///   - today: the day number of the user's present day.
  ///   - day: that of the day on which the mail is sent; no date that must not be past is before it.
  package func filled(
    with given: [(name: String, value: String?)], today: Int64, goingOn day: Int64
  ) throws(TemplateError) -> TemplateFilling {
    var filling = TemplateFilling()
    var problems: [TemplateProblem] = []
    for parameter in parameters {
      let own = given.filter { $0.name == parameter.name }.map(\.value)
      do throws(TemplateProblem) {
        if let value = try parameter.value(own, today: today) {
          try parameter.check(value, goingOn: day)
          filling.values.append(value)
        }
      } catch { problems.append(error) }
    }
    for (index, (name, value)) in given.enumerated()
    where parameter(name) == nil && !given[..<index].contains(where: { $0.name == name }) {
      problems.append(
        TemplateProblem(name, .unknown, value: value, allowed: parameters.map(\.name)))
    }
    guard problems.isEmpty else { throw unfilled(problems) }
    filling.subject = VisibleText.cut(
      subjects.lazy.compactMap { $0.filled(filling.line) }.first ?? "",
      characters: TemplateFilling.longestSubject, bytes: TemplateFilling.longestSubject)
    filling.text = text(filling)
    filling.recipients = recipients.compactMap { address($0, filling) }
    filling.replyTo = replyTo.flatMap { address($0, filling) }
    filling.confirmTo = confirmTo.flatMap { address($0, filling) }
    return filling
  }

  /// Checks that the text has a line: an empty mail is sent by mistake only, except with attachments.
  /// - Throws: the absent values, of which any one is enough.
  package func checkText(of filling: TemplateFilling) throws(TemplateError) {
    guard filling.text.isEmpty else { return }
    let names = lines.flatMap(\.names)
    let absent = parameters.map(\.name).filter { names.contains($0) && filling.value($0) == nil }
    guard absent.isEmpty else {
      throw unfilled(absent.map { TemplateProblem($0, .missing) })
    }
  }

  private func unfilled(_ problems: [TemplateProblem]) -> TemplateError {
    .parameters(template: name, locale: locale, problems)
  }

  private func address(_ recipient: Recipient, _ filling: TemplateFilling) -> MailAddress? {
    switch recipient {
    case .address(let address): address
    case .parameter(let name): filling.line(name).flatMap { MailAddress($0) }
    }
  }

  /// The body, without the lines that need an absent value, and without paragraphs that lose all of them.
  private func text(_ filling: TemplateFilling) -> String {
    var paragraphs: [[String]] = []
    for paragraph in lines.split(whereSeparator: \.pieces.isEmpty) {
      let texts = paragraph.map { said($0, filling) }
      let isIdle = zip(paragraph, texts).allSatisfy { $0.names.isEmpty || $1.isEmpty }
      if isIdle, paragraph.contains(where: { !$0.names.isEmpty }) { continue }
      paragraphs.append(texts.flatMap(\.self))
    }
    return paragraphs.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  /// A line in the mail: none, one, or one for each item of its list.
  private func said(_ line: TemplatePattern, _ filling: TemplateFilling) -> [String] {
    let list = line.names.first { parameter($0)?.kind == .list }
    guard let list else { return line.filled(filling.line).map { [$0] } ?? [] }
    return (filling.value(list)?.items ?? []).compactMap { item in
      line.filled { $0 == list ? item : filling.line($0) }
    }
  }
}

extension TemplateParameter {
  fileprivate func check(
    _ value: TemplateFilling.Value, goingOn day: Int64
  ) throws(TemplateProblem) {
    guard let own = value.day, least == TemplateParameter.today, own < day else { return }
    let limit = WallTime(secondsAsUTC: day * 86_400).description.prefix(10)
    throw problem(.tooSmall, value.items[0], limit: String(limit))
  }

  /// - Parameter given: nil for a name without a value.
  /// - Returns: nil if it is absent and optional.
  fileprivate func value(
    _ given: [String?], today: Int64
  ) throws(TemplateProblem) -> TemplateFilling.Value? {
    guard given.count < 2 || kind == .list else {
      throw problem(.repeated, given.lazy.compactMap(\.self).last)
    }
    var items: [String] = []
    for text in given {
      guard let text else { throw problem(.noValue) }
      if let item = try taken(text, today: today) { items.append(item) }
    }
    if items.isEmpty, let fallback, let item = try taken(fallback, today: today) { items = [item] }
    guard !items.isEmpty else {
      if isRequired { throw problem(.missing) }
      return nil
    }
    if kind == .list { try checkCount(items.count) }
    return TemplateFilling.Value(
      name: name, items: items,
      handedOn: kind == .boolean ? [items[0] == values[0] ? "yes" : "no"] : items,
      day: kind == .date ? TemplateParameter.day(items[0], today: nil) : nil)
  }
}
