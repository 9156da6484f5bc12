import Glibc
import Localization
import Scheduler
import Store

extension CheckRow {
  /// Whether popups are shown.
  static var desktop: [CheckRow] {
    [
      CheckRow(
        .bus, .note, "absent", if: { !$0.hasBus && !$0.hasScreen },
        tr("No session bus: reminders are printed where remindd runs, popups follow at a desktop.")),
      CheckRow(.bus, .problem, "absent") { system in
        guard !system.hasBus else { return nil }
        let fix =
          access("/usr/lib/systemd/user/dbus.socket", F_OK) == 0
          ? system.manager.map { _ in "systemctl --user start dbus.socket" }
          : Fix.install("dbus-user-session")
        return Answer(
          fix == nil
            ? tr("There is a screen and no session bus: no popups until you log in anew.")
            : tr("There is a screen and no session bus: popups cannot be shown."), fix: fix)
      },
      CheckRow(
        .bus, .unknown, "no-busctl", if: { $0.bus == nil },
        tr("Neither busctl nor gdbus is here: who shows popups is not known."),
        fix: Fix.install("libglib2.0-bin")),
      CheckRow(
        .bus, .problem, "silent", if: { $0.desktop == nil },
        tr("The session bus does not answer: popups wait until it does, or until you log in anew.")),
      CheckRow(.bus, .ok, "answers", if: { _ in true }, tr("The session bus answers.")),

      CheckRow(.server, .note, "startable") { system in
        guard let desktop = system.desktop, !desktop.isRunning, desktop.canStart,
          !desktop.isPopupMissing
        else { return nil }
        return Answer(
          tr("No notification server runs; the bus could start one, which has not been tried."),
          fix: "remindctl doctor --popup")
      },
      CheckRow(.server, .note, "absent") { system in
        guard let desktop = system.desktop, !desktop.isRunning, !desktop.canStart,
          !system.hasScreen
        else { return nil }
        return Answer(
          tr("No notification server runs: reminders are printed, and popups follow at a desktop."))
      },
      CheckRow(.server, .problem, "absent") { system in
        guard let desktop = system.desktop, !desktop.isRunning, !desktop.canStart else {
          return nil
        }
        return Answer(
          tr("No notification server (dunst, mako or another) runs: popups wait until one does."),
          fix: Fix.has("dunst") ? "dunst &" : Fix.install("dunst"))
      },
      CheckRow(.server, .problem, "silent") { system in
        guard let desktop = system.desktop, desktop.isRunning, desktop.server == nil else {
          return nil
        }
        let fix = desktop.process.map { process in
          SystemSnapshot.state(of: process) == "T" ? "kill -CONT \(process)" : "kill \(process)"
        }
        return Answer(
          tr("The notification server does not answer: popups wait until it does."), fix: fix)
      },
      CheckRow(.server, .note, "no-buttons") { system in
        guard let server = system.desktop?.server, !server.hasButtons else { return nil }
        return Answer(Messages.serverWithoutButtons(server.name), server.facts)
      },
      CheckRow(.server, .ok, "answers") { system in
        system.desktop?.server.map { Answer(Messages.serverAnswers($0.name), $0.facts) }
      },

      CheckRow(
        .popup, .ok, "shown", if: { $0.desktop?.isPopupShown == true },
        tr("A popup was shown; it closes by itself.")),
      CheckRow(.popup, .problem, "not-shown") { system in
        guard let desktop = system.desktop, desktop.isPopupMissing else { return nil }
        return desktop.isRunning
          ? Answer(
            tr("The notification server did not take a popup; started anew it may."),
            fix: desktop.process.map { "kill \($0)" })
          : Answer(tr("The bus could start no notification server: popups wait until one runs."))
      },
    ]
  }
}
