import CLinux
import CivilTime
import Configuration
import Glibc
import Localization
import Reminders
import Store
import System

// The table of `doctor`. A check says what it found first, what mends it, and more for programs; of
// what it could find it tells the first thing that is true.

extension SystemSnapshot {
  /// All that there is to say, the daemon first.
  var checks: [Check] {
    [daemonCheck, serviceCheck, loginCheck, fencesCheck, watchesCheck].compactMap(\.self)
      + desktopChecks + storeChecks + mailChecks + [diskCheck].compactMap(\.self)
      + configurationChecks + [zoneCheck, clockCheck, localeCheck].compactMap(\.self)
  }

  // Whether a daemon runs

  private var daemonCheck: Check? {
    switch keeper {
    case .other(let process):
      Check(
        .daemon, .problem, "locked-out", Messages.barred(process),
        fix: process.map { "kill \($0)" })
    case .nobody: paths.map { noDaemon($0.lock) }
    case .daemon(let daemon): running(daemon)
    }
  }

  /// Why none runs.
  private func noDaemon(_ lock: String) -> Check {
    let (name, move) = (VisibleText.line(lock), Fix.move(lock))
    var status = stat()
    if lstat(lock, &status) != 0 {
      if errno == EACCES {
        return Check(
          .daemon, .unknown, "not-known",
          tr(
            "Whether remindd runs cannot be seen: {path} cannot be read ({error}).",
            ["path": name, "error": Messages.system(EACCES)]))
      }
    } else if status.st_mode & S_IFMT != S_IFREG {
      return Check(
        .daemon, .problem, "lock-unusable",
        tr("remindd cannot run: {path} is no file, and nothing is shown.", ["path": name]),
        fix: "\(move) && \(start)")
    } else if let problem = PathProblem(to: lock, R_OK | W_OK), problem.isClosed {
      // In a folder of the user's own, whoever owns the file.
      return Check(
        .daemon, .problem, "lock-unusable",
        tr(
          "remindd cannot run: {path} cannot be written ({error}), and nothing is shown.",
          ["path": name, "error": Messages.system(problem.code)]),
        fix: "\(problem.fix ?? move) && \(start)")
    }
    if isServiceOurs, let restarts = unit.flatMap(UserManager.Restarts.init) {
      return Check(
        .daemon, .problem, "waiting",
        Messages.daemonWaits(why: restarts.why, restarts: restarts.count),
        fix: "systemctl --user reload-or-restart remindd",
        [("status", .string(restarts.why)), ("restarts", .number(Int64(restarts.count)))])
    }
    return Check(
      .daemon, .problem, "absent",
      tr("remindd is not running: nothing is shown until it is."), fix: start)
  }

  private func running(_ daemon: DaemonLock.Holder) -> Check {
    // One that starts writes who it is in the next moment.
    guard daemon.process != 0 else {
      return Check(.daemon, .ok, "running", tr("remindd is running."))
    }
    let process = String(daemon.process)
    let facts: JSON.Members = [
      ("version", .string(daemon.version)), ("pid", .number(Int64(daemon.process))),
    ]
    if SystemSnapshot.state(of: daemon.process) == "T" {
      return Check(
        .daemon, .problem, "stopped",
        tr("remindd (process {process}) is stopped, and shows nothing.", ["process": process]),
        fix: "kill -CONT \(process)", facts)
    }
    let serving = Messages.serving(
      version: VisibleText.line(daemon.version), since: context.dateAndTime(at: daemon.since),
      process: process)
    guard daemon.version == Product.version else {
      return Check(
        .daemon, .note, "other-version",
        serving + " "
          + tr(
            "This is remindctl {version}: started anew, remindd would be it too.",
            ["version": Product.version]), fix: restart(daemon.process), facts)
    }
    return Check(.daemon, .ok, "running", serving, facts)
  }

  // Whether it will run again

  private var serviceCheck: Check? {
    guard paths != nil else { return nil }
    // What keeps the service from starting is a problem, unless a daemon runs all the same.
    let state = daemon == nil ? Check.State.problem : .note
    // Of systemd there may be the programs alone.
    guard let unit else {
      return Fix.isSystemd
        ? Check(
          .service, state, "no-manager",
          tr("No service manager of yours answers: nothing starts remindd when you log in."),
          fix: Fix.asRoot("systemctl start user@\(geteuid()).service"))
        : Check(
          .service, .unknown, "no-systemd",
          tr("There is no systemd here: start `remindd &` at each login, from ~/.profile, say."))
    }
    if unit["LoadState"] == "masked" {
      return Check(
        .service, state, "masked", tr("The service is masked: it cannot be started."),
        fix: "systemctl --user unmask remindd")
    }
    guard unit["LoadState"] == "loaded" else {
      return Check(
        .service, state, "absent",
        tr("The service is not installed: the package, or `make install`, brings it."))
    }
    if !isServiceOurs {
      return Check(
        .service, .note, "other-store",
        tr("The service serves another store: start `remindd &` for this one at each login."))
    }
    if unit["ActiveState"] == "failed" {
      return Check(
        .service, .problem, "failed", tr("The service has failed, and is not tried again."),
        fix: "journalctl --user -u remindd -n 20; systemctl --user restart remindd")
    }
    if unit["UnitFileState"]?.hasPrefix("enabled") != true {
      return Check(
        .service, .problem, "disabled",
        tr("The service is not enabled: nothing starts remindd when you log in."),
        fix: "systemctl --user enable remindd")
    }
    if unit["NeedDaemonReload"] == "yes" {
      return Check(
        .service, .note, "changed",
        tr("The service's file has changed, and its manager has not read it yet."),
        fix: "systemctl --user daemon-reload")
    }
    // The service waits for the end of another one.
    if let process = daemon?.process,
      unit["ActiveState"] != "active" || process > 0 && unit["MainPID"] != String(process)
    {
      return Check(
        .service, .note, "by-hand",
        tr("The service is enabled, and remindd was started by something else this time."),
        fix: "kill \(process); sleep 1; systemctl --user start remindd")
    }
    if let count = unit["NRestarts"].flatMap({ Int($0) }), count > 0 {
      return Check(
        .service, .note, "restarted", Messages.unitRestarted(count),
        fix: "journalctl --user -u remindd -p warning")
    }
    return Check(
      .service, .ok, "enabled", tr("The service is enabled: remindd starts when you log in."))
  }

  /// Whether it goes on after the last logout (loginctl(1)).
  private var loginCheck: Check? {
    guard paths != nil else { return nil }
    let linger = Tool().answer(
      to: ["loginctl", "show-user", String(geteuid()), "-p", "Linger"])
    guard let linger else {
      return Check(
        .login, .unknown, "no-logind",
        tr("Nobody says what becomes of remindd when you log out."))
    }
    guard !linger.contains("yes") else {
      return Check(
        .login, .ok, "linger",
        tr("remindd starts with the machine, and goes on when you are logged out."))
    }
    return Check(
      .login, .note, "no-linger",
      tr("remindd ends when you log out; what is due then comes when you log in again."),
      fix: "loginctl enable-linger")
  }

  /// The fences that not every machine can have: whether the unit has namespaces of its own.
  private var fencesCheck: Check? {
    guard unit?["LoadState"] == "loaded", let isPrivate = unit?["PrivateUsers"] else { return nil }
    if isPrivate == "yes" {
      return Check(
        .fences, .ok, "namespaces", tr("The service has all the fences that there are."))
    }
    guard Tool().answer(to: ["unshare", "--user", "--map-current-user", "true"]) != nil else {
      return Check(
        .fences, .ok, "no-namespaces",
        tr("The service has its usual fences; this machine lets users have no more."))
    }
    // Without its documents there is nothing to offer.
    guard let file = Fix.installed("doc/remindctl/examples/hardening.conf") else { return nil }
    let folder = "~/.config/systemd/user/remindd.service.d"
    return Check(
      .fences, .note, "namespaces-unused",
      tr("The service has its usual fences; this machine would let it have more."),
      fix: "mkdir -p \(folder) && cp \(file) \(folder) && systemctl --user daemon-reload"
        + " && systemctl --user restart remindd")
  }

  /// What of inotify's limits is used up.
  private var watchesCheck: Check? {
    guard let paths, let shortage = INotify.shortage(watching: paths.data) else {
      return nil
    }
    let (limit, more) = (shortage.rawValue, shortage == .instances ? 1024 : 524_288)
    return Check(
      .watches, .note, "used-up",
      tr(
        "No more files can be watched, {limit} is used up: remindd looks at the store each second instead.",
        ["limit": limit]),
      fix: Fix.asRoot("sysctl \(limit)=\(more)"), [("limit", .string(limit))])
  }

  // What the machine does to times

  private var zoneCheck: Check {
    guard LocalZone.system().problem == nil else {
      return Check(
        .zone, .problem, "unusable", Messages.zoneUnusable,
        fix: Fix.configure("tzdata", with: "/usr/share/zoneinfo/tzdata.zi")
          ?? Fix.install("tzdata"))
    }
    let (home, name) = (context.home, context.home.zone.name)
    let facts: JSON.Members = [("zone", .string(name))]
    if let problem = home.problem {
      return Check(
        .zone, .problem, "bad-tz", Messages.zoneProblem(problem, instead: name, isTZ: true),
        fix: "unset TZ", facts)
    }
    return home.isPinned
      ? Check(
        .zone, .note, "pinned",
        tr(
          "TZ says {zone}, and the system {system}: times are read in {zone}, and keep to it.",
          ["zone": name, "system": context.systemZone.name]),
        fix: "unset TZ", facts)
      : Check(.zone, .ok, "system", tr("The time zone is {zone}.", ["zone": name]), facts)
  }

  private var clockCheck: Check {
    switch linux_is_clock_synchronised() {
    case 1: return Check(.clock, .ok, "synchronised", tr("The clock is synchronised."))
    case 0: break
    default:
      return Check(.clock, .unknown, "not-known", tr("Whether the clock is right is not known."))
    }
    let canSet =
      Fix.isSystemd
      && Tool().answer(to: ["timedatectl", "show", "-p", "CanNTP"]) == "CanNTP=yes\n"
    let fix =
      canSet
      ? Fix.asRoot("timedatectl set-ntp true")
      : Fix.isSystemd ? Fix.install("systemd-timesyncd") : nil
    return Check(
      .clock, .note, "not-synchronised",
      fix == nil
        // In a container, say, the clock is not ours to set.
        ? tr(
          "Nothing here keeps the clock right; a time service (chrony, say) where it is set does.")
        : tr("Nothing keeps the clock right: it may be seconds off, and reminders with it."),
      fix: fix)
  }

  private var localeCheck: Check? {
    context.language.locale.missing.map { name in
      Check(
        .locale, .note, "missing",
        tr(
          "This machine does not have the locale {name}: its words and times are those of English.",
          ["name": VisibleText.line(name)]),
        fix: Fix.configure("locales", with: "/usr/share/i18n/SUPPORTED")
          ?? Fix.install("locales"),
        [("locale", .string(name))])
    }
  }
}
