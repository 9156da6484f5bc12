import Glibc
import Scheduler

/// Whether popups are shown, with what goes with them.
extension Patient {
  /// What there is to say of the bus and its notification server.
  /// - Parameter showsPopup: whether the user asked to see one.
  func desktopFindings(showsPopup: Bool) -> [Finding] {
    guard SessionBus.isThere(variable) else {
      return [
        hasScreen
          ? Finding(.bus, .problem, "absent", Words.noBusHere)
          : Finding(.bus, .note, "absent", Words.noBus)
      ]
    }
    guard SessionBus.program != nil, let bus = SessionBus(variable, context) else {
      return [Finding(.bus, .unknown, "no-busctl", Words.noBusTool)]
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
    findings.append(serverFinding(bus, isRunning: isRunning, information, capabilities))
    if showsPopup {
      findings.append(
        isShown
          ? Finding(.popup, .ok, "shown", Words.popupShown)
          : Finding(.popup, .problem, "not-shown", Words.popupNotShown))
    }
    return findings + [soundFinding(capabilities)]
  }

  private func serverFinding(
    _ bus: SessionBus, isRunning: Bool, _ information: [String]?, _ capabilities: [String]?
  ) -> Finding {
    guard isRunning else {
      if bus.canStart(SessionBus.server) {
        return Finding(.server, .ok, "startable", Words.serverStartable)
      }
      return Finding(
        .server, hasScreen ? .problem : .note, "absent",
        hasScreen ? Words.noServerHere : Words.noServer,
        command: hasScreen && ChildProcess.path(of: "apt") != nil ? "sudo apt install dunst" : nil)
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
    guard ChildProcess.path(of: "canberra-gtk-play") == nil else {
      return Finding(.sound, .ok, "program", Words.programPlays("canberra-gtk-play"))
    }
    return Finding(
      .sound, .note, "absent", Words.noSound,
      command: ChildProcess.path(of: "apt").map { _ in "sudo apt install gnome-session-canberra" })
  }

  var speechFinding: Finding {
    guard ChildProcess.path(of: "spd-say") == nil else {
      return Finding(.speech, .ok, "program", Words.programSpeaks("spd-say"))
    }
    return Finding(
      .speech, .note, "absent", Words.noSpeech,
      command: ChildProcess.path(of: "apt").map { _ in "sudo apt install speech-dispatcher" })
  }
}
