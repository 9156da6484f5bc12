import CNotify
import Glibc
import Reminders
import Scheduler

/// What the desktop channel has to tell.
enum DesktopEvent: Sendable, Equatable {
  /// Told when it changes; `.ready` also after each `.unknown` outcome, once the server answers.
  case state(DesktopState)
  /// What a server says of a popup, ours or not.
  case popup(PopupID, PopupEvent)
  /// The user is back: the session was unlocked, or its screen is used again.
  case userReturned
  /// A keyring may be open now.
  case keyringOpened
  /// Exactly one for each hand-over.
  case outcome(delivery: Int64, Outcome)
  /// What became of a hand-over whose outcome was `.unknown`, if the server answered after all:
  /// `.accepted` or `.held(.refused)`. It comes before the `.ready` that ends that silence.
  case late(delivery: Int64, Outcome)
}

/// Shows popups through libnotify, on a thread of its own that owns libnotify and the session bus.
///
/// One hand-over is taken up at a time: the server is asked who it is, and given 200 milliseconds,
/// then the popup is shown. An outcome comes at most 5 seconds after the one before it (2 for a
/// server that has to be started, 2 if it stops in the middle), and a server that is found not
/// to answer holds everything handed over so far at once.
final class DesktopChannel: Sendable {
  let address: BusAddress
  let systemAddress: BusAddress
  let report: @Sendable (DesktopEvent) -> Void
  /// What was handed over and not yet taken up, in order; nil once the channel is stopped.
  let inbox = Mutex<[Popup]?>([])
  /// GLib's contexts and loops may be touched from any thread.
  private nonisolated(unsafe) let context: OpaquePointer
  private nonisolated(unsafe) let loop: OpaquePointer
  /// Of the GLib thread alone.
  private nonisolated(unsafe) var link: DesktopLink?

  /// Call it before there are other threads: it writes the environment, where GLib and libnotify
  /// look for the bus. One channel a process: libnotify is one too.
  /// - Parameters:
  ///   - environment: a variable's value; those that say where the buses are are asked for.
  ///   - report: called on the channel's thread.
  init(environment: (String) -> String?, report: @escaping @Sendable (DesktopEvent) -> Void) {
    address = BusAddress(
      session: environment("DBUS_SESSION_BUS_ADDRESS"),
      runtimeFolder: environment("XDG_RUNTIME_DIR"), user: getuid())
    systemAddress = BusAddress(system: environment("DBUS_SYSTEM_BUS_ADDRESS"))
    self.report = report
    context = g_main_context_new()
    loop = g_main_loop_new(context, 0)
    setenv("DBUS_SESSION_BUS_ADDRESS", address.text, 1)
    // Started from the terminal of a confined program, libnotify would take us for its part.
    setenv("NOTIFY_IGNORE_PORTAL", "1", 1)
  }

  /// Starts the thread and returns. The first report is a state, after at most 2 seconds.
  func start() {
    // Signals are the main program's: whatever thread GLib starts inherits this mask.
    var blocked = sigset_t()
    var before = sigset_t()
    sigfillset(&blocked)
    for fault in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP] { sigdelset(&blocked, fault) }
    pthread_sigmask(SIG_BLOCK, &blocked, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { channel in
        Unmanaged<DesktopChannel>.fromOpaque(channel!).takeRetainedValue().run()
        return nil
      }, Unmanaged.passRetained(self).toOpaque())
    precondition(code == 0, "no thread for the desktop: \(code)")
    pthread_detach(thread)
  }

  /// Hands over one popup. Returns at once; the outcome is reported.
  func deliver(_ popup: Popup) {
    let isOpen = inbox.withLock { popups in
      popups?.append(popup)
      return popups != nil
    }
    if isOpen { wake { $0.handleWork() } } else { report(popup, .held(.interrupted)) }
  }

  /// Takes a popup off the screen, if its server is still there. Returns at once.
  func withdraw(_ popup: PopupID) { wake { $0.withdraw(popup) } }

  /// A reminder is due and no server is known that could show it: has the bus try once more to start a
  /// server, which on many desktops cannot start before the screen is there. Nothing announces that
  /// moment, so the next reminder is the event. Does nothing in any other state.
  func lookAgain() { wake { $0.lookAgain() } }

  /// Tells from now on when a keyring opens, or no longer.
  func listenForKeyring(_ isOn: Bool) { wake { $0.listenForKeyring(isOn) } }

  /// Ends the thread as soon as it is not inside a call, and does not wait for it. What was handed
  /// over and not yet sent is held by this (`.interrupted`, reported before it returns); the one
  /// that is being shown may still get its outcome, or not.
  func stop() {
    let rest = inbox.withLock { popups in
      defer { popups = nil }
      return popups ?? []
    }
    for popup in rest { report(popup, .held(.interrupted)) }
    g_main_loop_quit(loop)
  }

  private func report(_ popup: Popup, _ outcome: Outcome) {
    report(.outcome(delivery: popup.delivery, outcome))
  }

  private func run() {
    g_main_context_push_thread_default(context)
    let answers = NotifyAnswers { [self] in wake { $0.handleWork() } }
    let link = DesktopLink(of: self, answers)
    self.link = link
    link.start()
    g_main_loop_run(loop)
    self.link = nil
    g_main_context_pop_thread_default(context)
  }

  /// Has the thread do something: never at once, even if it is the thread itself that calls, in
  /// the middle of a report.
  private func wake(_ body: @escaping @Sendable (DesktopLink) -> Void) {
    EventSource.wake(context) { [self] in if let link { body(link) } }
  }
}
