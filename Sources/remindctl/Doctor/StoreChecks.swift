import Glibc
import Scheduler

/// Whether what is stored is safe, and can be added to.
extension Patient {
  var storeFindings: [Finding] {
    let path = VisibleText.line(places.store)
    do throws(StoreError) {
      guard let store = try ReminderStore(reading: places, patience: 1000) else {
        return [Finding(.store, .ok, "none", Words.noStoreYet(VisibleText.line(places.data)))]
      }
      if let flaw = try store.flaw() {
        return [
          Finding(
            .store, .problem, "damaged", Words.storeDamaged(path, VisibleText.line(flaw)),
            command: "remindctl doctor --repair")
        ]
      }
      let counts = try store.counts(shownAfter: context.shownAfter)
      var findings = [well(path, counts)]
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
      return findings + aside
    } catch {
      return [unusable(error)] + aside
    }
  }

  /// What could be saved of the store; nil where nothing is wrong with it, or there is none.
  /// - Throws: `Failure.store` for a file that is no store, and what the disk said.
  func repaired() throws(Failure) -> Salvaged? {
    try context.attempt { () throws(StoreError) in
      do throws(StoreError) {
        let store = try ReminderStore(reading: places, patience: 1000)
        guard try store?.flaw() != nil else { return nil }
      } catch {
        guard error.isDamage else { throw error }
        return try Repair.run(places, after: error, at: context.now)
      }
      return try Repair.run(places, after: Sanity.nonsense, at: context.now)
    }
  }

  private func well(_ path: String, _ counts: Counts) -> Finding {
    let facts: [(name: String, value: JSON)] = [
      ("store", .string(places.store)), ("bytes", .number(bytes)),
      ("pending", .number(Int64(counts.pending))),
    ]
    // The log, too, is made beside it.
    for place in [places.store, places.data] where access(place, W_OK) != 0 {
      let (reason, own) = (Words.system(errno), errno == EACCES)
      let mode = place == places.data ? "700" : "600"
      return Finding(
        .store, .problem, "read-only", Words.storeReadOnly(VisibleText.line(place), reason),
        command: own ? "chmod \(mode) \(quoted(place))" : nil, facts)
    }
    for (place, mode) in [(places.data, "700"), (places.store, "600")] {
      var status = stat()
      guard stat(place, &status) == 0, status.st_mode & 0o077 != 0 else { continue }
      return Finding(
        .store, .note, "open-to-others", Words.storeOpen(VisibleText.line(place)),
        command: "chmod \(mode) \(quoted(place))", facts)
    }
    let size = Words.megabytes(bytes)
    return Finding(
      .store, .ok, "sound", Words.storeSound(path, size: size, pending: counts.pending), facts)
  }

  private func unusable(_ error: StoreError) -> Finding {
    let failure = Failure.store(error, places)
    let sentence = Words.failure(failure, columns: nil)[0]
    let command: String? =
      switch error.cause {
      case .damaged: "remindctl doctor --repair"
      // It may be anything of somebody's.
      case .notADatabase: "mv \(quoted(places.store)) \(quoted(places.store + ".aside"))"
      default: nil
      }
    return Finding(.store, .problem, failure.name, sentence, command: command)
  }

  /// Damaged stores that were kept.
  private var aside: [Finding] {
    places.damagedStores.map {
      Finding(
        .store, .note, "kept-aside", Words.damagedStore(VisibleText.line($0)),
        command: "rm \(quoted($0))")
    }
  }

  /// Of the store without its log, which is of one size whatever is in it.
  private var bytes: Int64 {
    var status = stat()
    return stat(places.store, &status) == 0 ? Int64(status.st_size) : 0
  }

  /// The room beside it. What is due on a full disk is shown, but nothing new can be stored.
  var diskFinding: Finding {
    var disk = statvfs()
    // Before the first reminder there is only the way to it.
    var place = places.data
    while statvfs(place, &disk) != 0 {
      guard place.utf8.count > 1, let slash = place.lastIndex(of: "/") else {
        return Finding(.disk, .unknown, "not-known", Words.diskUnknown)
      }
      place = slash == place.startIndex ? "/" : String(place[..<slash])
    }
    let free = Int64(clamping: UInt64(disk.f_bavail) &* UInt64(disk.f_frsize))
    let isFull = free < Patient.leastFree || (disk.f_files > 0 && disk.f_favail == 0)
    let facts: [(name: String, value: JSON)] = [("free_bytes", .number(free))]
    let size = Words.megabytes(free)
    return isFull
      ? Finding(
        .disk, .problem, "full", Words.diskFull(size), command: "df -h \(quoted(place))", facts)
      : Finding(.disk, .ok, "room", Words.diskRoom(size), facts)
  }

  /// Of this much nothing is left soon.
  private static let leastFree: Int64 = 8 << 20

  /// The configuration: lines that are not understood have no effect, and a hook that is not there
  /// hears nothing.
  var configurationFinding: Finding {
    let path = VisibleText.line(places.configuration)
    let configuration = context.configuration
    if let flaw = configuration.flaws.first {
      return Finding(
        .configuration, .note, "not-understood",
        flaw.line == 0
          ? Words.configurationUnread(path) : Words.configurationFlaw(path, line: flaw.line),
        command: "man remindctl.conf")
    }
    if let hook = configuration.hook, access(hook, X_OK) != 0 {
      let reason = Words.system(errno)
      return Finding(
        .configuration, .note, "no-hook", Words.hookMissing(VisibleText.line(hook), reason))
    }
    return access(places.configuration, F_OK) == 0
      ? Finding(.configuration, .ok, "read", Words.configurationRead(path))
      : Finding(.configuration, .ok, "none", Words.noConfiguration(path))
  }

  /// As a word of a shell's.
  func quoted(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy {
      $0.isDigit || (65...90).contains($0) || (97...122).contains($0) || "/._-+@%".utf8.contains($0)
    }
    return isPlain
      ? path : "'" + path.reduce(into: "") { $0 += $1 == "'" ? "'\\''" : "\($1)" } + "'"
  }
}
