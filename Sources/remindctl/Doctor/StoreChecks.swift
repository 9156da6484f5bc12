import CivilTime
import Configuration
import Glibc
import Localization
import Reminders
import Store
import System

/// Whether what is stored is safe, and can be added to.
extension SystemSnapshot {
  var storeChecks: [Check] {
    guard let paths else {
      return [
        Check(
          .store, .problem, "no-home", Failure.noHome.sentences[0],
          fix: "export HOME=\"$(getent passwd \"$(id -u)\" | cut -d: -f6)\"")
      ]
    }
    var checks = readingChecks(paths)
    // Not while the store that was read is still open: its log would stay.
    guard let well = checks.firstIndex(where: { ["sound", "open-to-others"].contains($0.found) }),
      let error = ReminderStore.refusal(of: paths, patience: Context.patience)
    else { return checks }
    // The check of the disk tells that it is full.
    let isTold = error.cause == .full && DiskRoom(paths)?.isFull == true
    if !isTold { checks[well] = unusable(error, paths) }
    return checks
  }

  /// What is to be seen of it.
  private func readingChecks(_ paths: Paths) -> [Check] {
    do {
      guard let store = try ReminderStore(reading: paths, patience: 1000) else {
        return [unserved(paths) ?? none(paths)] + aside(paths)
      }
      if let issue = try store.issue()?.sentence {
        return [
          Check(
            .store, .problem, "damaged",
            tr(
              "{path} is damaged: {flaw}. What can be read of it can be saved.",
              ["path": VisibleText.line(paths.store), "flaw": VisibleText.line(issue)]),
            fix: "remindctl doctor --repair",
            [("store", .string(paths.store)), ("flaw", .string(issue))])
        ] + aside(paths)
      }
      let counts = try store.counts(shownAfter: context.shownAfter)
      var checks = [unserved(paths) ?? well(paths, counts)]
      if counts.held > 0 {
        checks.append(
          Check(
            .store, .note, "held",
            tr(
              counts.held, "{n} reminder is due and still to be shown.",
              "{n} reminders are due and still to be shown."),
            fix: "remindctl list", [("held", .number(Int64(counts.held)))]))
      }
      if let end = try store.pauseEnd(), end > context.now {
        checks.append(
          Check(
            .store, .note, "paused",
            tr("Reminders are paused until {time}.", ["time": context.dateAndTime(at: end)]),
            fix: "remindctl resume"))
      }
      return checks + aside(paths) + zones(try store.zonesToCome())
    } catch {
      return [unusable(error, paths)] + aside(paths)
    }
  }

  /// - Parameter isMended: whether there is a command that makes it writable.
  private func nothingNew(isMended: Bool) -> String {
    isMended
      ? tr("Nothing new can be stored.")
      : tr("Nothing new can be stored until whoever runs this machine makes the disk writable.")
  }

  /// No store, for which there has to be room.
  private func none(_ paths: Paths) -> Check {
    do { try paths.expectOwnHome() } catch { return unusable(error, paths) }
    guard let problem = PathProblem(to: paths.data, W_OK | X_OK, type: S_IFDIR) else {
      return Check(
        .store, .ok, "none",
        tr(
          "There is no store yet: the first reminder makes one in {folder}.",
          ["folder": VisibleText.line(paths.data)]))
    }
    let sentence = Messages.unwritable([(problem.place, problem.code)]) ?? ""
    let isReadOnly = problem.code == EROFS
    return Check(
      .store, .problem, isReadOnly || problem.isClosed ? "read-only" : "store-unreachable",
      sentence + " " + nothingNew(isMended: !isReadOnly),
      fix: problem.fix, [("store", .string(paths.store))])
  }

  /// A daemon that serves another file than the one that is there; nil if it does not.
  private func unserved(_ paths: Paths) -> Check? {
    guard let daemon, daemon.serves(paths.store) == false else { return nil }
    let isGone = access(paths.store, F_OK) != 0
    return Check(
      .store, .problem, isGone ? "gone" : "not-served",
      Messages.unservedStore(VisibleText.line(paths.store), isGone: isGone),
      fix: isGone ? nil : restart(daemon.process), [("store", .string(paths.store))])
  }

  /// What could be saved of the store; nil if nothing is wrong with it, or there is none.
  /// - Throws: `Failure.store` for a file that is no store, and what the disk said.
  func repaired() throws -> RecoveryReport? {
    let paths = try context.paths()
    do {
      let store = try ReminderStore(reading: paths, patience: 1000)
      guard try store?.issue() != nil else { return nil }
    } catch {
      guard error.isDamage else { throw error }
      return try Repair.run(paths, after: error, at: context.now)
    }
    return try Repair.run(paths, after: StoreError.invalidContent, at: context.now)
  }

  private func well(_ paths: Paths, _ counts: Counts) -> Check {
    // The log is there while a program has the store open.
    let size = [paths.store, paths.store + "-wal"].reduce(0) { $0 + (FileStatus.size($1) ?? 0) }
    let facts: JSON.Members = [
      ("store", .string(paths.store)), ("bytes", .number(size)),
      ("pending", .number(Int64(counts.pending))),
    ]
    if let sentence = Messages.unwritable(paths.unwritable) {
      return readOnly(sentence, paths, facts)
    }
    for place in [paths.data, paths.store]
    where FileStatus.of(place).map({ $0.st_mode & 0o077 != 0 }) ?? false {
      return Check(
        .store, .note, "open-to-others",
        tr("{path} is open to other users.", ["path": VisibleText.line(place)]),
        fix: ownRights(paths), facts)
    }
    return Check(
      .store, .ok, "sound",
      tr(
        counts.pending, "{path} is sound: {n} reminder is to come, {size} in all.",
        "{path} is sound: {n} reminders are to come, {size} in all.",
        ["path": VisibleText.line(paths.store), "size": Messages.megabytes(size)]),
      facts)
  }

  private func readOnly(
    _ sentence: String, _ paths: Paths, _ facts: JSON.Members
  ) -> Check {
    let unwritable = paths.unwritable
    let loop = unwritable.first { $0.errno == ELOOP }
    let fix =
      unwritable.contains { $0.errno == EROFS }
      ? nil
      : loop.map { Fix.move($0.path) } ?? Fix.release(paths.changing)
        ?? (unwritable.contains { $0.errno == EACCES } ? ownRights(paths) : nil)
    // Files that are there already need no folder that can be written.
    let isOpen =
      unwritable.map(\.path) == [paths.data]
      && Paths.logNames.allSatisfy { access(paths.data + "/" + $0, F_OK) == 0 }
    let hint =
      fix != nil && isOpen
      ? tr("Nothing new can be stored once nothing has the store open.")
      : nothingNew(isMended: fix != nil)
    return Check(.store, .problem, "read-only", sentence + " " + hint, fix: fix, facts)
  }

  /// 0700 for the folder, 0600 for what is in it: what the user needs, and no other user.
  private func ownRights(_ paths: Paths) -> String {
    "chmod -R u=rwX,go= \(paths.data.shellWord)"
  }

  private func unusable(_ error: StoreError, _ paths: Paths) -> Check {
    let failure = Failure.store(error, paths)
    let facts: JSON.Members = [("store", .string(paths.store))]
    guard error.cause != .readOnly else { return readOnly(failure.sentences[0], paths, facts) }
    let fix: String? =
      switch error.cause {
      case .damaged: "remindctl doctor --repair"
      // It may be any file of the user's.
      case .notADatabase: Fix.move(paths.store)
      case .locked: Fix.has("fuser") ? "fuser -v \(paths.store.shellWord)" : nil
      case .full: "df -h \(paths.data.shellWord)"
      case .unreachable: mending(error, paths)
      case .foreign: takingOver(error, paths)
      default: nil
      }
    return Check(.store, .problem, failure.name, failure.sentences[0], fix: fix, facts)
  }

  /// What makes a store reachable that is not.
  private func mending(_ error: StoreError, _ paths: Paths) -> String? {
    if case .foreign(let path, _) = error { return Fix.move(path) }
    guard let status = FileStatus.of(paths.data), status.st_mode & S_IFMT == S_IFDIR else {
      return PathProblem(to: paths.data, W_OK | X_OK, type: S_IFDIR)?.fix
    }
    guard status.st_uid == geteuid() else { return nil }
    let isEnterable = status.st_mode & 0o700 == 0o700
    return isEnterable && paths.unreadable == nil ? nil : ownRights(paths)
  }

  /// Zones of reminders that cannot be read.
  private func zones(_ names: [String]) -> [Check] {
    names.compactMap { name in
      do throws(CivilTimeError) {
        _ = try Zone.load(name)
        return nil
      } catch {
        // A file of the user's own is no package's.
        return Check(
          .zone, .problem, "unreadable",
          tr(
            "The time zone {zone}, to which reminders keep, cannot be read: they may come at a wrong time when the clocks change there.",
            ["zone": VisibleText.line(name)]),
          fix: name.hasPrefix(":") ? nil : Fix.install("--reinstall tzdata"),
          [("zone", .string(name))])
      }
    }
  }

  /// What gives the user a store that root has made in the user's home; nil if it is another's.
  private func takingOver(_ error: StoreError, _ paths: Paths) -> String? {
    guard case .foreign(let path, .owner) = error, geteuid() != 0,
      FileStatus.of(path)?.st_uid == 0, let home = paths.data.folder,
      FileStatus.of(home)?.st_uid == geteuid()
    else { return nil }
    return Fix.asRoot("chown -R \(geteuid()):\(getegid()) \(paths.data.shellWord)")
  }

  /// Damaged stores that were kept.
  private func aside(_ paths: Paths) -> [Check] {
    paths.damagedStores.map { kept in
      Check(
        .store, .note, "kept-aside", Messages.damagedStore(kept),
        fix: "rm " + kept.files.map(\.shellWord).joined(separator: " "),
        [("store", .string(kept.path))])
    }
  }

  /// The room on its disk. What is due on a full disk is shown, but nothing new can be stored.
  var diskCheck: Check? {
    guard let paths else { return nil }
    guard let room = DiskRoom(paths) else {
      return Check(
        .disk, .unknown, "not-known", tr("How much room there is on the disk is not known."))
    }
    let facts: JSON.Members = [("free_bytes", .number(room.bytes))]
    let size = Messages.megabytes(room.bytes)
    guard room.isFull else {
      return Check(
        .disk, .ok, "room", tr("There is room on the disk: {size}.", ["size": size]), facts)
    }
    return Check(
      .disk, .problem, "full", Messages.diskFull(size), fix: "df -h \(room.place.shellWord)", facts)
  }
}

extension IntegrityCheck.Issue {
  fileprivate var sentence: String {
    switch self {
    case .file(let sentence): sentence
    case .invalidContent: tr("it holds what remindctl never writes")
    case .options(let id): tr("the options of reminder {id} cannot be read", ["id": String(id)])
    case .trigger(let id): tr("when reminder {id} comes cannot be read", ["id": String(id)])
    case .time(let id): tr("reminder {id} has no time", ["id": String(id)])
    }
  }
}

/// What is left on the disk of the store (statvfs(3)).
struct DiskRoom {
  /// Where was looked: before the first reminder there is only the way to it.
  let place: String
  /// For the user, not for root.
  let bytes: Int64
  /// Whether there is no room, or soon none.
  let isFull: Bool

  /// Of this much nothing is left soon.
  private static let least: Int64 = 8 << 20

  /// Nil if the system does not say it.
  init?(_ paths: Paths) {
    var disk = statvfs()
    var place = paths.data
    while statvfs(place, &disk) != 0 {
      guard let folder = place.folder else { return nil }
      place = folder
    }
    self.place = place
    bytes = Int64(clamping: UInt64(disk.f_bavail) &* UInt64(disk.f_frsize))
    isFull = bytes < DiskRoom.least || (disk.f_files > 0 && disk.f_favail == 0)
  }
}
