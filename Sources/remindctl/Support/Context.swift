import CivilTime
import Configuration
import Glibc
import Localization
import Store
import TimeLanguage

/// What a command needs to know of the world; read once, by `main`.
struct Context {
  private(set) var moment: ClockReading
  /// The zone in which times are read and said: the user's, or the one that was asked for.
  private(set) var local: LocalZone
  /// The user's zone.
  let home: LocalZone
  private(set) var clock: ClockStyle
  /// Whether sentences are made to be read aloud: no short forms.
  private(set) var isSpoken = false
  let terminal: Terminal
  private(set) var language: LanguagePreference
  private let folders: Paths?
  private let again: @Sendable () -> Context?
  /// Whether there is another store where one failed: it was repaired, which is said, or another file
  /// took its place.
  let mend: @Sendable (any Error) throws -> Bool
  /// An environment variable's value.
  let variable: @Sendable (String) -> String?

  /// - Parameters:
  ///   - locale: the user's.
  ///   - variable: an environment variable's value.
  ///   - mend: mends a store that failed, if it can.
  ///   - again: the same world later on, for commands that go on; nil if there is none.
  init(
    moment: ClockReading, terminal: Terminal, locale: UserLocale,
    variable: @escaping @Sendable (String) -> String?,
    mend: @escaping @Sendable (any Error) throws -> Bool = { _ in false },
    again: @escaping @Sendable () -> Context? = { nil }
  ) {
    self.variable = variable
    self.moment = moment
    self.mend = mend
    self.again = again
    self.terminal = terminal
    home = .find(tz: variable("TZ"))
    local = home
    language = LanguagePreference(locale)
    clock = ClockStyle()
    folders = Paths(variable: variable)
  }

  var now: Instant { moment.now }

  /// The world as it is by now.
  var renewed: Context { again() ?? self }

  /// The user's configuration, read each time; the daemon reports what is wrong in it.
  var configuration: Configuration {
    folders.map { Configuration(path: $0.configuration) } ?? Configuration()
  }

  /// What was shown up to then and not answered is history by now.
  var shownAfter: Instant {
    Instant(milliseconds: now.milliseconds - configuration.keepOpen)
  }

  /// The zone that the daemon and floating wall times follow, not TZ.
  var systemZone: Zone { home.isPinned ? LocalZone.system().zone : home.zone }

  /// The same world with the clocks of `zone`, to which wall times keep.
  func pinned(to zone: Zone) -> Context { copy { $0.local = LocalZone(pinnedTo: zone) } }

  /// The same world on the user's own clocks.
  var atHome: Context { copy { $0.local = home } }

  /// The same world for those who listen.
  var spoken: Context {
    copy {
      $0.clock = clock.spoken
      $0.isSpoken = true
    }
  }

  /// The same world where `language` is read first.
  func preferring(_ language: Language) -> Context { copy { $0.language.first = language } }

  /// The same world at another time.
  func at(_ now: Instant) -> Context { copy { $0.moment.now = now } }

  private func copy(_ change: (inout Context) -> Void) -> Context {
    var context = self
    change(&context)
    return context
  }

  func paths() throws -> Paths {
    guard let folders else { throw Failure.noHome }
    return folders
  }

  /// Milliseconds to wait while another program writes; no transaction of ours takes that long.
  static let patience: Int32 = 5000

  /// The store to read; nil if there is none yet.
  func reader() throws -> ReminderStore? {
    try ReminderStore(reading: try paths(), patience: Context.patience)
  }

  /// The store to write, made if it is missing.
  func writer() throws -> ReminderStore {
    try ReminderStore(writing: try paths(), patience: Context.patience)
  }

  /// The store to write; nil if there is none yet.
  func existingWriter() throws -> ReminderStore? {
    try paths().hasStore() ? try writer() : nil
  }

  /// The folder of the user's sockets (XDG Base Directory Specification); if it is not set, as
  /// after su(1) and in jobs of cron's, the one that systemd makes.
  static func runtimeFolder(_ variable: (String) -> String?) -> String {
    if let folder = variable("XDG_RUNTIME_DIR"), folder.hasPrefix("/") { return folder }
    return "/run/user/\(geteuid())"
  }

  /// The daemon that serves the store; nil if none runs.
  func daemon() throws -> DaemonLock.Holder? { try keeper().daemon }

  /// Who holds the daemon's lock.
  func keeper() throws -> DaemonLock.Keeper { DaemonLock.keeper(try paths().lock) }

  /// Whether a daemon serves the store.
  func isServed() throws -> Bool { try daemon() != nil }
}

/// The user's language and habits, as the environment names them.
struct LanguagePreference: Sendable {
  let locale: UserLocale
  /// The language that is read first: the user's own if it is one of them, otherwise English.
  var first: Language?

  init(_ locale: UserLocale) {
    self.locale = locale
    first = locale.language
  }

  /// Every language that times are understood in.
  var languages: [Language] {
    guard let first else { return Language.allCases }
    return [first] + Language.allCases.filter { $0 != first }
  }
}
