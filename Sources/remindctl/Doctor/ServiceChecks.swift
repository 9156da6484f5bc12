import Glibc
import Scheduler

/// Whether a daemon runs, and will run again.
extension Patient {
  var daemonFinding: Finding {
    if case .other(let process) = keeper {
      return Finding(
        .daemon, .problem, "locked-out", Words.barred(process),
        command: process.map { "kill \($0)" } ?? places.flatMap(Patient.whoHolds))
    }
    guard let daemon else {
      let isInstalled = unit.map { $0["LoadState"] == "loaded" } ?? false
      let command = isInstalled && isServiceOurs ? "systemctl --user restart remindd" : "remindd &"
      if let finding = lockFinding(before: command) { return finding }
      if isServiceOurs, let unit, let restarts = UserManager.Restarts(unit) {
        return Finding(
          .daemon, .problem, "waiting", Words.daemonWaits(restarts),
          command: "systemctl --user reload-or-restart remindd",
          [("status", .string(restarts.why)), ("restarts", .number(Int64(restarts.count)))])
      }
      return Finding(.daemon, .problem, "absent", Words.nothingRuns, command: command)
    }
    // One that starts writes who it is in the next moment.
    guard daemon.process > 0 else { return Finding(.daemon, .ok, "running", Words.servingUnnamed) }
    let version = VisibleText.line(daemon.version)
    let facts: [(name: String, value: JSON)] = [
      ("version", .string(daemon.version)), ("pid", .number(Int64(daemon.process))),
    ]
    let process = String(daemon.process)
    if Patient.state(of: daemon.process) == "T" {
      return Finding(
        .daemon, .problem, "stopped", Words.daemonStopped(process),
        command: "kill -CONT \(process)", facts)
    }
    let serving = Words.serving(
      version: version, since: context.dateAndTime(at: daemon.since), process: process)
    guard daemon.version == Product.version else {
      return Finding(
        .daemon, .note, "other-version",
        serving + " " + Words.otherVersion(Product.version),
        command: restart(daemon.process), facts)
    }
    return Finding(.daemon, .ok, "running", serving, facts)
  }

  /// A lock that no daemon could take, or nobody can see; nil where one could.
  /// - Parameter start: what starts a daemon.
  private func lockFinding(before start: String) -> Finding? {
    guard let path = places?.lock else { return nil }
    var status = stat()
    guard lstat(path, &status) == 0 else {
      guard errno == EACCES else { return nil }
      return Finding(
        .daemon, .unknown, "not-known",
        Words.daemonUnknown(VisibleText.line(path), Words.system(EACCES)))
    }
    let away = Remedy.move(path)
    // A link is not followed, wherever it leads.
    guard status.st_mode & S_IFMT == S_IFREG else {
      return Finding(
        .daemon, .problem, "lock-unusable", Words.lockIsNoFile(VisibleText.line(path)),
        command: "\(away) && \(start)")
    }
    guard let hindrance = Hindrance(to: path, R_OK | W_OK), hindrance.isClosed else { return nil }
    return Finding(
      .daemon, .problem, "lock-unusable",
      Words.lockCannotBeTaken(VisibleText.line(path), Words.system(hindrance.errno)),
      // In a folder of the user's own, whoever the file belongs to.
      command: "\(hindrance.command ?? away) && \(start)")
  }

  /// Who has the daemon's lock open; nil where nothing tells.
  private static func whoHolds(_ places: Places) -> String? {
    Remedy.has("fuser") ? "fuser -v \(Remedy.quoted(places.lock))" : nil
  }

  /// The unit: whether it is there, comes with each login, and is well.
  var serviceFinding: Finding {
    let otherwise: Finding.State = daemon == nil ? .problem : .note
    guard let unit else {
      // Of systemd there may be the programs alone.
      guard Remedy.has("systemctl"), Remedy.isSystemd else {
        return Finding(
          .service, Remedy.has("systemctl") ? otherwise : .unknown,
          Remedy.has("systemctl") ? "no-manager" : "no-systemd", Words.noSystemd)
      }
      return Finding(
        .service, otherwise, "no-manager", Words.noManager,
        command: Remedy.asRoot("systemctl start user@\(geteuid()).service"))
    }
    switch unit["LoadState"] {
    case "loaded": break
    case "masked":
      return Finding(
        .service, otherwise, "masked", Words.unitMasked, command: "systemctl --user unmask remindd")
    default: return Finding(.service, otherwise, "absent", Words.unitAbsent)
    }
    guard isServiceOurs else { return Finding(.service, .note, "other-store", Words.unitElsewhere) }
    if unit["ActiveState"] == "failed" {
      return Finding(
        .service, .problem, "failed", Words.unitFailed,
        command: "journalctl --user -u remindd -n 20; systemctl --user restart remindd")
    }
    guard let file = unit["UnitFileState"], file.hasPrefix("enabled") else {
      return Finding(
        .service, .problem, "disabled", Words.unitDisabled,
        command: "systemctl --user enable remindd")
    }
    if unit["NeedDaemonReload"] == "yes" {
      return Finding(
        .service, .note, "changed", Words.unitChanged, command: "systemctl --user daemon-reload")
    }
    // The service waits for the end of another one.
    let isAnother = daemon.map { $0.process > 0 && unit["MainPID"] != String($0.process) } ?? false
    if daemon != nil, unit["ActiveState"] != "active" || isAnother {
      return Finding(
        .service, .note, "by-hand", Words.unitInactive,
        command: daemon.map { "kill \($0.process); sleep 1; systemctl --user start remindd" })
    }
    if let restarts = unit["NRestarts"].flatMap({ Int($0) }), restarts > 0 {
      return Finding(
        .service, .note, "restarted", Words.unitRestarted(restarts),
        command: "journalctl --user -u remindd -p warning")
    }
    return Finding(.service, .ok, "enabled", Words.unitEnabled)
  }

  /// Whether it goes on after the last logout.
  var loginFinding: Finding {
    let user = String(geteuid())
    guard let text = Tool().run(["loginctl", "show-user", user, "-p", "Linger"]).output else {
      return Finding(.login, .unknown, "no-logind", Words.noLogind)
    }
    return text.contains("yes")
      ? Finding(.login, .ok, "linger", Words.linger)
      : Finding(.login, .note, "no-linger", Words.noLinger, command: "loginctl enable-linger")
  }

  /// The fences that not every machine can have; nil where there is no unit that could have them.
  var fencesFinding: Finding? {
    guard let unit, unit["LoadState"] == "loaded", let yes = unit["PrivateUsers"] else {
      return nil
    }
    if yes == "yes" { return Finding(.fences, .ok, "namespaces", Words.fencesUp) }
    guard Tool().run(["unshare", "--user", "--map-current-user", "true"]).output != nil else {
      return Finding(.fences, .ok, "no-namespaces", Words.fencesImpossible)
    }
    let command = Program.shared("doc/remindctl/examples/hardening.conf").map { example in
      let folder = "~/.config/systemd/user/remindd.service.d"
      return "mkdir -p \(folder) && cp \(example) \(folder) && systemctl --user daemon-reload"
        + " && systemctl --user restart remindd"
    }
    return Finding(
      .fences, .note, "namespaces-unused",
      command == nil ? Words.fencesElsewhere : Words.fencesPossible, command: command)
  }
}

extension Program {
  /// A file that was installed together with this program, below its `share`; nil where it is not there.
  static func shared(_ name: String) -> String? {
    let path = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4096) {
      let count = readlink("/proc/self/exe", $0.baseAddress!, $0.count)
      return String(decoding: $0.prefix(max(0, count)), as: UTF8.self)
    }
    let parts = path.split(separator: "/").dropLast(2)
    let file = parts.reduce(into: "") { $0 += "/" + $1 } + "/share/" + name
    return access(file, R_OK) == 0 ? file : nil
  }
}
