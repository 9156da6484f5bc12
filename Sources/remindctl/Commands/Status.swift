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
      json: [("problems", .count(problems)), ("findings", .array(checks.map(\.json)))],
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
      json: [("version", .string(Product.version)), ("daemon", .orNull(daemon))],
      text: lines.lines)
  }
}

extension Context {
  /// How often, and why, the user's service manager has to start remindd again; nil if it does not.
  fileprivate var restarts: UserManager.Restarts? {
    UserManager(self)?.properties(UserManager.Restarts.properties)
      .flatMap(UserManager.Restarts.init)
  }
}

/// How things are.
private struct Status {
  private let keeper: DaemonLock.Keeper
  /// Whether the daemon serves the file that is there; nil if that is not known, or none runs.
  private let isServed: Bool?
  private var counts = Counts.none
  /// How many of the upcoming ones should have been shown.
  private var overdue = 0
  private var pauseEnd: Instant?
  private var next: Entry?
  private let path: String
  /// Nil if it is not known.
  private let room: DiskRoom?
  /// Damaged files that were kept aside.
  private let aside: [DamagedStore]

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
    let path = VisibleText.line(path)
    let next = next.map { next in
      Messages.next(
        tr(
          "{id}  {text}  {when} ({distance})",
          [
            "id": String(next.id), "text": next.title, "when": context.when(next.due),
            "distance": context.distance(to: next.due),
          ]))
    }
    let first = [
      context.silenceNow(pauseEnd: pauseEnd), service(context),
      isServed == false ? Messages.unservedStore(path, isGone: access(self.path, F_OK) != 0) : nil,
      next, room.flatMap { $0.isFull ? Messages.diskFull(Messages.megabytes($0.bytes)) : nil },
    ]
    return first.compactMap(\.self) + [
      Messages.counts(counts, overdue: overdue, isServed: keeper.daemon != nil),
      Messages.store(path),
    ] + aside.map(Messages.damagedStore)
  }

  /// Who shows reminders, or why nobody does.
  private func service(_ context: Context) -> String {
    if let daemon = keeper.daemon {
      return daemon.version.isEmpty
        ? tr("remindd is running.")
        : Messages.serving(
          version: VisibleText.line(daemon.version),
          since: context.dateAndTime(at: daemon.since), process: String(daemon.process))
    }
    if case .other(let process) = keeper { return Messages.barred(process) }
    guard let restarts = context.restarts else { return Messages.unserved }
    return Messages.daemonWaits(why: restarts.why, restarts: restarts.count)
  }

  func members(_ context: Context) -> JSON.Members {
    let zone = context.local.zone
    var members: JSON.Members = [("daemon", JSON.daemon(isRunning: keeper.daemon != nil))]
    if let daemon = keeper.daemon, !daemon.version.isEmpty {
      members += [("pid", .count(Int(daemon.process))), ("version", .string(daemon.version))]
      members += JSON.time("since", daemon.since, in: zone)
    }
    return members + [
      ("store_served", isServed.map(JSON.boolean) ?? .null),
      ("next", next.map { .object($0.members(in: zone)) } ?? .null),
      ("pending", .count(counts.pending)), ("held", .count(counts.held)),
      ("unanswered", .count(counts.unanswered)), ("overdue", .count(overdue)),
      ("store", .string(path)), ("damaged", .texts(aside.map(\.path))),
    ] + context.pauseMembers(pauseEnd)
  }
}
