import Glibc

/// A locale that is spoken beside the program's own (newlocale(3)): with it a service, which has
/// none, speaks to whoever made a reminder.
package final class SpokenLocale {
  private let object: locale_t
  /// Times as this locale writes them; within `speaking` alone.
  package let clock: ClockStyle

  /// Words and times of `locale`, each as in C where this machine does not have them. The
  /// `Catalogue` is open.
  package init(_ locale: UserLocale) {
    var object = newlocale(LC_TIME_MASK, "C", nil)!
    if let time = locale.time { object = newlocale(LC_TIME_MASK, time, object) ?? object }
    if locale.isTranslated, let messages = locale.messages,
      let spoken = newlocale(LC_MESSAGES_MASK, messages, object)
    {
      object = spoken
    }
    self.object = object
    clock = SpokenLocale.speaking(object) { ClockStyle() }
  }

  deinit { freelocale(object) }

  /// What `body` says in it; the thread's locale is what it was afterwards.
  package func speaking<Result>(_ body: () -> Result) -> Result {
    SpokenLocale.speaking(object, body)
  }

  private static func speaking<Result>(_ object: locale_t, _ body: () -> Result) -> Result {
    let before = uselocale(object)
    defer { uselocale(before) }
    return body()
  }
}
