import CivilTime
import Configuration
import Glibc
import Localization
import Reminders
import Store
import System

extension Command {
  func runStatus() throws -> CommandResult {
    try args.expectNoWords()
    try args.expectOne(of: .json, .format)
    if let format = args.value(.format) {
      let line = try BarFormat(format).line(try .current(context, repairing: true))
      return CommandResult(output: .text(line))
    }
    do {
      let status = try Status(context)
      return answer(
        json: status.members(context), text: status.lines(context).lines)
    } catch let error as StoreError {
      // Damage is repaired, and status asked again.
      guard !error.isDamage, !isJSON, let restarts = context.restarts else {
        throw error
      }
      let failure = Failure(error, try? context.paths())
      return CommandResult(
        remarks: failure.sentences + [
          Messages.daemonWaits(why: restarts.why, restarts: restarts.count)
        ],
        code: failure.code)
    }
  }

  func runDoctor() throws -> CommandResult {
    try args.expectNoWords()
    let system = SystemSnapshot(context, showsPopup: args.has(.popup))
    let recovered = args.has(.repair) ? try system.repaired() : nil
    let checks = system.checks
    let problems = checks.count { $0.state == .problem }
    var remarks: [String] = []
    if let recovered, let paths = system.paths {
      remarks.append(recovered.sentence(path: paths.store))
    }
    if !isJSON {
      remarks.append(
        problems == 0
          ? tr("Reminders will come.")
          : tr(problems, "There is {n} problem.", "There are {n} problems."))
    }
    var report = answer(
      json: [("problems", .number(Int64(problems))), ("findings", .array(checks.map(\.json)))],
      text: checks.map { $0.lines(on: context.terminal) }.joined(), remarks: remarks)
    report.code = problems == 0 ? .done : .failed
    return report
  }

  func runVersion() throws -> CommandResult {
    try args.expectNoWords()
    // One that has only just started has not yet written who it is.
    let daemon = try context.daemon().flatMap { $0.version.isEmpty ? nil : $0.version }
    let lines =
      ["remindctl \(Product.version)"] + (daemon.map { ["remindd " + VisibleText.line($0)] } ?? [])
    return answer(
      json: [("version", .string(Product.version)), ("daemon", daemon.map(JSON.string) ?? .null)],
      text: lines.lines)
  }
}

extension Context {
  /// How often, and why, the user's service manager has to start remindd again; nil if it does not.
  fileprivate var restarts: UserManager.Restarts? {
    UserManager(self)?.properties(UserManager.Restarts.properties).flatMap {
      UserManager.Restarts($0)
    }
  }
}

/// How things are.
private struct Status {
  private var keeper: DaemonLock.Keeper
  private var daemon: DaemonLock.Holder? { keeper.daemon }
  /// Whether the daemon serves the file that is there; nil if that is not known, or none runs.
  private var isServed: Bool?
  private var counts = Counts.none
  /// How many of the upcoming ones should have been shown.
  private var overdue = 0
  private var pauseEnd: Instant?
  private var next: Entry?
  private var path: String
  /// Nil if it is not known.
  private var room: DiskRoom?
  /// Damaged files that were kept aside.
  private var aside: [DamagedStore] = []

  init(_ context: Context) throws {
    let paths = try context.paths()
    path = paths.store
    room = DiskRoom(paths)
    aside = paths.damagedStores
    keeper = try context.keeper()
    isServed = keeper.daemon?.serves(paths.store)
    guard let store = try context.reader() else { return }
    // A daemon that is busy may take a moment.
    let limit = Instant(milliseconds: context.now.milliseconds - 2000)
    counts = try store.counts(shownAfter: context.shownAfter)
    overdue = try store.overdue(before: limit)
    next = try store.pending(after: .start, limit: 1).first
    pauseEnd = try store.pauseEnd()
  }

  func lines(_ context: Context) -> [String] {
    var lines = [context.silenceNow(pauseEnd: pauseEnd)].compactMap { $0 }
    if let daemon {
      lines.append(
        daemon.version.isEmpty
          ? tr("remindd is running.")
          : Messages.serving(
            version: VisibleText.line(daemon.version),
            since: context.dateAndTime(at: daemon.since), process: String(daemon.process)))
    } else if case .other(let process) = keeper {
      lines.append(Messages.barred(process))
    } else if let restarts = context.restarts {
      lines.append(Messages.daemonWaits(why: restarts.why, restarts: restarts.count))
    } else {
      lines.append(Messages.unserved)
    }
    if isServed == false {
      lines.append(Messages.unservedStore(VisibleText.line(path), isGone: access(path, F_OK) != 0))
    }
    if let next {
      lines.append(
        Messages.next(
          tr(
            "{id}  {text}  {when} ({distance})",
            [
              "id": String(next.id), "text": next.title, "when": context.when(next.due),
              "distance": context.distance(to: next.due),
            ])))
    }
    if let room, room.isFull { lines.append(Messages.diskFull(Messages.megabytes(room.bytes))) }
    return lines + [
      Messages.counts(counts, overdue: overdue, isServed: daemon != nil),
      Messages.store(VisibleText.line(path)),
    ] + aside.map(Messages.damagedStore)
  }

  func members(_ context: Context) -> [(name: String, value: JSON)] {
    let zone = context.local.zone
    var members: [(name: String, value: JSON)] = [("daemon", JSON.daemon(isRunning: daemon != nil))]
    if let daemon, !daemon.version.isEmpty {
      members +=
        [
          ("pid", .number(Int64(daemon.process))), ("version", .string(daemon.version)),
        ] + JSON.time("since", daemon.since, in: zone)
    }
    return members + [
      ("store_served", isServed.map(JSON.boolean) ?? .null),
      ("next", next.map { .object($0.members(in: zone)) } ?? .null),
      ("pending", .number(Int64(counts.pending))), ("held", .number(Int64(counts.held))),
      ("unanswered", .number(Int64(counts.unanswered))), ("overdue", .number(Int64(overdue))),
      ("store", .string(path)),
      ("damaged", .array(aside.map { .string($0.path) })),
    ] + context.pauseMembers(pauseEnd)
  }
}
