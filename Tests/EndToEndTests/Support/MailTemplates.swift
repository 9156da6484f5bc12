import Foundation
import Testing

/// Templates of the user's own.
extension MailBed {
  /// Where they are.
  var templates: String { home.folder + "/config/remindctl/templates" }

  /// Puts one there, or a file that goes with it.
  func writeTemplate(_ text: String, as name: String) throws {
    try FileManager.default.createDirectory(atPath: templates, withIntermediateDirectories: true)
    try text.write(toFile: templates + "/" + name, atomically: true, encoding: .utf8)
  }

  /// What is built in, with a confirmation.
  func confirmTemplate(_ name: String, _ locale: String, as file: String) async throws {
    let source = try await home.remindctl(
      "mail", "templates", name, "--source", "--locale", locale)
    #expect(source.code == 0, "\(source)")
    try writeTemplate(
      source.output.replacing("[template]\n", with: "[template]\nconfirm-to={email}\n"), as: file)
  }
}
