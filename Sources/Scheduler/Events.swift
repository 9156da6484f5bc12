import CivilTime
import Configuration
import Reminders
import Store

// What goes into the engine, and what comes out of it.

/// What the configuration and the command line say.
package struct EngineSettings: Sendable, Equatable {
  package var choice = ChannelChoice.auto
  /// Milliseconds for which a popup stays owed that was accepted on another channel, and for
  /// which what was shown waits for an answer.
  package var keepOpen: Int64 = 24 * 3_600_000
  package var quiet = QuietHours()
  /// Milliseconds after which what is over is forgotten.
  package var history: Int64 = 365 * 24 * 3_600_000
  /// What a reminder is given that does not say otherwise.
  package var defaults = ReminderOptions()
  /// Mailboxes that mail can be sent from.
  package var accounts: [MailAccount] = []
}

extension EngineSettings {
  /// What the command line and the configuration say together.
  package init(_ choice: ChannelChoice, _ configuration: Configuration) {
    self.init(
      choice: choice, keepOpen: configuration.keepOpen, quiet: configuration.quiet,
      history: configuration.history, defaults: configuration.defaults,
      accounts: configuration.accounts)
  }
}

/// Something happened.
package enum EngineEvent: Sendable {
  /// The daemon is ready, the armed instant has come, or there is more to do (`EngineAction.again`).
  case tick
  /// Another program has written the store.
  case storeChanged
  /// The wall clock was set.
  case clockStepped
  /// The system's zone is another one now, or has other rules.
  case zoneChanged(Zone)
  case settingsChanged(EngineSettings)
  /// SIGHUP came: everything is looked at again.
  case lookAgain
  /// What was listened for (`EngineAction.listen`) may have happened.
  case ended(HoldReason)
  case desktop(DesktopState)
  /// A channel is through with a delivery, or learns late what became of one.
  case outcome(delivery: Int64, Outcome)
  /// The mail helper is about to let a delivery's bytes go, and waits for `EngineAction.letMail`.
  case mailBegins(delivery: Int64)
  /// The mail helper is through with a delivery.
  case mailed(delivery: Int64, MailResult)
  /// A notification server said something about a popup, ours or not.
  case popup(PopupID, PopupEvent)
  /// The user is back: the session was unlocked, or left its idleness.
  case userReturned
  /// Hand over nothing more; `EngineAction.stopped` follows when the channels are through.
  case stop

  var isOutcome: Bool { if case .outcome = self { true } else { false } }

  /// Whether it tells what became of a delivery.
  var isResult: Bool { if case .mailed = self { true } else { isOutcome } }
}

/// What is to be done about it, in this order.
package enum EngineAction: Sendable, Equatable {
  /// Hand this over; exactly one `.outcome` must come back.
  case deliver(Alert, Channel)
  /// Hand these over to the desktop as one popup, in the place of another where one is given;
  /// exactly one `.outcome` must come back, of `id`.
  case deliverTogether([Alert], id: Int64, replacing: PopupID?)
  /// Have an open popup show these instead, in silence: no hand-over, they were accepted before.
  /// `.outcome` comes back, of `id`.
  case update(PopupID, [Alert], id: Int64)
  /// The answer to `.mailBegins`; if it must not go, `.mailed` comes all the same.
  case letMail(Int64, go: Bool)
  /// Listen for the end of this, or no longer: `.offline`, `.keyringLocked`.
  case listen(for: HoldReason, Bool)
  /// Tell the user that a mail waits for them to do something, or will never go.
  case mailTrouble(Alert, MailResult)
  /// Take a popup off the screen.
  case withdraw(PopupID)
  /// The store was written: for those who watch.
  case changed
  /// The new zone has moved so many reminders, in all.
  case zoneMoved(Int)
  /// A series keeps to a zone of this name, which cannot be read: its present offset is used.
  case zoneMissing(String)
  /// It can be read again, and what keeps to it is resolved again.
  case zoneFound(String)
  /// Send `.tick` again as soon as other events have had their turn.
  case again
  /// Sleep until this instant and then send `.tick`; nil: nothing is pending.
  case sleep(until: Instant?)
  /// The store cannot be written: what is due is delivered once, from memory.
  case storeFailed(StoreError)
  case storeRecovered
  /// Standard output cannot be written, and what is to be printed waits.
  case outputFailed(HoldReason)
  /// It can be written again.
  case outputRecovered
  /// Something waits for a standard output that no program reads, and nothing else shows it: another
  /// daemon would have another.
  case outputMissed
  /// End, so that another start serves the store: its files were taken away or replaced, it is damaged, or a
  /// later program owns it now.
  case restart(because: StoreError)
  /// Everything that was handed over is recorded: the daemon may end.
  case stopped
}
