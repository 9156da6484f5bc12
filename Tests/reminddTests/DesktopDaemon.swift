import Beds
import Foundation
import Scheduler

@testable import CivilTime
@testable import Configuration
@testable import Reminders
@testable import Store
@testable import remindd

/// A home on a bed's desktop, with the real daemon. The store is opened for each look and each
/// change, as remindctl opens it: closing it is what the daemon wakes up on.
final class DesktopDaemon {
  let bed: DesktopBed
  let paths: Paths
  /// What went over the bus; of a bed of `on` alone.
  private(set) var record: BusRecord!
  private(set) var server: Child?
  private let environment: [String: String]
  private var process: Child?

  /// Nothing runs yet.
  /// - Parameter configuration: the lines of remindctl.conf.
  init(_ bed: DesktopBed, configuration: String = "", changing: [String: String] = [:]) throws {
    self.bed = bed
    var environment = bed.environment
    environment["XDG_DATA_HOME"] = bed.folder.appending(path: "data").path(percentEncoded: false)
    environment["TZ"] = "UTC"
    environment["LC_ALL"] = "C.UTF-8"
    environment.merge(changing) { $1 }
    self.environment = environment
    paths = Paths { environment[$0] }!
    try FileManager.default.createDirectory(
      at: URL(filePath: paths.configuration).deletingLastPathComponent(),
      withIntermediateDirectories: true)
    try configure(configuration)
  }

  /// A bed with a bus, a recorder and a server that is ready.
  static func on(
    _ server: DesktopBed.Server, _ configuration: String = "", changing: [String: String] = [:]
  ) async throws -> DesktopDaemon {
    let bed = try DesktopBed()
    try await bed.startBus()
    let daemon = try DesktopDaemon(bed, configuration: configuration, changing: changing)
    daemon.record = try await bed.record()
    try await daemon.startServer(server)
    return daemon
  }

  func startServer(_ server: DesktopBed.Server) async throws {
    self.server = try await bed.startServer(server, configuration: bed.menuLine)
    try await until("a server") { try !bed.owner().isEmpty }
  }

  func configure(_ lines: String) throws {
    try "[remindctl]\n\(lines)\n".write(
      toFile: paths.configuration, atomically: true, encoding: .utf8)
  }

  /// Starts the daemon.
  func start(_ arguments: String...) throws {
    process = try Child(
      [DesktopDaemon.program] + arguments, environment: environment,
      log: bed.folder.appending(path: "daemon.log"))
  }

  /// Starts the daemon, and waits until it has found the notification server.
  func startAndListen(_ arguments: String...) async throws {
    let sentence = "Popups are shown by"
    let before = said.components(separatedBy: sentence).count
    process = try Child(
      [DesktopDaemon.program] + arguments, environment: environment,
      log: bed.folder.appending(path: "daemon.log"))
    try await until("the daemon's ears") {
      said.components(separatedBy: sentence).count > before
    }
  }

  /// The daemon that was built with this test.
  private static let program =
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    .appending(path: "remindd").path(percentEncoded: false)

  func kill() { process = nil }
  func send(_ signal: Int32) { process?.send(signal) }

  /// Whether it has not ended by itself.
  var runs: Bool { process?.runs == true }

  /// What it has printed, on both streams.
  var said: String {
    (try? String(contentsOf: bed.folder.appending(path: "daemon.log"), encoding: .utf8)) ?? ""
  }

  // MARK: Reminders

  var now: Instant { ClockReading.read().now }

  /// Stores a reminder as remindctl does.
  /// - Parameter delay: milliseconds until it is due.
  @discardableResult
  func add(
    _ text: String, in delay: Int64 = 0, _ change: (inout ReminderOptions) -> Void = { _ in }
  ) throws -> Int64 {
    try write { try add(text, in: delay, to: $0, change) }
  }

  func add(
    _ text: String, in delay: Int64, to store: ReminderStore,
    _ change: (inout ReminderOptions) -> Void = { _ in }
  ) throws -> Int64 {
    try add(text, at: now.advanced(by: delay)!, to: store, change)
  }

  func add(
    _ text: String, at due: Instant, to store: ReminderStore,
    _ change: (inout ReminderOptions) -> Void = { _ in }
  ) throws -> Int64 {
    let moment = ClockReading.read()
    var new = NewReminder(
      text: text,
      trigger: .interval(bootID: moment.bootID, dueBoot: moment.boot + due.since(moment.now)),
      due: due, in: .utc, words: "in", language: nil)
    change(&new.options)
    return try store.create(new, at: moment.now).id
  }

  func write<Result>(_ body: (ReminderStore) throws -> Result) throws -> Result {
    try body(ReminderStore(writing: paths, patience: 10_000))
  }

  func read<Result>(_ body: (ReminderStore) throws -> Result) throws -> Result {
    try body(ReminderStore(reading: paths, patience: 10_000)!)
  }

  func answer(_ id: Int64, _ answer: Answer) throws -> Bool {
    try write { store in
      guard let target = try store.target(of: id) else { return false }
      return try store.atomically {
        try store.answer(target, answer, at: now, in: .utc)
      }
    }
  }

  func pending() throws -> [Entry] { try read { try $0.pending(after: .start, limit: 2000) } }

  /// Waits until the daemon has been through everything that has happened up to now.
  func settle() async throws {
    let marker = try add("settled", in: 1) { $0.urgency = .critical }
    try await until("a marker") { try life(marker)?.entry.fired != nil }
  }

  func life(_ id: Int64) throws -> History? { try read { try $0.history(of: id) } }

  /// Waits until the reminder's latest occurrence is in a state.
  func waitFor(_ id: Int64, _ state: OccurrenceState, within seconds: Double = patience)
    async throws
  {
    do {
      try await until("\(id) \(state)", within: seconds) { try life(id)?.entry.state == state }
    } catch { throw BedError("\(error): \(String(describing: try life(id))) \(said)") }
  }

  /// Waits until a popup of the reminder has been accepted, for the `count`th time.
  func waitForPopup(_ id: Int64, _ count: Int = 1, within seconds: Double = patience) async throws {
    do {
      try await until("popup \(count) of \(id)", within: seconds) {
        try life(id)!.deliveries.count { $0.channel == .desktop && $0.state == .accepted } >= count
      }
    } catch { throw BedError("\(error): \(String(describing: try life(id))) \(said)") }
  }
}
