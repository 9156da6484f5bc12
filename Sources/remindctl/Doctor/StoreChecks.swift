import Glibc
import Scheduler

/// Whether what is stored is safe, and can be added to.
extension Patient {
  /// Nobody says where things are kept.
  var homeFinding: Finding {
    Finding(
      .store, .problem, "no-home", Words.failure(.noHome, columns: nil)[0],
      command: "export HOME=\"$(getent passwd \"$(id -u)\" | cut -d: -f6)\"")
  }

  func storeFindings(_ places: Places) -> [Finding] {
    var findings = readFindings(places)
    // Not with what has read it still open: the log would stay behind us.
    guard let well = findings.firstIndex(where: { ["sound", "open-to-others"].contains($0.name) }),
      let error = ReminderStore.refusal(of: places, patience: Context.patience)
    else { return findings }
    // That a disk is full is told of the disk.
    let isTold = error.cause == .full && DiskRoom(places)?.isFull == true
    if !isTold { findings[well] = unusable(error, places) }
    return findings
  }

  /// What is to be seen of it.
  private func readFindings(_ places: Places) -> [Finding] {
    let path = VisibleText.line(places.store)
    let facts: [(name: String, value: JSON)] = [("store", .string(places.store))]
    do throws(StoreError) {
      guard let store = try ReminderStore(reading: places, patience: 1000) else {
        return [unserved(places) ?? none(places)] + aside(places)
      }
      if let issue = try store.issue() {
        return [
          Finding(
            .store, .problem, "damaged",
            Words.storeDamaged(path, VisibleText.line(Words.issue(issue))),
            command: "remindctl doctor --repair", facts + [("flaw", .string(Words.issue(issue)))])
        ] + aside(places)
      }
      let counts = try store.counts(shownAfter: context.shownAfter)
      var findings = [unserved(places) ?? well(places, counts)]
      if counts.held > 0 {
        findings.append(
          Finding(
            .store, .note, "held", Words.held(counts.held), command: "remindctl list",
            [("held", .number(Int64(counts.held)))]))
      }
      if let end = try store.pauseEnd(), end > context.now {
        findings.append(
          Finding(
            .store, .note, "paused", Words.isPaused(until: context.dateAndTime(at: end)),
            command: "remindctl resume"))
      }
      return findings + aside(places) + zones(try store.zonesToCome())
    } catch {
      return [unusable(error, places)] + aside(places)
    }
  }

  /// No store, for which there has to be room.
  private func none(_ places: Places) -> Finding {
    do { try places.expectOwnHome() } catch { return unusable(error, places) }
    guard let hindrance = Hindrance(to: places.data, W_OK | X_OK, type: S_IFDIR) else {
      return Finding(.store, .ok, "none", Words.noStoreYet(VisibleText.line(places.data)))
    }
    let sentence = Words.unwritable([(hindrance.place, hindrance.errno)]) ?? ""
    let isReadOnly = hindrance.errno == EROFS
    return Finding(
      .store, .problem, isReadOnly || hindrance.isClosed ? "read-only" : "store-unreachable",
      sentence + " " + (isReadOnly ? Words.diskReadOnly : Words.nothingNew),
      command: hindrance.command, [("store", .string(places.store))])
  }

  /// A daemon that serves another file than the one that is there; nil where it does not.
  private func unserved(_ places: Places) -> Finding? {
    guard let daemon, daemon.serves(places.store) == false else { return nil }
    let isGone = access(places.store, F_OK) != 0
    return Finding(
      .store, .problem, isGone ? "gone" : "not-served",
      Words.unservedStore(VisibleText.line(places.store), isGone: isGone),
      command: isGone ? nil : restart(daemon.process), [("store", .string(places.store))])
  }

  /// What could be saved of the store; nil where nothing is wrong with it, or there is none.
  /// - Throws: `Failure.store` for a file that is no store, and what the disk said.
  func repaired() throws(Failure) -> RecoveryReport? {
    let places = try context.places()
    return try context.attempt { () throws(StoreError) in
      do throws(StoreError) {
        let store = try ReminderStore(reading: places, patience: 1000)
        guard try store?.issue() != nil else { return nil }
      } catch {
        guard error.isDamage else { throw error }
        return try Repair.run(places, after: error, at: context.now)
      }
      return try Repair.run(places, after: IntegrityCheck.nonsense, at: context.now)
    }
  }

  private func well(_ places: Places, _ counts: Counts) -> Finding {
    let size = bytes(places)
    let facts: [(name: String, value: JSON)] = [
      ("store", .string(places.store)), ("bytes", .number(size)),
      ("pending", .number(Int64(counts.pending))),
    ]
    let unwritable = places.unwritable
    if let sentence = Words.unwritable(unwritable) {
      let isReadOnly = unwritable.contains { $0.errno == EROFS }
      let loop = unwritable.first { $0.errno == ELOOP }
      // Files that are there already need no folder that can be written.
      let isOpen =
        unwritable.map(\.path) == [places.data]
        && Places.logNames.allSatisfy { access(places.data + "/" + $0, F_OK) == 0 }
      return Finding(
        .store, .problem, "read-only",
        sentence + " "
          + (isReadOnly ? Words.diskReadOnly : isOpen ? Words.nothingNewLater : Words.nothingNew),
        command: isReadOnly
          ? nil
          : loop.map { Remedy.move($0.path) } ?? Remedy.release(places.changing)
            ?? (unwritable.contains { $0.errno == EACCES } ? ownRights(places) : nil),
        facts)
    }
    for place in [places.data, places.store] {
      var status = stat()
      guard stat(place, &status) == 0, status.st_mode & 0o077 != 0 else { continue }
      return Finding(
        .store, .note, "open-to-others", Words.storeOpen(VisibleText.line(place)),
        command: ownRights(places), facts)
    }
    return Finding(
      .store, .ok, "sound",
      Words.storeSound(
        VisibleText.line(places.store), size: Words.megabytes(size), pending: counts.pending),
      facts)
  }

  /// 0700 for the folder, 0600 for what is in it: all that the user has to have, and nobody else.
  private func ownRights(_ places: Places) -> String {
    "chmod -R u=rwX,go= \(Remedy.quoted(places.data))"
  }

  private func unusable(_ error: StoreError, _ places: Places) -> Finding {
    let failure = Failure.store(error, places)
    let isReadOnly = error.cause == .readOnly
    let sentence = Words.failure(failure, columns: nil)[0]
    let store = Remedy.quoted(places.store)
    let release = isReadOnly ? Remedy.release(places.changing) : nil
    let command: String? =
      switch error.cause {
      case .damaged: "remindctl doctor --repair"
      // It may be anything of somebody's.
      case .notADatabase: Remedy.move(places.store)
      case .locked: Remedy.has("fuser") ? "fuser -v \(store)" : nil
      case .full: "df -h \(Remedy.quoted(places.data))"
      case .unreachable: mending(error, places)
      case .readOnly: release
      case .foreign: takingOver(error, places)
      default: nil
      }
    return Finding(
      .store, .problem, isReadOnly ? "read-only" : failure.name,
      isReadOnly
        ? sentence + " " + (release == nil ? Words.diskReadOnly : Words.nothingNew) : sentence,
      command: command,
      [("store", .string(places.store))])
  }

  /// What makes a store reachable that is not.
  private func mending(_ error: StoreError, _ places: Places) -> String? {
    if case .foreign(let path, _) = error { return Remedy.move(path) }
    var status = stat()
    guard stat(places.data, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      return Hindrance(to: places.data, W_OK | X_OK, type: S_IFDIR)?.command
    }
    guard status.st_uid == geteuid() else { return nil }
    let isEnterable = status.st_mode & 0o700 == 0o700
    return isEnterable && places.unreadable == nil ? nil : ownRights(places)
  }

  /// Zones of reminders that cannot be read.
  private func zones(_ names: [String]) -> [Finding] {
    names.compactMap { name in
      do throws(ZoneError) {
        _ = try Zone.load(name)
        return nil
      } catch {
        // A file of the user's own is no package's.
        return Finding(
          .zone, .problem, "unreadable", Words.zoneUnreadable(VisibleText.line(name)),
          command: name.hasPrefix(":") ? nil : Remedy.install("--reinstall tzdata"),
          [("zone", .string(name))])
      }
    }
  }

  /// What gives the user a store that root has made in the user's home; nil where it is another's.
  private func takingOver(_ error: StoreError, _ places: Places) -> String? {
    var status = stat()
    guard case .foreign(let path, .owner) = error, geteuid() != 0, lstat(path, &status) == 0,
      status.st_uid == 0, let home = places.data.folder, stat(home, &status) == 0,
      status.st_uid == geteuid()
    else { return nil }
    return Remedy.asRoot("chown -R \(geteuid()):\(getegid()) \(Remedy.quoted(places.data))")
  }

  /// Damaged stores that were kept.
  private func aside(_ places: Places) -> [Finding] {
    places.damagedStores.map { kept in
      Finding(
        .store, .note, "kept-aside", Words.damagedStore(kept),
        command: "rm " + kept.files.map(Remedy.quoted).joined(separator: " "),
        [("store", .string(kept.path))])
    }
  }

  /// Of the store and its log, which is there while somebody has the store open.
  private func bytes(_ places: Places) -> Int64 {
    [places.store, places.store + "-wal"].reduce(into: 0) { sum, path in
      var status = stat()
      if stat(path, &status) == 0 { sum += Int64(status.st_size) }
    }
  }

  /// The room beside it. What is due on a full disk is shown, but nothing new can be stored.
  func diskFinding(_ places: Places) -> Finding {
    guard let room = DiskRoom(places) else {
      return Finding(.disk, .unknown, "not-known", Words.diskUnknown)
    }
    let facts: [(name: String, value: JSON)] = [("free_bytes", .number(room.bytes))]
    let size = Words.megabytes(room.bytes)
    return room.isFull
      ? Finding(
        .disk, .problem, "full", Words.diskFull(size),
        command: "df -h \(Remedy.quoted(room.place))", facts)
      : Finding(.disk, .ok, "room", Words.diskRoom(size), facts)
  }
}
