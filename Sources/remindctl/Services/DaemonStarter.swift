import Glibc
import Localization

/// What is done where something was stored and no daemon runs: the user's service manager is asked to
/// start it.
struct DaemonStarter {
  /// Whether a daemon serves the store now.
  let hasStarted: Bool
  /// Whether the manager has the service, and could not start it.
  private let hasFailed: Bool
  /// Something else holds the lock, and keeps every daemon from serving.
  private let isBarred: Bool

  /// - Parameter isQuiet: whether the answer is for a program.
  /// - Returns: nil if a daemon serves the store.
  init?(isQuiet: Bool, _ context: Context) throws {
    let keeper = try context.keeper()
    guard keeper.daemon == nil else { return nil }
    isBarred = if case .other = keeper { true } else { false }
    let manager = isBarred ? nil : UserManager(context)
    let isStarted = try manager?.start(serving: context.paths())
    if isStarted == true, try !context.isServed() {
      // It could not use the store, and would end only seconds from now.
      manager?.wake()
      for _ in 1...100 where try !context.isServed() { usleep(20_000) }
    }
    hasStarted = isStarted == true ? try context.isServed() : false
    hasFailed = isStarted != nil && !hasStarted
    // From a key of the keyboard, say: a message would not be read.
    if !hasStarted, !isQuiet, !context.terminal.isError {
      SessionBus(context.variable)?.notify(summary: "remindctl", body: Messages.nothingIsShown)
    }
  }

  /// The same where all of it is stored, as a sentence.
  var isStored: String {
    hasStarted
      ? Messages.startedDaemon
      : isBarred
        ? Messages.storedBarred
        : Messages.nothingIsShown + " " + (hasFailed ? Messages.startFailed : Messages.howToStart)
  }

  var sentence: String {
    hasStarted
      ? Messages.startedDaemon
      : isBarred
        ? Messages.barred(nil)
        : tr("remindd is not running: nothing is shown until it is.") + " "
          + (hasFailed ? Messages.startFailed : Messages.howToStart)
  }
}
