import Scheduler

// The sentences of `Words` about what `in --ask` asks.

extension Words.Help {
  static let ask = Message("ask for hours, minutes, seconds and the text, one by one")
}

extension Words {
  static var askedFor: String {
    tr("In how much time? An empty line is none of it; with nothing at all it is one second.")
  }
  static func ask(_ field: Option) -> String {
    switch field {
    case .hours: tr("Hours: ")
    case .minutes: tr("Minutes: ")
    default: tr("Seconds: ")
    }
  }
  static var askText: String { tr("What for? ") }
  static var enterCloses: String { tr("Enter closes this. ") }
}
