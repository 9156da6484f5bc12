import Scheduler

/// A bar on a terminal that says how far a long command has got; it is gone when that ends.
final class Progress {
  /// What is being done.
  enum Phase { case reading, storing }

  private static let width = 30
  private var shown = ""

  /// Nil where nobody would see it, or where lines cannot be painted again.
  init?(_ context: Context, isJSON: Bool) {
    guard context.terminal.canRepaint, !isJSON else { return nil }
  }

  deinit { clear() }

  func show(_ phase: Phase, _ done: Int, of all: Int) {
    let part = all > 0 ? min(max(done, 0), all) * 100 / all : 0
    let full = part * Self.width / 100
    let bar =
      String(repeating: "#", count: full) + String(repeating: ".", count: Self.width - full)
    let line = Messages.progress(phase, bar: bar, percent: part)
    guard line != shown else { return }
    Stream.error.say("\r" + line)
    shown = line
  }

  func clear() {
    guard !shown.isEmpty else { return }
    // Erase in line (ECMA-48, EL).
    Stream.error.say("\r\u{1B}[K")
    shown = ""
  }
}
