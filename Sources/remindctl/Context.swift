import Glibc
import Scheduler

/// What a command needs to know of the world; read once, by `main`.
struct Context {
  let moment: Moment
  let local: LocalZone
  let clock: ClockStyle
  let terminal: Terminal
  let speaker: Speaker
  private let home: Places?

  /// - Parameter variable: an environment variable's value.
  init(moment: Moment, terminal: Terminal, variable: (String) -> String?) {
    self.moment = moment
    self.terminal = terminal
    local = .find(tz: variable("TZ"))
    speaker = Speaker(variable: variable)
    speaker.setClockLocale()
    clock = ClockStyle()
    home = Places(variable: variable)
  }

  var now: Instant { moment.now }

  /// What was shown up to then and not answered is history by now.
  var shownAfter: Instant {
    let configuration = home.map { Configuration(path: $0.configuration) } ?? Configuration()
    return Instant(milliseconds: now.milliseconds - configuration.keepOpen)
  }

  func places() throws(Failure) -> Places {
    guard let home else { throw .noHome }
    return home
  }

  /// Milliseconds to wait while another program writes; nobody here writes for that long.
  static let patience: Int32 = 5000

  /// The store to read; nil where there is none yet.
  func reader() throws(Failure) -> ReminderStore? {
    let places = try places()
    return try attempt { () throws(StoreError) in
      try ReminderStore(reading: places, patience: Context.patience)
    }
  }

  /// The store to write, made where it is missing.
  func writer() throws(Failure) -> ReminderStore {
    let places = try places()
    return try attempt { () throws(StoreError) in
      try ReminderStore(writing: places, patience: Context.patience)
    }
  }

  /// The store to write; nil where there is none yet.
  func existingWriter() throws(Failure) -> ReminderStore? {
    if access(try places().store, F_OK) != 0, errno == ENOENT { return nil }
    return try writer()
  }

  func attempt<Result>(_ body: () throws(StoreError) -> Result) throws(Failure) -> Result {
    let places = try places()
    do { return try body() } catch { throw .store(error, places) }
  }

  /// The daemon that serves the store; nil where none runs.
  func daemon() throws(Failure) -> DaemonLock.Holder? { DaemonLock.holder(try places().lock) }
}
