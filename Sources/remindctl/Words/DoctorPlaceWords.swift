import Scheduler

// The sentences of `Words` about what `doctor` finds on the disk, and about the machine.

extension Words {
  static func noStoreYet(_ folder: String) -> String {
    tr("There is no store yet: the first reminder makes one in {folder}.", ["folder": folder])
  }
  static func storeSound(_ path: String, size: String, pending: Int) -> String {
    tr(
      pending, "{path} is sound: {n} reminder is to come, {size} in all.",
      "{path} is sound: {n} reminders are to come, {size} in all.",
      ["path": path, "size": size])
  }
  static func issue(_ issue: IntegrityCheck.Issue) -> String {
    switch issue {
    case .file(let sentence): sentence
    case .nonsense: tr("it holds what remindctl never writes")
    case .options(let id): tr("the options of reminder {id} cannot be read", ["id": String(id)])
    case .trigger(let id): tr("when reminder {id} comes cannot be read", ["id": String(id)])
    case .time(let id): tr("reminder {id} has no time", ["id": String(id)])
    }
  }
  static func storeDamaged(_ path: String, _ flaw: String) -> String {
    tr(
      "{path} is damaged: {flaw}. What can be read of it can be saved.",
      ["path": path, "flaw": flaw])
  }
  static var nothingNew: String { tr("Nothing new can be stored.") }
  static var nothingNewLater: String {
    tr("Nothing new can be stored once nothing has the store open.")
  }
  static var diskReadOnly: String {
    tr("Nothing new can be stored until whoever runs this machine makes the disk writable.")
  }
  static func storeOpen(_ path: String) -> String {
    tr("{path} is open to other users.", ["path": path])
  }
  static func held(_ count: Int) -> String {
    tr(
      count, "{n} reminder is due and still to be shown.",
      "{n} reminders are due and still to be shown.")
  }
  static func isPaused(until time: String) -> String {
    tr("Reminders are paused until {time}.", ["time": time])
  }
  static func diskRoom(_ size: String) -> String {
    tr("There is room on the disk: {size}.", ["size": size])
  }
  static func diskFull(_ size: String) -> String {
    tr(
      "The disk is full, or nearly: {size} are left for reminders. Make room on it.", ["size": size]
    )
  }
  static var diskUnknown: String { tr("How much room there is on the disk is not known.") }
  /// A size in bytes.
  static func megabytes(_ bytes: Int64) -> String {
    if bytes < 10_000_000 { return tr("{n} kB", ["n": String((bytes + 999) / 1000)]) }
    if bytes < 10_000_000_000 { return tr("{n} MB", ["n": String(bytes / 1_000_000)]) }
    return tr("{n} GB", ["n": String(bytes / 1_000_000_000)])
  }
  static func configurationRead(_ path: String) -> String {
    tr("{path} is understood.", ["path": path])
  }
  static func noConfiguration(_ path: String) -> String {
    tr("There is no {path}: all is as it usually is.", ["path": path])
  }
  /// - Parameter flaw: what is wrong, and where.
  static func withoutEffect(_ flaw: String) -> String {
    tr("{flaw}. It has no effect.", ["flaw": flaw])
  }
  static func hookMissing(_ path: String, _ reason: String) -> String {
    tr(
      "The hook {path} cannot be run: {error}. Mend it, or the line that names it.",
      ["path": path, "error": reason])
  }

  // The machine

  static func zoneIs(_ zone: String) -> String { tr("The time zone is {zone}.", ["zone": zone]) }
  static func zonePinned(_ zone: String, system: String) -> String {
    tr(
      "TZ says {zone}, and the system {system}: times are read in {zone}, and keep to it.",
      ["zone": zone, "system": system])
  }
  static func zoneUnreadable(_ zone: String) -> String {
    tr(
      "The time zone {zone}, to which reminders keep, cannot be read: they may come at a wrong time when the clocks change there.",
      ["zone": zone])
  }
  static var zoneUnusable: String {
    tr("The system's time zone cannot be read: times are in UTC.")
  }
  static var clockSynchronised: String { tr("The clock is synchronised.") }
  static var clockAlone: String {
    tr("Nothing keeps the clock right: it may be seconds off, and reminders with it.")
  }
  static var clockOfOthers: String {
    tr(
      "Nothing here keeps the clock right; a time service (chrony, say) where it is set does."
    )
  }
  static var clockUnknown: String { tr("Whether the clock is right is not known.") }
  static func watchesUsedUp(_ limit: String) -> String {
    tr(
      "No more files can be watched, {limit} is used up: remindd looks at the store each second instead.",
      ["limit": limit])
  }
  static var machineSleeps: String {
    tr(
      "This machine can sleep: what is due then comes when it wakes; nothing here wakes it.")
  }
  static var machineStaysAwake: String { tr("This machine does not sleep.") }
  static func localeMissing(_ name: String) -> String {
    tr(
      "This machine does not have the locale {name}: its words and times are those of English.",
      ["name": name])
  }
  static func completes(_ shell: String) -> String {
    tr("Tab completes remindctl in {shell}.", ["shell": shell])
  }
  static func noCompletion(_ shell: String) -> String {
    tr(
      "Tab knows nothing of remindctl in {shell}: the package, or `make install`, brings that.",
      ["shell": shell])
  }
  static var noBashCompletion: String {
    tr("Tab knows nothing of remindctl in bash: bash-completion is not installed.")
  }
  static var otherShell: String {
    tr("Whether Tab completes remindctl in your shell is not known.")
  }
}
