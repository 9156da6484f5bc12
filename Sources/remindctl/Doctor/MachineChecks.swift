import CLinux
import CivilTime
import Configuration
import Glibc
import Reminders
import Scheduler
import System

/// What the machine does to times, and what the shell knows of us.
extension Patient {
  var zoneFinding: Finding {
    if LocalZone.system().problem != nil {
      return Finding(
        .zone, .problem, "unusable", Words.zoneUnusable,
        command: Remedy.configure("tzdata", with: "/usr/share/zoneinfo/tzdata.zi")
          ?? Remedy.install("tzdata"))
    }
    let home = context.home
    let name = home.zone.name
    let facts: [(name: String, value: JSON)] = [("zone", .string(name))]
    if let problem = home.problem {
      return Finding(
        .zone, .problem, "bad-tz", Words.zoneProblem(problem, instead: name, isTZ: true),
        command: "unset TZ",
        facts)
    }
    if home.isPinned {
      return Finding(
        .zone, .note, "pinned",
        Words.zonePinned(name, system: context.systemZone.name), command: "unset TZ", facts)
    }
    return Finding(.zone, .ok, "system", Words.zoneIs(name), facts)
  }

  /// What of inotify's limits is used up; nil where the store can be watched.
  func watchesFinding(_ places: Places) -> Finding? {
    guard let shortage = FileEvents.Shortage.now(watching: places.data) else { return nil }
    let limit = shortage.rawValue
    let more = shortage == .instances ? 1024 : 524_288
    return Finding(
      .watches, .note, "used-up", Words.watchesUsedUp(limit),
      command: Remedy.asRoot("sysctl \(limit)=\(more)"), [("limit", .string(limit))])
  }

  /// Whether something keeps the clock right.
  var clockFinding: Finding {
    switch linux_is_clock_synchronised() {
    case 1: Finding(.clock, .ok, "synchronised", Words.clockSynchronised)
    case 0: clockAlone
    default: Finding(.clock, .unknown, "not-known", Words.clockUnknown)
    }
  }

  private var clockAlone: Finding {
    // In a container, say, the clock is not ours to set.
    let command: String? =
      if !Remedy.isSystemd {
        nil
      } else if Tool().run(["timedatectl", "show", "-p", "CanNTP"]).output == "CanNTP=yes\n" {
        Remedy.asRoot("timedatectl set-ntp true")
      } else {
        Remedy.install("systemd-timesyncd")
      }
    return Finding(
      .clock, .note, "not-synchronised",
      command == nil ? Words.clockOfOthers : Words.clockAlone, command: command)
  }

  /// What a sleeping machine means.
  var sleepFinding: Finding {
    let bytes = SmallFile.bytes("/sys/power/state") ?? []
    let states = String(decoding: bytes, as: UTF8.self).split { $0 == " " || $0 == "\n" }
    return states.contains { ["mem", "freeze", "standby", "disk"].contains($0) }
      ? Finding(.sleep, .note, "sleeps", Words.machineSleeps)
      : Finding(.sleep, .ok, "stays-awake", Words.machineStaysAwake)
  }

  /// A language that was asked for and that the machine does not have; nil where it has it.
  var localeFinding: Finding? {
    guard let name = context.speaker.locale.missing else { return nil }
    return Finding(
      .locale, .note, "missing", Words.localeMissing(VisibleText.line(name)),
      command: Remedy.configure("locales", with: "/usr/share/i18n/SUPPORTED")
        ?? Remedy.install("locales"),
      [("locale", .string(name))])
  }

  /// Whether Tab knows us, in the shell that the user has.
  var completionFinding: Finding {
    let shell = (context.variable("SHELL") ?? "").lastName
    let home = context.variable("HOME") ?? ""
    let own = context.variable("XDG_DATA_HOME") ?? home + "/.local/share"
    let shared = context.variable("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
    let folders = [own] + shared.split(separator: ":").map(String.init)
    func isThere(_ names: String...) -> Bool {
      folders.contains { folder in
        names.contains { access("\(folder)/\($0)", R_OK) == 0 }
      }
    }
    switch shell {
    case "bash":
      guard isThere("bash-completion/completions/remindctl") else { break }
      guard isThere("bash-completion/bash_completion") else {
        return Finding(
          .completion, .note, "no-bash-completion", Words.noBashCompletion,
          command: Remedy.install("bash-completion"))
      }
      return Finding(.completion, .ok, "installed", Words.completes(shell))
    case "zsh":
      guard isThere("zsh/site-functions/_remindctl", "zsh/vendor-completions/_remindctl")
      else { break }
      return Finding(.completion, .ok, "installed", Words.completes(shell))
    case "fish":
      let file = "vendor_completions.d/remindctl.fish"
      guard isThere("fish/" + file) else { break }
      return Finding(.completion, .ok, "installed", Words.completes(shell))
    default: return Finding(.completion, .unknown, "other-shell", Words.otherShell)
    }
    return Finding(.completion, .note, "absent", Words.noCompletion(shell))
  }
}
