/// When the daemon makes room for another one, which has a standard output that somebody reads. A service
/// manager starts that one.
struct Succession {
  /// CLOCK_MONOTONIC in milliseconds, as all here.
  private let start: Int64
  /// How long is waited between two looks for the journal.
  private var pause: Int64 = 500
  /// Whether the right time to end is waited for.
  var isWaiting = false

  /// How many milliseconds a service lives at least before it ends by itself: no start limit that anybody
  /// sets is met so.
  static let patience: Int64 = 20_000

  /// - Parameter start: when this daemon began.
  init(start: Int64) { self.start = start }

  /// Milliseconds until it is worth another look; nil: the daemon may end now.
  mutating func wait(at uptime: Int64) -> Int64? {
    let rest = Succession.patience - (uptime - start)
    guard rest <= 0 else { return rest }
    // Without the journal the next one could print nothing either.
    guard JournalSocket.isOutput || JournalSocket.isMissing, !JournalSocket.listens else {
      return nil
    }
    pause = min(pause * 2, 60_000)
    return pause
  }
}
