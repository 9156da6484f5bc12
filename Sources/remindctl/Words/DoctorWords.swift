import Scheduler

// The sentences of `Words` about what `doctor` finds, in the order in which it looks.

extension Words.Help {
  static let doctorSummary = Message("Look whether reminders will come, and say what is in the way")
  static let doctorDetails = Message(
    """
    Each line says how something is: ok, note (worth knowing), problem (a reminder would be lost, or
    come late) or not known; below it is the command that mends it, where there is one. It exits with 1
    where there is a problem. With --popup a popup is shown by the notification server that remindd
    uses. Nothing is changed but with --repair, which puts what can be read of a damaged store into a
    new one, and keeps the damaged file.
    """)
  static let popup = Message("show a popup, to see that it comes")
  static let repair = Message("save what can be read of a damaged store")
}

extension Words {
  static func state(_ state: Finding.State) -> String {
    switch state {
    case .ok: tr("ok")
    case .note: tr("note")
    case .problem: tr("problem")
    case .unknown: tr("not known")
    }
  }
  static var allWell: String { tr("Reminders will come.") }
  static func problems(_ count: Int) -> String {
    tr(count, "There is {n} problem.", "There are {n} problems.")
  }

  // The daemon and its service

  static var nothingRuns: String { tr("remindd is not running: nothing is shown until it is.") }
  /// - Parameter why: as remindd told its manager.
  static func daemonWaits(_ restarts: UserManager.Restarts) -> String {
    let waits = tr(
      "remindd waits, and nothing is shown until it can go on: {why}.",
      ["why": VisibleText.line(restarts.why)])
    return restarts.count == 0 ? waits : waits + " " + unitRestarted(restarts.count)
  }
  /// - Parameter path: of remindd's lock.
  static func lockIsNoFile(_ path: String) -> String {
    tr("remindd cannot run: {path} is no file, and nothing is shown.", ["path": path])
  }
  static func lockCannotBeTaken(_ path: String, _ reason: String) -> String {
    tr(
      "remindd cannot run: {path} cannot be written ({error}), and nothing is shown.",
      ["path": path, "error": reason])
  }
  static func daemonUnknown(_ path: String, _ reason: String) -> String {
    tr(
      "Whether remindd runs cannot be seen: {path} cannot be read ({error}).",
      ["path": path, "error": reason])
  }
  static func daemonStopped(_ process: String) -> String {
    tr("remindd (process {process}) is stopped, and shows nothing.", ["process": process])
  }
  static func otherVersion(_ version: String) -> String {
    tr("This is remindctl {version}: started anew, remindd would be it too.", ["version": version])
  }
  static var noSystemd: String {
    tr(
      "There is no systemd here: start `remindd &` at each login, from ~/.profile, say."
    )
  }
  static var noManager: String {
    tr("No service manager of yours answers: nothing starts remindd when you log in.")
  }
  static var unitMasked: String { tr("The service is masked: it cannot be started.") }
  static var unitAbsent: String {
    tr(
      "The service is not installed: the package, or `make install`, brings it."
    )
  }
  static var unitElsewhere: String {
    tr(
      "The service serves another store: start `remindd &` for this one at each login."
    )
  }
  static var unitFailed: String { tr("The service has failed, and is not tried again.") }
  static var unitDisabled: String {
    tr("The service is not enabled: nothing starts remindd when you log in.")
  }
  static var unitChanged: String {
    tr("The service's file has changed, and its manager has not read it yet.")
  }
  static var unitInactive: String {
    tr("The service is enabled, and remindd was started by something else this time.")
  }
  static func unitRestarted(_ count: Int) -> String {
    tr(
      count, "The service is enabled; it has had to be started anew {n} time.",
      "The service is enabled; it has had to be started anew {n} times.")
  }
  static var unitEnabled: String { tr("The service is enabled: remindd starts when you log in.") }
  static var linger: String {
    tr("remindd starts with the machine, and goes on when you are logged out.")
  }
  static var noLinger: String {
    tr("remindd ends when you log out; what is due then comes when you log in again.")
  }
  static var noLogind: String { tr("Nobody says what becomes of remindd when you log out.") }
  static var fencesUp: String { tr("The service has all the fences that there are.") }
  static var fencesImpossible: String {
    tr("The service has its usual fences; this machine lets users have no more.")
  }
  static var fencesPossible: String {
    tr("The service has its usual fences; this machine would let it have more.")
  }

  static var fencesElsewhere: String {
    tr(
      "The service could have more fences: those of hardening.conf, which is not here."
    )
  }

  // The desktop

  static var noBusAtScreen: String {
    tr("There is a screen and no session bus: no popups until you log in anew.")
  }
  static var noBusHere: String {
    tr("There is a screen and no session bus: popups cannot be shown.")
  }
  static var noBus: String {
    tr(
      "No session bus: reminders are printed where remindd runs, popups follow at a desktop."
    )
  }
  static var noBusTool: String {
    tr("Neither busctl nor gdbus is here: who shows popups is not known.")
  }
  static var silentBus: String {
    tr("The session bus does not answer: popups wait until it does, or until you log in anew.")
  }
  static var busAnswers: String { tr("The session bus answers.") }
  static var serverStartable: String {
    tr(
      "No notification server runs; the bus could start one, which has not been tried.")
  }
  static var noServer: String {
    tr(
      "No notification server runs: reminders are printed, and popups follow at a desktop."
    )
  }
  static var noServerHere: String {
    tr("No notification server (dunst, mako or another) runs: popups wait until one does.")
  }
  static var silentServer: String {
    tr("The notification server does not answer: popups wait until it does.")
  }
  static func serverWithoutButtons(_ name: String) -> String {
    tr(
      "Popups are shown by {name}, without buttons: answer with remindctl done or snooze.",
      ["name": name])
  }
  static func serverAnswers(_ name: String) -> String {
    tr("Popups are shown by {name}.", ["name": name])
  }
  static var testPopup: String { tr("Reminders are shown like this.") }
  static var popupShown: String { tr("A popup was shown; it closes by itself.") }
  static var popupNotTaken: String {
    tr("The notification server did not take a popup; started anew it may.")
  }
  static var serverNotStarted: String {
    tr(
      "The bus could start no notification server: popups wait until one runs."
    )
  }
  static var serverPlays: String { tr("Sounds are played by the notification server.") }
  static func programPlays(_ program: String) -> String {
    tr("Sounds are played by {program}.", ["program": program])
  }
  static var noSound: String { tr("Sounds are not played: no program here does.") }
  static func programSpeaks(_ program: String) -> String {
    tr("What is to be read aloud is said by {program}.", ["program": program])
  }
  static var noSpeech: String { tr("Nothing is read aloud: no program here does.") }
}
