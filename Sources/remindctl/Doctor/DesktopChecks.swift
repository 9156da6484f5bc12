import Glibc
import Reminders
import Scheduler
import System

/// Whether popups are shown, with what goes with them.
extension Patient {
  /// What there is to say of the bus and its notification server.
  /// - Parameter showsPopup: whether the user asked to see one.
  func desktopFindings(showsPopup: Bool) -> [Finding] {
    guard SessionBus.isThere(variable) else {
      guard hasScreen else { return [Finding(.bus, .note, "absent", Words.noBus)] }
      let isInstalled = access("/usr/lib/systemd/user/dbus.socket", F_OK) == 0
      let command =
        isInstalled
        ? manager.map { _ in "systemctl --user start dbus.socket" }
        : Remedy.install("dbus-user-session")
      return [
        Finding(
          .bus, .problem, "absent", command == nil ? Words.noBusAtScreen : Words.noBusHere,
          command: command)
      ]
    }
    guard SessionBus.program != nil, let bus = SessionBus(variable, context) else {
      return [
        Finding(
          .bus, .unknown, "no-busctl", Words.noBusTool, command: Remedy.install("libglib2.0-bin"))
      ]
    }
    guard let isThere = bus.hasOwner(SessionBus.server) else {
      return [Finding(.bus, .problem, "silent", Words.silentBus)]
    }
    var findings = [Finding(.bus, .ok, "answers", Words.busAnswers)]
    // A popup on request starts a server that is only started when it is needed.
    let isShown =
      showsPopup
      ? bus.notify(
        summary: "remindctl doctor", body: Words.testPopup, milliseconds: 10_000) : false
    let isRunning = isThere || isShown
    let information = isRunning ? bus.serverInformation() : nil
    let capabilities = information.flatMap { _ in bus.capabilities() }
    // What was tried is known; what could be is not worth a line beside it.
    let isInVain = showsPopup && !isShown
    if isRunning || !isInVain || !bus.canStart(SessionBus.server) {
      findings.append(serverFinding(bus, isRunning: isRunning, information, capabilities))
    }
    if isShown {
      findings.append(Finding(.popup, .ok, "shown", Words.popupShown))
    } else if isInVain {
      findings.append(
        Finding(
          .popup, .problem, "not-shown",
          isRunning ? Words.popupNotTaken : Words.serverNotStarted,
          command: isRunning ? bus.process(of: SessionBus.server).map { "kill \($0)" } : nil))
    }
    return findings + [soundFinding(capabilities)]
  }

  private func serverFinding(
    _ bus: SessionBus, isRunning: Bool, _ information: [String]?, _ capabilities: [String]?
  ) -> Finding {
    guard isRunning else {
      if bus.canStart(SessionBus.server) {
        return Finding(
          .server, .note, "startable", Words.serverStartable, command: "remindctl doctor --popup")
      }
      guard hasScreen else { return Finding(.server, .note, "absent", Words.noServer) }
      return Finding(
        .server, .problem, "absent", Words.noServerHere,
        command: Remedy.has("dunst") ? "dunst &" : Remedy.install("dunst"))
    }
    guard let information, information.count > 2, let capabilities else {
      let process = bus.process(of: SessionBus.server)
      let command = process.map { process in
        Patient.state(of: process) == "T" ? "kill -CONT \(process)" : "kill \(process)"
      }
      return Finding(.server, .problem, "silent", Words.silentServer, command: command)
    }
    let facts: [(name: String, value: JSON)] = [
      ("server", .string(information[0])), ("version", .string(information[2])),
      ("capabilities", .array(capabilities.map(JSON.string))),
    ]
    let name = VisibleText.line(information[0] + " " + information[2])
    guard capabilities.contains("actions") else {
      return Finding(.server, .note, "no-buttons", Words.serverWithoutButtons(name), facts)
    }
    return Finding(.server, .ok, "answers", Words.serverAnswers(name), facts)
  }

  /// - Parameter capabilities: of the server; nil where it did not answer.
  private func soundFinding(_ capabilities: [String]?) -> Finding {
    if capabilities?.contains("sound") == true {
      return Finding(.sound, .ok, "server", Words.serverPlays)
    }
    guard !Remedy.has("canberra-gtk-play") else {
      return Finding(.sound, .ok, "program", Words.programPlays("canberra-gtk-play"))
    }
    return Finding(
      .sound, .note, "absent", Words.noSound, command: Remedy.install("gnome-session-canberra"))
  }

  var speechFinding: Finding {
    guard !Remedy.has("spd-say") else {
      return Finding(.speech, .ok, "program", Words.programSpeaks("spd-say"))
    }
    return Finding(
      .speech, .note, "absent", Words.noSpeech, command: Remedy.install("speech-dispatcher"))
  }
}
