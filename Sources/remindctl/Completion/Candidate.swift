import Scheduler
import TimeLanguage

/// A word that can stand where the cursor is.
struct Candidate: Equatable {
  /// The word itself, not quoted; one line, never empty.
  var word: String
  /// What it means, in a few words.
  var meaning: String?

  init(_ word: String, _ meaning: String? = nil) {
    self.word = word
    self.meaning = meaning
  }

  /// Stands for the names of files, which the shell knows.
  static let files = Candidate("/")

  /// The same with `prefix` in front of it: `--urgency=low`.
  func behind(_ prefix: Substring) -> Candidate {
    self == .files ? self : Candidate(prefix + word, meaning)
  }

  static var allVerbs: [Candidate] { Verb.all.map { Candidate($0.name, $0.summary.text) } }

  // Examples of what people say; a test reads every one of them.

  static let lengths = named(["5m", "10m", "15m", "20m", "30m", "45m", "1h", "1h30m", "2h", "1d"])
  static let moments = named([
    "noon", "tonight", "tomorrow", "monday", "tuesday", "wednesday", "thursday", "friday",
    "saturday", "sunday",
  ])
  static let pastMoments = named(["1h", "1d", "7d", "today", "yesterday"])
  static let rules = named(["day", "weekday", "week", "month", "year", "hour", "monday", "friday"])
  static let sounds = named([
    "alarm-clock-elapsed", "bell", "complete", "dialog-information", "dialog-warning",
    "message-new-instant", "none",
  ])
  static let icons = named([
    "appointment-soon", "alarm-symbolic", "dialog-information", "dialog-warning",
  ])

  private static func named(_ words: [String]) -> [Candidate] { words.map { Candidate($0) } }
}

extension [Candidate] {
  /// Those that were not named already.
  func leavingOut(_ words: [String]) -> [Candidate] { filter { !words.contains($0.word) } }
}
