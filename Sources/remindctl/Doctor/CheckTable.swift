import CLinux
import CivilTime
import Configuration
import Glibc
import Localization
import Reminders
import Scheduler
import Store
import System

/// A row of `doctor`'s table. Of the rows with the same name the first that finds something counts.
struct CheckRow {
  let name: Check.Name
  let look: (SystemSnapshot) -> [Check]

  /// A row that finds several things, of whichever name.
  init(_ name: Check.Name, several look: @escaping (SystemSnapshot) -> [Check]) {
    self.name = name
    self.look = look
  }

  /// - Parameter look: the sentence, the command that mends it and more for programs; nil if this is
  ///   not what there is.
  init(
    _ name: Check.Name, _ state: Check.State, _ found: String,
    _ look: @escaping (SystemSnapshot) -> Answer?
  ) {
    self.init(
      name,
      several: { system in
        look(system).map { [Check(name, state, found, $0.sentence, fix: $0.fix, $0.facts)] } ?? []
      })
  }

  init(
    _ name: Check.Name, _ state: Check.State, _ found: String,
    if holds: @escaping (SystemSnapshot) -> Bool, _ sentence: String, fix: String? = nil
  ) {
    self.init(name, state, found) { holds($0) ? Answer(sentence, fix: fix) : nil }
  }

  struct Answer {
    var sentence: String
    var fix: String?
    var facts: [(name: String, value: JSON)] = []

    init(_ sentence: String, fix: String? = nil, _ facts: [(name: String, value: JSON)] = []) {
      self.sentence = sentence
      self.fix = fix
      self.facts = facts
    }
  }
}

extension SystemSnapshot {
  /// All that there is to say, the daemon first.
  var checks: [Check] {
    var answered: [Check.Name] = []
    return CheckRow.all.flatMap { row -> [Check] in
      guard !answered.contains(row.name) else { return [] }
      let checks = row.look(self)
      if !checks.isEmpty { answered.append(row.name) }
      return checks
    }
  }
}

extension CheckRow {
  fileprivate static var all: [CheckRow] {
    daemon + service + desktop
      + [
        CheckRow(.store, several: \.storeChecks), CheckRow(.mail, several: \.mailChecks),
        CheckRow(.disk, several: \.diskChecks),
        CheckRow(.configuration, several: \.configurationChecks),
      ] + machine
  }

  /// Whether a daemon runs.
  private static var daemon: [CheckRow] {
    [
      CheckRow(.daemon, .problem, "locked-out") { system in
        guard case .other(let process) = system.keeper else { return nil }
        return Answer(
          Messages.barred(process), fix: process.map { "kill \($0)" } ?? system.lockHolders)
      },
      CheckRow(.daemon, .unknown, "not-known") { system in
        guard let path = system.lockOfNobody, case .hidden = system.lock else { return nil }
        return Answer(Messages.daemonUnknown(VisibleText.line(path), Messages.system(EACCES)))
      },
      CheckRow(.daemon, .problem, "lock-unusable") { system in
        guard let path = system.lockOfNobody else { return nil }
        let (name, move) = (VisibleText.line(path), Fix.move(path))
        switch system.lock {
        case .special:
          return Answer(Messages.lockIsNoFile(name), fix: "\(move) && \(system.start)")
        case .closed(let problem):
          // In a folder of the user's own, whoever the file belongs to.
          return Answer(
            Messages.lockCannotBeTaken(name, Messages.system(problem.code)),
            fix: "\(problem.fix ?? move) && \(system.start)")
        case .hidden, .free: return nil
        }
      },
      CheckRow(.daemon, .problem, "waiting") { system in
        guard system.lockOfNobody != nil, system.isServiceOurs, let unit = system.unit,
          let restarts = UserManager.Restarts(unit)
        else { return nil }
        return Answer(
          Messages.daemonWaits(why: restarts.why, restarts: restarts.count),
          fix: "systemctl --user reload-or-restart remindd",
          [("status", .string(restarts.why)), ("restarts", .number(Int64(restarts.count)))])
      },
      CheckRow(.daemon, .problem, "absent") { system in
        system.lockOfNobody == nil
          ? nil
          : Answer(tr("remindd is not running: nothing is shown until it is."), fix: system.start)
      },
      // One that starts writes who it is in the next moment.
      CheckRow(
        .daemon, .ok, "running", if: { $0.daemon?.process == 0 }, Messages.servingUnnamed),
      CheckRow(.daemon, .problem, "stopped") { system in
        guard let daemon = system.daemon, SystemSnapshot.state(of: daemon.process) == "T" else {
          return nil
        }
        let process = String(daemon.process)
        return Answer(
          Messages.daemonStopped(process), fix: "kill -CONT \(process)", daemon.facts)
      },
      CheckRow(.daemon, .note, "other-version") { system in
        guard let daemon = system.daemon, daemon.version != Product.version else { return nil }
        return Answer(
          system.serving(daemon) + " " + Messages.otherVersion(Product.version),
          fix: system.restart(daemon.process), daemon.facts)
      },
      CheckRow(.daemon, .ok, "running") { system in
        system.daemon.map { Answer(system.serving($0), $0.facts) }
      },
    ]
  }

  /// Whether it will run again.
  private static var service: [CheckRow] {
    /// What keeps the service from starting is a problem, unless a daemon runs all the same.
    func needed(_ found: String, _ look: @escaping (SystemSnapshot) -> Answer?) -> [CheckRow] {
      [
        CheckRow(.service, .problem, found) {
          $0.daemon == nil && $0.places != nil ? look($0) : nil
        },
        CheckRow(.service, .note, found) { $0.daemon == nil ? nil : look($0) },
      ]
    }
    func needed(
      _ found: String, if holds: @escaping (SystemSnapshot) -> Bool, _ sentence: String,
      fix: String? = nil
    ) -> [CheckRow] {
      needed(found) { holds($0) ? Answer(sentence, fix: fix) : nil }
    }
    let isSystemd = Fix.isSystemd && Fix.has("systemctl")
    return [
      // Of systemd there may be the programs alone.
      CheckRow(
        .service, .unknown, "no-systemd",
        if: { $0.unit == nil && $0.places != nil && !Fix.has("systemctl") }, Messages.noSystemd)
    ]
      + needed("no-manager") { system in
        guard system.unit == nil else { return nil }
        return isSystemd
          ? Answer(
            tr("No service manager of yours answers: nothing starts remindd when you log in."),
            fix: Fix.asRoot("systemctl start user@\(geteuid()).service"))
          : Answer(Messages.noSystemd)
      }
      + needed(
        "masked", if: { $0.unit?["LoadState"] == "masked" },
        tr("The service is masked: it cannot be started."), fix: "systemctl --user unmask remindd")
      + needed(
        "absent", if: { $0.unit?["LoadState"] != "loaded" },
        tr("The service is not installed: the package, or `make install`, brings it."))
      + [
        CheckRow(
          .service, .note, "other-store", if: { $0.places != nil && !$0.isServiceOurs },
          tr("The service serves another store: start `remindd &` for this one at each login.")),
        CheckRow(
          .service, .problem, "failed", if: { $0.unit?["ActiveState"] == "failed" },
          tr("The service has failed, and is not tried again."),
          fix: "journalctl --user -u remindd -n 20; systemctl --user restart remindd"),
        CheckRow(
          .service, .problem, "disabled",
          if: { $0.places != nil && $0.unit?["UnitFileState"]?.hasPrefix("enabled") != true },
          tr("The service is not enabled: nothing starts remindd when you log in."),
          fix: "systemctl --user enable remindd"),
        CheckRow(
          .service, .note, "changed", if: { $0.unit?["NeedDaemonReload"] == "yes" },
          tr("The service's file has changed, and its manager has not read it yet."),
          fix: "systemctl --user daemon-reload"),
        CheckRow(.service, .note, "by-hand") { system in
          // The service waits for the end of another one.
          guard let daemon = system.daemon,
            system.unit?["ActiveState"] != "active"
              || daemon.process > 0 && system.unit?["MainPID"] != String(daemon.process)
          else { return nil }
          return Answer(
            tr("The service is enabled, and remindd was started by something else this time."),
            fix: "kill \(daemon.process); sleep 1; systemctl --user start remindd")
        },
        CheckRow(.service, .note, "restarted") { system in
          guard let count = system.unit?["NRestarts"].flatMap({ Int($0) }), count > 0 else {
            return nil
          }
          return Answer(
            Messages.unitRestarted(count), fix: "journalctl --user -u remindd -p warning")
        },
        CheckRow(
          .service, .ok, "enabled", if: { $0.places != nil },
          tr("The service is enabled: remindd starts when you log in.")),
        // Whether it goes on after the last logout.
        CheckRow(
          .login, .unknown, "no-logind", if: { $0.places != nil && $0.linger == nil },
          tr("Nobody says what becomes of remindd when you log out.")),
        CheckRow(
          .login, .ok, "linger", if: { $0.linger?.contains("yes") == true },
          tr("remindd starts with the machine, and goes on when you are logged out.")),
        CheckRow(
          .login, .note, "no-linger", if: { $0.linger != nil },
          tr("remindd ends when you log out; what is due then comes when you log in again."),
          fix: "loginctl enable-linger"),
        // The fences that not every machine can have.
        CheckRow(
          .fences, .ok, "namespaces", if: { $0.fences == "yes" },
          tr("The service has all the fences that there are.")),
        CheckRow(
          .fences, .ok, "no-namespaces",
          if: { $0.fences != nil && !SystemSnapshot.allowsNamespaces },
          tr("The service has its usual fences; this machine lets users have no more.")),
        CheckRow(.fences, .note, "namespaces-unused") { system in
          guard system.fences != nil else { return nil }
          let folder = "~/.config/systemd/user/remindd.service.d"
          let fix = Fix.installed("doc/remindctl/examples/hardening.conf").map {
            "mkdir -p \(folder) && cp \($0) \(folder) && systemctl --user daemon-reload"
              + " && systemctl --user restart remindd"
          }
          return Answer(
            fix == nil
              ? tr(
                "The service could have more fences: those of hardening.conf, which is not here.")
              : tr("The service has its usual fences; this machine would let it have more."),
            fix: fix)
        },
        // What of inotify's limits is used up.
        CheckRow(.watches, .note, "used-up") { system in
          guard let places = system.places,
            let shortage = INotify.shortage(watching: places.data)
          else { return nil }
          let (limit, more) = (shortage.rawValue, shortage == .instances ? 1024 : 524_288)
          return Answer(
            Messages.watchesUsedUp(limit), fix: Fix.asRoot("sysctl \(limit)=\(more)"),
            [("limit", .string(limit))])
        },
      ]
  }

  /// What the machine does to times.
  private static var machine: [CheckRow] {
    [
      CheckRow(.zone, .problem, "unusable") { _ in
        guard LocalZone.system().problem != nil else { return nil }
        return Answer(
          Messages.zoneUnusable,
          fix: Fix.configure("tzdata", with: "/usr/share/zoneinfo/tzdata.zi")
            ?? Fix.install("tzdata"))
      },
      CheckRow(.zone, .problem, "bad-tz") { system in
        let (home, name) = (system.context.home, system.context.home.zone.name)
        return home.problem.map {
          Answer(
            Messages.zoneProblem($0, instead: name, isTZ: true), fix: "unset TZ",
            [("zone", .string(name))])
        }
      },
      CheckRow(.zone, .note, "pinned") { system in
        let (home, name) = (system.context.home, system.context.home.zone.name)
        guard home.isPinned else { return nil }
        return Answer(
          Messages.zonePinned(name, system: system.context.systemZone.name), fix: "unset TZ",
          [("zone", .string(name))])
      },
      CheckRow(.zone, .ok, "system") { system in
        let name = system.context.home.zone.name
        return Answer(Messages.zoneIs(name), [("zone", .string(name))])
      },
      CheckRow(
        .clock, .ok, "synchronised", if: { _ in linux_is_clock_synchronised() == 1 },
        tr("The clock is synchronised.")),
      CheckRow(.clock, .note, "not-synchronised") { _ in
        guard linux_is_clock_synchronised() == 0 else { return nil }
        // In a container, say, the clock is not ours to set.
        let fix: String? =
          if !Fix.isSystemd {
            nil
          } else if Tool().run(["timedatectl", "show", "-p", "CanNTP"]).output == "CanNTP=yes\n" {
            Fix.asRoot("timedatectl set-ntp true")
          } else {
            Fix.install("systemd-timesyncd")
          }
        return Answer(
          fix == nil
            ? tr(
              "Nothing here keeps the clock right; a time service (chrony, say) where it is set does."
            ) : tr("Nothing keeps the clock right: it may be seconds off, and reminders with it."),
          fix: fix)
      },
      CheckRow(.clock, .unknown, "not-known") { _ in
        Answer(tr("Whether the clock is right is not known."))
      },
      CheckRow(.locale, .note, "missing") { system in
        system.context.language.locale.missing.map { name in
          Answer(
            Messages.localeMissing(VisibleText.line(name)),
            fix: Fix.configure("locales", with: "/usr/share/i18n/SUPPORTED")
              ?? Fix.install("locales"),
            [("locale", .string(name))])
        }
      },
    ]
  }
}

extension DaemonLock.Holder {
  fileprivate var facts: [(name: String, value: JSON)] {
    [("version", .string(version)), ("pid", .number(Int64(process)))]
  }
}

extension SystemSnapshot {
  fileprivate func serving(_ daemon: DaemonLock.Holder) -> String {
    Messages.serving(
      version: VisibleText.line(daemon.version), since: context.dateAndTime(at: daemon.since),
      process: String(daemon.process))
  }
}
