import Configuration
import Reminders
import Scheduler
import System
import TimeLanguage

extension Commands {
  static func runVersion(_ arguments: Arguments, _ context: Context) throws -> Interaction {
    try arguments.expectNoWords()
    // One that has only just started has not yet written who it is.
    let daemon = try context.daemon().flatMap { $0.version.isEmpty ? nil : $0.version }
    guard !arguments.has(.json) else {
      return .done(
        CommandResult(
          output: JSON.document([
            ("version", .string(Product.version)), ("daemon", daemon.map(JSON.string) ?? .null),
          ])))
    }
    var text = "remindctl \(Product.version)\n"
    if let daemon { text += "remindd \(VisibleText.line(daemon))\n" }
    return .done(CommandResult(output: .text(text)))
  }
}
