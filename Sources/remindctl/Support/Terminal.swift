import Glibc

/// What the standard streams are.
struct Terminal: Sendable {
  /// Standard output is a terminal.
  var isOutput: Bool
  /// Standard error is a terminal.
  var isError: Bool
  /// Standard input is a terminal.
  var isInput: Bool
  /// Colours are wanted on standard output (https://no-color.org).
  var hasColour: Bool
  /// Columns of the terminal; 80 if there is none.
  var columns: Int
}

extension Terminal {
  init(variable: (String) -> String?) {
    isInput = isatty(STDIN_FILENO) == 1
    isOutput = isatty(STDOUT_FILENO) == 1
    isError = isatty(STDERR_FILENO) == 1
    hasColour =
      isOutput && (variable("NO_COLOR") ?? "").isEmpty && variable("TERM") != "dumb"
      && variable("TERM") != nil
    columns =
      isOutput || isError ? Terminal.width(of: isOutput ? STDOUT_FILENO : STDERR_FILENO) : 80
  }

  private static func width(of descriptor: Int32) -> Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}

/// What stands out on a terminal. Colour never says anything that words do not.
enum ANSIStyle: String {
  case heading = "\u{1b}[1m"
  case attention = "\u{1b}[33m"
}

extension Terminal {
  func styled(_ text: String, _ style: ANSIStyle) -> String {
    hasColour ? style.rawValue + text + "\u{1b}[0m" : text
  }
}
