import Beds
import Foundation
import Testing

@testable import Reminders
@testable import Store

/// Kill -9 of daemon and helper at each phase of a mail, under each fault of a server. `make test` tries some
/// of it, `make torture` all.
@Suite("mail and kills", .timeLimit(.minutes(30)), .enabled(if: MailBed.isThere))
struct MailKillTests {
  /// How far a mail had come when the kill fell.
  enum Phase: String, CaseIterable {
    /// Before the daemon took it up.
    case unclaimed
    /// Taken up; the helper waits for the account's secret.
    case claimed
    case connected, body
    /// The server has the whole mail and has not answered.
    case dot
    /// The server has answered; the daemon has not read it.
    case verdict
    case recorded
  }

  enum Victim: String, CaseIterable { case daemon, helper, both }

  /// What goes wrong the first time, and up to which phase the mail comes with it.
  static let faults: [(name: String, reaches: Phase)] = [
    ("none", .dot), ("certificate", .claimed), ("greeting-421", .connected),
    ("login-535", .connected), ("sender-550", .connected), ("rcpt-451", .connected),
    ("rcpt-550", .connected), ("data-421", .connected), ("drop-body", .connected),
    ("dot-451", .dot), ("dot-554", .dot), ("drop-unstored", .dot), ("drop-stored", .dot),
  ]

  struct Row: CustomTestStringConvertible {
    var phase: Phase
    var fault: String
    var victim: Victim
    var testDescription: String { "\(victim.rawValue) killed, \(phase.rawValue), \(fault)" }
  }

  static let rows: [Row] = {
    let phases = Phase.allCases
    let all = faults.flatMap { fault in
      phases.filter { phase in
        [.unclaimed, .claimed, .verdict, .recorded].contains(phase)
          || phases.firstIndex(of: phase)! <= phases.firstIndex(of: fault.reaches)!
      }.flatMap { phase in
        Victim.allCases.filter { phase != .unclaimed || $0 == .daemon }
          .map { Row(phase: phase, fault: fault.name, victim: $0) }
      }
    }
    guard ProcessInfo.processInfo.environment["REMIND_TORTURE"] == nil else { return all }
    // Each phase, each fault and each victim, in turn.
    return all.enumerated().filter { $0.offset % (Home.isSanitized ? 29 : 11) == 4 }.map(\.element)
  }()

  @Test(
    "it comes at least once; more than once only where the answer was lost, and the same bytes",
    arguments: rows)
  func kill(_ row: Row) async throws {
    let bed = try await MailBed(fault: nil, isHolding: true)
    func path(_ name: String) -> String { bed.folder + "/" + name }
    func write(_ text: String, _ name: String) throws {
      try text.write(toFile: path(name), atomically: true, encoding: .utf8)
    }
    func wait(for name: String) async throws {
      try await until(name) { access(path(name), F_OK) == 0 }
    }
    // The secret's source is a place to wait at, too.
    try bed.configure(
      "password-command=sh -c \"touch \(path("asked")); while [ -e \(path("silent")) ]; do sleep 0.01; done; echo secret\""
    )
    if row.fault != "none" { try write(row.fault, "fault") }
    switch row.phase {
    case .claimed, .verdict: try write("", "silent")
    case .connected, .body, .dot: try write(row.phase.rawValue, "hold")
    case .unclaimed, .recorded: break
    }
    var arguments = ["remindctl", "in", "1s", "--channel", "mail"]
    if row.phase == .body {
      // More than what lies on the way between two sockets.
      let file = path("large")
      #expect(FileManager.default.createFile(atPath: file, contents: Data(count: 12 << 20)))
      arguments += ["--attach", file]
    }
    #expect(try await bed.home.run(arguments + ["tea"]).code == 0)

    let daemon = try await bed.home.remindd("--channel", "stdout")
    let process = daemon.child.process
    switch row.phase {
    case .unclaimed: break
    case .claimed: try await wait(for: "asked")
    case .connected, .body, .dot: try await wait(for: "reached")
    case .verdict:
      try await wait(for: "asked")
      // It asks the daemon once more before the mail itself goes: what it then says is not read.
      if ["none", "drop-body", "drop-stored", "drop-unstored", "dot-451", "dot-554"]
        .contains(row.fault)
      {
        try write("dot", "hold")
        unlink(path("silent"))
        try await until("the dot") {
          access(path("reached"), F_OK) == 0 || access(path("answered"), F_OK) == 0
        }
        try await bed.home.stop(daemon)
        unlink(path("hold"))
      } else {
        try await bed.home.stop(daemon)
        unlink(path("silent"))
      }
      try await wait(for: "answered")
      try await Task.sleep(for: .milliseconds(200))
    case .recorded:
      _ = try await bed.wait("list") {
        $0.isEmpty || !["scheduled", "claimed"].contains($0[0].state)
      }
    }
    if row.victim != .daemon {
      if row.victim == .both { try await bed.home.stop(daemon) }
      try await bed.home.shell("pkill -KILL -P \(process) remind-mail; sleep 0.1")
    }
    if row.victim != .helper { try await bed.home.kill(daemon) }
    for name in ["silent", "hold"] { unlink(path(name)) }
    if row.phase == .verdict { daemon.child.send(SIGCONT) }

    let last =
      row.victim == .helper ? daemon : try await bed.home.remindd("--channel", "stdout")
    let log = try await bed.wait("log", retrying: true) { !$0.isEmpty }
    let waiting = try await bed.entries("list")
    let state = try #require(log.first?.state, "\(waiting)")
    // What a helper of a dead daemon had in hand may still come.
    try await Task.sleep(for: .milliseconds(100))
    let copies = bed.copies
    if state == "failed" {
      #expect(["sender-550", "rcpt-550", "dot-554"].contains(row.fault))
      #expect(copies.isEmpty)
      // It is shown instead: by the first one where the kill fell late.
      try await until("a line") {
        !(daemon.child.said.lines + last.child.said.lines).isEmpty
      }
    } else {
      #expect(state == "accepted")
      #expect(copies.count >= 1)
    }
    let isAnswerLost =
      row.fault == "drop-stored" || row.phase == .dot
      || row.phase == .verdict && row.victim != .helper
    #expect(copies.count <= (isAnswerLost ? 2 : 1))
    #expect(Set(copies).count <= 1)
  }
}
