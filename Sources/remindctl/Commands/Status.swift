import CivilTime
import Glibc
import Reminders
import Scheduler
import Store
import System
import TimeLanguage

extension Commands {
  static func runStatus(_ arguments: Arguments, _ context: Context) throws -> Interaction {
    try arguments.expectNoWords()
    try arguments.expectOne(of: .json, .format)
    if let format = arguments.value(.format) {
      let line = try BarFormat(format).line(try .current(context, repairing: true))
      return .done(CommandResult(output: .text(line)))
    }
    let status: Status
    do { status = try Status(context) } catch let error as StoreError {
      // Damage is repaired, and status asked again.
      guard !error.isDamage, !arguments.has(.json),
        let unit = UserManager(context)?.properties(UserManager.Restarts.properties),
        let restarts = UserManager.Restarts(unit)
      else { throw error }
      let failure = Failure(error, try? context.places())
      var result = CommandResult(code: failure.code)
      result.remarks =
        Messages.failure(failure, columns: nil) + [Messages.daemonWaits(restarts)]
      return .done(result)
    }
    var report = CommandResult()
    if arguments.has(.json) {
      report.output = JSON.document(status.members(context))
    } else {
      report.output = .text(status.lines(context).map { $0 + "\n" }.joined())
    }
    return .done(report)
  }
}

/// How things are.
private struct Status {
  var keeper: DaemonLock.Keeper
  var daemon: DaemonLock.Holder? { keeper.daemon }
  /// Whether the daemon serves the file that is there; nil where that is not known, or none runs.
  var isServed: Bool?
  var pending = 0
  var held = 0
  var unanswered = 0
  /// How many of those to come should have come.
  var overdue = 0
  var pauseEnd: Instant?
  var next: Entry?
  var path: String
  /// Nil where nobody says.
  var room: DiskRoom?
  /// Damaged files that were kept aside.
  var aside: [DamagedStore] = []

  init(_ context: Context) throws {
    let places = try context.places()
    path = places.store
    room = DiskRoom(places)
    aside = places.damagedStores
    keeper = try context.keeper()
    isServed = keeper.daemon?.serves(places.store)
    guard let store = try context.reader() else { return }
    // A daemon that is busy may take a moment.
    let limit = Instant(milliseconds: context.now.milliseconds - 2000)
    let counts = try store.counts(shownAfter: context.shownAfter)
    (pending, held, unanswered) = (counts.pending, counts.held, counts.unanswered)
    overdue = try store.overdue(before: limit)
    next = try store.pending(after: .start, limit: 1).first
    pauseEnd = try store.pauseEnd()
  }

  func lines(_ context: Context) -> [String] {
    var lines = [context.silenceNow(pauseEnd: pauseEnd)].compactMap { $0 }
    if let daemon {
      lines.append(
        daemon.version.isEmpty
          ? Messages.servingUnnamed
          : Messages.serving(
            version: VisibleText.line(daemon.version),
            since: context.dateAndTime(at: daemon.since), process: String(daemon.process)))
    } else if case .other(let process) = keeper {
      lines.append(Messages.barred(process))
    } else if let unit = UserManager(context)?.properties(UserManager.Restarts.properties),
      let restarts = UserManager.Restarts(unit)
    {
      lines.append(Messages.daemonWaits(restarts))
    } else {
      lines.append(Messages.unserved)
    }
    if isServed == false {
      lines.append(Messages.unservedStore(VisibleText.line(path), isGone: access(path, F_OK) != 0))
    }
    if let next {
      lines.append(
        Messages.next(
          Messages.created(
            id: String(next.id), text: next.title, when: context.when(next.due),
            distance: context.distance(to: next.due))))
    }
    if let room, room.isFull { lines.append(Messages.diskFull(Messages.megabytes(room.bytes))) }
    return lines + [
      Messages.counts(
        pending: pending, overdue: overdue, isServed: daemon != nil, held: held,
        unanswered: unanswered),
      Messages.store(VisibleText.line(path)),
    ] + aside.map(Messages.damagedStore)
  }

  func members(_ context: Context) -> [(name: String, value: JSON)] {
    let zone = context.local.zone
    var members: [(name: String, value: JSON)] = [("daemon", JSON.daemon(isRunning: daemon != nil))]
    if let daemon, !daemon.version.isEmpty {
      members += [
        ("pid", .number(Int64(daemon.process))), ("version", .string(daemon.version)),
        ("since", .string(daemon.since.rfc3339(in: zone))),
        ("since_ms", .number(daemon.since.milliseconds)),
      ]
    }
    return members + [
      ("store_served", isServed.map(JSON.boolean) ?? .null),
      ("next", next.map { .object($0.members(in: zone)) } ?? .null),
      ("pending", .number(Int64(pending))), ("held", .number(Int64(held))),
      ("unanswered", .number(Int64(unanswered))), ("overdue", .number(Int64(overdue))),
      ("store", .string(path)),
      ("damaged", .array(aside.map { .string($0.path) })),
    ] + context.pauseMembers(pauseEnd)
  }
}
