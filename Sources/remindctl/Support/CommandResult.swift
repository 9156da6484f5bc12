/// The programs' exit codes; the manual lists them.
enum ExitCode: Int32, CaseIterable {
  case done = 0
  case failed = 1
  case usage = 2
  /// The time was not understood.
  case time = 3
  case noSuchReminder = 4
  /// The store cannot be used.
  case store = 5
  /// Stored, but no daemon runs; only with `--require-daemon`.
  case noDaemon = 6
}

/// What a command has to print when it is done. Only `Remindctl` prints it.
struct CommandResult {
  /// Data, for standard output.
  var output = Output.text("")
  /// Lines for standard error: what the user should know, but no program needs.
  var remarks: [String] = []
  /// The store was changed, which holds even if the answer cannot be printed.
  var hasChanged = false
  /// It goes on until its reader closes the pipe, which is no error.
  var endsWithReader = false
  var code = ExitCode.done
}

/// What goes to standard output.
enum Output {
  case text(String)
  /// Piece by piece, until nil: a list of any length in flat memory.
  case pieces(() throws -> String?)

  /// Whether standard output takes all of it without waiting for its reader.
  var isTakenAtOnce: Bool {
    guard case .text(let text) = self else { return false }
    return Stream.output.takesAtOnce(text)
  }
}

/// How far a verb has got.
enum Interaction {
  case done(CommandResult)
  /// The user is asked for a line; it is nil at the end of the input.
  case ask(String, then: (String?) throws -> Interaction)

  /// The same with the first piece of its output read, so that a store that fails does before anything
  /// is written.
  func begun() throws -> Interaction {
    guard case .done(var report) = self, case .pieces(let next) = report.output else { return self }
    var first: String?? = .some(try next())
    report.output = .pieces {
      guard let piece = first else { return try next() }
      first = nil
      return piece
    }
    return .done(report)
  }
}
