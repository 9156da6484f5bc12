import Scheduler
import System
import TimeLanguage

extension TimeError {
  /// The part of `input` that was not understood.
  func culprit(in input: String) -> String { input.part(at..<at + length) }

  fileprivate func before(in input: String) -> String { input.part(0..<at) }
}

extension String {
  /// The part between two byte offsets (UTF-8); what lies beyond the end is not there.
  func part(_ bytes: Range<Int>) -> String {
    String(decoding: utf8.dropFirst(bytes.lowerBound).prefix(bytes.count), as: UTF8.self)
  }
}

/// The pointer under the part of a line that was not understood.
enum Caret {
  /// The line, and `^~~~` under the culprit; nothing where the line is too long to stand alone.
  static func lines(_ error: TimeError, in input: String, columns: Int) -> [String] {
    let line = VisibleText.line(input)
    guard !line.isEmpty, DisplayWidth.of(line) + 2 <= columns else { return [] }
    let indent = DisplayWidth.of(VisibleText.line(error.before(in: input)))
    let length = DisplayWidth.of(VisibleText.line(error.culprit(in: input)))
    let tail = String(repeating: "~", count: max(0, length - 1))
    return ["  " + line, String(repeating: " ", count: indent + 2) + "^" + tail]
  }
}
