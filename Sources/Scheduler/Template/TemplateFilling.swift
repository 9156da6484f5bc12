import CivilTime
import Reminders
import System

/// A template that was filled in: a mail, but for whose mailbox it is sent from.
package struct TemplateFilling: Sendable, Equatable {
  /// What stands in a parameter, as it was put in; of a list each item.
  package struct Value: Sendable, Equatable {
    package var name: String
    package var items: [String]
    /// The same as another template takes it: of a boolean `yes` or `no`, whatever words this one has
    /// for them.
    package var handedOn: [String]
    /// Of a date, its day number; what a reminder can come before.
    package var day: Int64?
  }

  /// What was given, or is the default, in the template's order; nothing of what is absent.
  package fileprivate(set) var values: [Value] = []
  package fileprivate(set) var subject = ""
  /// Lines that end in LF, the last without one.
  package fileprivate(set) var text = ""
  /// To whom; nobody: to oneself.
  package fileprivate(set) var recipients: [MailAddress] = []
  /// Who gets the answer to it; nil: the sender.
  package fileprivate(set) var replyTo: MailAddress?
  /// Who is told that it was sent; nil: nobody.
  package fileprivate(set) var confirmTo: MailAddress?

  /// How many bytes of UTF-8 a subject may have; what is longer is cut.
  static let longestSubject = 800

  fileprivate func value(_ name: String) -> Value? { values.first { $0.name == name } }

  /// What `name` stands for on one line; a list has commas there. Nil where it is absent.
  fileprivate func line(_ name: String) -> String? {
    value(name)?.items.joined(separator: ", ")
  }
}

/// All that is wrong with what a template was to be filled in with.
package struct TemplateProblems: Error, Sendable, Equatable {
  /// In the order of the template; what it does not know comes last.
  package var all: [TemplateProblem]
}

extension Template {
  /// Fills it in.
  /// - Parameters:
  ///   - given: names with their values, nil where there was none; a list's as often as it has items. An
  ///     empty value is the same as none.
  ///   - today: the day number of the day that it is for the user.
  ///   - day: that of the day on which the mail goes. A date that must not be past is not past then, either.
  package func filled(
    with given: [(name: String, value: String?)], today: Int64, goingOn day: Int64
  ) throws(TemplateProblems) -> TemplateFilling {
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
    guard problems.isEmpty else { throw TemplateProblems(all: problems) }
    filling.subject = VisibleText.cut(
      subjects.lazy.compactMap { $0.filled(filling.line) }.first ?? "",
      characters: TemplateFilling.longestSubject, bytes: TemplateFilling.longestSubject)
    filling.text = text(filling)
    filling.recipients = recipients.compactMap { address($0, filling) }
    filling.replyTo = replyTo.flatMap { address($0, filling) }
    filling.confirmTo = confirmTo.flatMap { address($0, filling) }
    return filling
  }

  /// Checks that a line is left of the text: nobody sends an empty mail on purpose, unless files go with it.
  /// - Throws: what is absent, of which any would do.
  package func checkText(of filling: TemplateFilling) throws(TemplateProblems) {
    guard filling.text.isEmpty else { return }
    let names = lines.flatMap(\.names)
    let absent = parameters.map(\.name).filter { names.contains($0) && filling.value($0) == nil }
    guard absent.isEmpty else {
      throw TemplateProblems(all: absent.map { TemplateProblem($0, .missing) })
    }
  }

  private func address(_ recipient: Recipient, _ filling: TemplateFilling) -> MailAddress? {
    switch recipient {
    case .address(let address): address
    case .parameter(let name): filling.line(name).flatMap { MailAddress($0) }
    }
  }

  /// The body: a line goes with what is absent in it, and a paragraph with all that it had to say.
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

  /// A line as it is in the mail: not at all, once, or with each item of its list.
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

  /// - Parameter given: nil where a name stood alone.
  /// - Returns: nil where it is absent, and may be.
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
