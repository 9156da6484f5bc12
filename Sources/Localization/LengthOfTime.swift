extension Int64 {
  /// This number of milliseconds, as a person says a length of time: its two greatest units, cut
  /// off (never more than there is), and at least seconds: `1 h 20 min`, `3 d 4 h`, `0 s`.
  /// Negative ones are spoken of by their size.
  package var spoken: String { spoken(units: 2) }

  /// The same with up to `units` units; 4 leaves nothing out but parts of a second.
  package func spoken(units: Int) -> String {
    let seconds = Int((self / 1000).magnitude)
    var words = ""
    var left = units
    func say(_ amount: Int, _ sentence: (Int) -> String) {
      // Counted from the greatest unit that there is, also those that there are none of.
      guard left > 0, amount > 0 || left < units else { return }
      left -= 1
      guard amount > 0 else { return }
      if !words.isEmpty { words += " " }
      words += sentence(amount)
    }
    // Translators: days.
    say(seconds / 86_400) { tr($0, "{n} d", "{n} d") }
    // Translators: hours.
    say(seconds / 3600 % 24) { tr($0, "{n} h", "{n} h") }
    // Translators: minutes.
    say(seconds / 60 % 60) { tr($0, "{n} min", "{n} min") }
    // Translators: seconds.
    say(seconds % 60) { tr($0, "{n} s", "{n} s") }
    return words.isEmpty ? tr(0, "{n} s", "{n} s") : words
  }
}
