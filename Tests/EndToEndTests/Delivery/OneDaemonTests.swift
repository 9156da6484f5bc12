import Foundation
import Testing

/// One daemon serves a store, whoever else tries, asks or dies.
@Suite struct OneDaemonTests {
  let home: Home
  init() async throws { home = try await Home() }

  @Test("a second daemon is refused by name, and the first one goes on")
  func second() async throws {
    let first = try await home.remindd("--channel", "stdout")
    let second = try await home.run(["remindd"])
    #expect(second.code == 1)
    #expect(
      second.error
        == "remindd: Another remindd (process \(first.child.process)) already serves "
        + "\(home.store)\n")
    #expect(second.output == "")
    try await home.remindctl("in", "0.1s", "tea")
    try await first.line(with: "tea")
  }

  @Test("of ten that start at once one serves, and each reminder comes once")
  func ten() async throws {
    try await home.create(5, in: "0.1s")
    let daemons = try (0..<10).map { _ in try Daemon(home, ["--channel", "stdout", "--json"]) }
    var serving: [Daemon] = []
    for daemon in daemons {
      let code = try await daemon.child.wait(for: "READY or an end") { said -> Int32? in
        if said.notices.contains(where: { $0.hasPrefix("READY=1") }) { return 0 }
        if case .code(let code) = said.exit { return code }
        return nil
      }
      if code == 0 { serving.append(daemon) } else { #expect(code == 1) }
    }
    #expect(serving.count == 1)
    try await serving[0].lines(5)
    #expect(try daemons.flatMap { try $0.alerts() }.map(\.id).sorted() == Array(1...5))
  }

  @Test("a daemon that was killed leaves the store to the next one")
  func killed() async throws {
    let first = try await home.remindd()
    #expect(try await first.end(SIGKILL) == .signal(SIGKILL))
    #expect(try await home.remindctl("status", "--json").output.contains(#""daemon":"absent""#))
    let second = try await home.remindd()
    let status = try await home.remindctl("status", "--json")
    #expect(status.output.contains(#""daemon":"running","pid":\#(second.child.process),"#))
  }

  @Test("clients that ask for the daemon never make one fail that starts")
  func probing() async throws {
    try await home.remindctl("in", "1h", "far")
    let probes = try (0..<2).map { _ in
      try home.start(["/bin/sh", "-c", "while remindctl status >/dev/null; do :; done"])
    }
    for _ in 0..<50 {
      let daemon = try await home.remindd("--channel", "stdout")
      #expect(try await daemon.end(SIGTERM) == .code(0))
    }
    for probe in probes {
      #expect(probe.said.exit == nil, "a probe failed: \(probe.said.error)")
      probe.send(SIGKILL)
    }
  }
}
