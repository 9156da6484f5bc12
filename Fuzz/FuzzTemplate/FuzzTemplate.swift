import Reminders

@testable import Mail

/// A template that somebody has written, and what others fill it in with: its lines, a NUL, and
/// `name=value` with a NUL between them. Whatever it is: no crash, issues that lie in it, and a mail of which
/// each header is one line and each recipient one that the template or a whole value names.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: data, count: size))
  var parts = bytes.split(separator: 0, omittingEmptySubsequences: false).map(Array.init)
  let file = parts.removeFirst()
  let template: Template
  do throws(TemplateError) {
    template = try TemplateReader.template(
      file, name: "fuzz", locale: "default", source: .builtIn, today: today)
  } catch {
    guard case .broken(_, let line, _) = error else { preconditionFailure("\(error)") }
    precondition((0...file.count { $0 == UInt8(ascii: "\n") } + 1).contains(line))
    return 0
  }
  // Arguments that are no UTF-8 never come as far as this.
  let given = parts.compactMap { String(validating: $0, as: UTF8.self) }.map { text in
    let pair = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return (name: String(pair[0]), value: pair.count == 2 ? String(pair[1]) : nil)
  }
  do throws(TemplateError) {
    let filling = try template.filled(with: given, today: today, goingOn: today)
    check(filling, of: template, given.compactMap(\.value))
    precondition((try? template.filled(with: given, today: today, goingOn: today)) == filling)
  } catch {
    guard case .parameters(_, _, let problems) = error else { preconditionFailure("\(error)") }
    precondition(!problems.isEmpty)
    let known = template.parameters.map(\.name) + given.map(\.name)
    precondition(problems.allSatisfy { known.contains($0.parameter) })
  }
  return 0
}

private let today: Int64 = 20_787

private func check(_ filling: TemplateFilling, of template: Template, _ given: [String]) {
  precondition(MailAddress.isOneLine(filling.subject))
  precondition(filling.subject.utf8.count <= TemplateFilling.longestSubject + 3)
  let fixed = (template.recipients + [template.confirmTo].compactMap(\.self)).compactMap {
    if case .address(let address) = $0 { address } else { nil }
  }
  let typed = (given + template.parameters.compactMap(\.fallback)).map { text in
    String(text.drop(while: \.isWhitespace))
  }
  for recipient in filling.recipients + [filling.confirmTo].compactMap(\.self) {
    precondition(MailAddress.isOneLine(recipient.text))
    precondition(
      fixed.contains(recipient) || typed.contains { $0.hasPrefix(recipient.address) })
  }
  precondition(filling.recipients.count == template.recipients.count)
  for value in filling.values {
    precondition(!value.items.isEmpty && value.items.allSatisfy { !$0.isEmpty })
    let isText = template.parameter(value.name)?.kind == .text
    precondition(isText || value.items.allSatisfy(MailAddress.isOneLine))
  }
  precondition(!filling.text.utf8.contains(0) && !filling.text.utf8.contains(13))
  let mail = MailMessage(
    sender: MailAddress("me@example.org")!, recipient: MailAddress("me@example.org")!,
    subject: filling.subject, text: filling.text, id: "1@example.org", seconds: 0)
  precondition(mail.isSafe)
}
