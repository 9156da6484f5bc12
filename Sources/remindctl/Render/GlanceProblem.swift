import Glibc
import Scheduler

/// What keeps reminders from being shown, for those who look at nothing but a bar.
struct GlanceProblem {
  /// In a few words.
  let line: String
  /// All that there is to say, a sentence each.
  let details: [String]

  /// Why the store cannot be read.
  init(_ failure: Failure) {
    line = Words.cannotRead
    details = Words.failure(failure, columns: nil) + [Words.doctorKnows]
  }

  /// Nil where a daemon serves the store.
  init?(_ context: Context) throws(Failure) {
    switch try context.keeper() {
    case .nobody: (line, details) = (Words.notRunning, [Words.unserved])
    case .other(let process): (line, details) = (Words.lockedOut, [Words.barred(process)])
    case .daemon(let holder):
      let store = try context.places().store
      guard holder.serves(store) == false else { return nil }
      let isGone = access(store, F_OK) != 0
      line = isGone ? Words.storeGone : Words.notServed
      details = [Words.unservedStore(VisibleText.line(store), isGone: isGone)]
    }
  }
}
