/// What stands out on a terminal. Colour never says anything that words do not.
enum Paint: String {
  case heading = "\u{1b}[1m"
  case attention = "\u{1b}[33m"
}

extension Terminal {
  func painted(_ text: String, _ paint: Paint) -> String {
    hasColour ? paint.rawValue + text + "\u{1b}[0m" : text
  }
}
