import Glibc
import Localization
import Reminders
import System

/// Whether popups are shown.
extension SystemSnapshot {
  var desktopChecks: [Check] {
    guard SessionBus.isThere(variable) else { return [noBus] }
    guard let bus = SessionBus(variable) else {
      return [
        Check(
          .bus, .unknown, "no-busctl",
          tr("Neither busctl nor gdbus is here: who shows popups is not known."),
          fix: Fix.install("libglib2.0-bin"))
      ]
    }
    guard let isThere = bus.hasOwner(SessionBus.server) else {
      return [
        Check(
          .bus, .problem, "silent",
          tr(
            "The session bus does not answer: popups wait until it does, or until you log in anew.")
        )
      ]
    }
    let answers = Check(.bus, .ok, "answers", tr("The session bus answers."))
    // A popup on request starts a server that is only started when it is needed.
    let isShown =
      showsPopup
      && bus.notify(
        summary: "remindctl doctor", body: tr("Reminders are shown like this."),
        milliseconds: 10_000)
    let server = isThere || isShown ? runningServer(bus) : noServer(bus)
    let popup = showsPopup ? popup(isShown: isShown, isThere: isThere, bus) : nil
    return [answers, server, popup].compactMap(\.self)
  }

  private func popup(isShown: Bool, isThere: Bool, _ bus: SessionBus) -> Check {
    guard !isShown else {
      return Check(.popup, .ok, "shown", tr("A popup was shown; it closes by itself."))
    }
    return isThere
      ? Check(
        .popup, .problem, "not-shown",
        tr("The notification server did not take a popup; started anew it may."),
        fix: bus.process(of: SessionBus.server).map { "kill \($0)" })
      : Check(
        .popup, .problem, "not-shown",
        tr("The bus could start no notification server: popups wait until one runs."))
  }

  /// Whether the user sits at a screen.
  private var hasScreen: Bool {
    ["WAYLAND_DISPLAY", "DISPLAY"].contains { !(context.variable($0) ?? "").isEmpty }
  }

  private var noBus: Check {
    guard hasScreen else {
      return Check(
        .bus, .note, "absent",
        tr("No session bus: reminders are printed where remindd runs, popups follow at a desktop."))
    }
    let fix =
      access("/usr/lib/systemd/user/dbus.socket", F_OK) == 0
      ? manager.map { _ in "systemctl --user start dbus.socket" }
      : Fix.install("dbus-user-session")
    return Check(
      .bus, .problem, "absent",
      fix == nil
        ? tr("There is a screen and no session bus: no popups until you log in anew.")
        : tr("There is a screen and no session bus: popups cannot be shown."), fix: fix)
  }

  /// No server runs. One that the bus could start and that showed no popup is told with that.
  private func noServer(_ bus: SessionBus) -> Check? {
    guard !bus.canStart(SessionBus.server) else {
      return showsPopup
        ? nil
        : Check(
          .server, .note, "startable",
          tr("No notification server runs; the bus could start one, which has not been tried."),
          fix: "remindctl doctor --popup")
    }
    return hasScreen
      ? Check(
        .server, .problem, "absent",
        tr("No notification server (dunst, mako or another) runs: popups wait until one does."),
        fix: Fix.has("dunst") ? "dunst &" : Fix.install("dunst"))
      : Check(
        .server, .note, "absent",
        tr("No notification server runs: reminders are printed, and popups follow at a desktop."))
  }

  private func runningServer(_ bus: SessionBus) -> Check {
    guard let information = bus.serverInformation(), information.count > 2,
      let capabilities = bus.capabilities()
    else {
      return Check(
        .server, .problem, "silent",
        tr("The notification server does not answer: popups wait until it does."),
        fix: bus.process(of: SessionBus.server).map { process in
          SystemSnapshot.state(of: process) == "T" ? "kill -CONT \(process)" : "kill \(process)"
        })
    }
    let name = VisibleText.line(information[0] + " " + information[2])
    let facts: JSON.Members = [
      ("server", .string(information[0])), ("version", .string(information[2])),
      ("capabilities", .array(capabilities.map(JSON.string))),
    ]
    return capabilities.contains("actions")
      ? Check(.server, .ok, "answers", tr("Popups are shown by {name}.", ["name": name]), facts)
      : Check(
        .server, .note, "no-buttons",
        tr(
          "Popups are shown by {name}, without buttons: answer with remindctl done or snooze.",
          ["name": name]), facts)
  }
}
