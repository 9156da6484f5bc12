import Beds
import Foundation
import Scheduler
import Testing

@testable import remindd

/// The channel on a private bus. Each test is a process of its own, since libnotify and the shared
/// connection to the bus are globals.
@Suite(.enabled(if: DesktopBed.isPossible, "needs the Debian packages of the group desktop"))
struct DesktopChannelTests {
  @Test("a server that is started again is followed", .timeLimit(.minutes(5)))
  func restarted() async {
    await #expect(processExitsWith: .success) {
      await onDesktop { bed in
        try await bed.startBus()
        let witness = DesktopWitness(bed.environment)
        try #expect(await witness.next() == .state(.absent(.noServer)))
        witness.deliver(1)
        try #expect(await witness.next() == .outcome(delivery: 1, .held(.noServer)))
        var owners: Set<String> = []
        for round in 2...4 as ClosedRange<Int64> {
          let server = try MoodyServer(.kind, on: bed.address)
          try await owners.insert(witness.nextServer().uniqueName)
          try await witness.show(round)
          server.truncateMovedLog()
          try #expect(await witness.next() == .state(.absent(.noServer)))
        }
        #expect(owners.count == 3)
      }
    }
  }

  @Test(
    "a popup without a number counted as shown, and an error that the bus has too as the bus's own",
    .timeLimit(.minutes(5)))
  func numberless() async {
    await #expect(processExitsWith: .success) {
      await onDesktop { bed in
        try await bed.startBus()
        let server = try MoodyServer(.numberless, on: bed.address)
        let witness = DesktopWitness(bed.environment)
        try await _ = witness.nextServer()
        witness.deliver(1)
        try #expect(await witness.next() == .outcome(delivery: 1, .held(.refused)))
        server.become(.absent)
        witness.deliver(2)
        try #expect(await witness.next() == .outcome(delivery: 2, .held(.refused)))
        server.become(.kind)
        try await witness.show(3)
      }
    }
  }

  @Test("a server that refuses is told from one that is silent", .timeLimit(.minutes(5)))
  func refused() async {
    await #expect(processExitsWith: .success) {
      await onDesktop { bed in
        try await bed.startBus()
        let server = try MoodyServer(.full, on: bed.address)
        let witness = DesktopWitness(bed.environment)
        try await _ = witness.nextServer()
        witness.deliver(1)
        try #expect(await witness.next() == .outcome(delivery: 1, .held(.refused)))
        server.become(.kind)
        try await witness.show(2)
      }
    }
  }

  @Test("a server that hangs holds everything at once", .timeLimit(.minutes(5)))
  func hangs() async {
    await #expect(processExitsWith: .success) {
      await onDesktop { bed in
        try await bed.startBus()
        let server = try MoodyServer(.stopped, on: bed.address)
        let witness = DesktopWitness(bed.environment)
        for delivery in 1...3 as ClosedRange<Int64> { witness.deliver(delivery) }
        try #expect(await witness.next(within: 1) == .state(.hung))
        for delivery in 1...3 as ClosedRange<Int64> {
          try #expect(
            await witness.next(within: 1) == .outcome(delivery: delivery, .held(.notAnswering)))
        }
        witness.deliver(4)
        try #expect(await witness.next(within: 1) == .outcome(delivery: 4, .held(.notAnswering)))
        #expect(server.notifications == 0)
        server.become(.kind)
        try await _ = witness.nextServer(within: 1)
        try await witness.show(1)
        #expect(server.notifications == 1)
      }
    }
  }

  @Test("a server dies of a popup: nobody can tell whether it was seen", .timeLimit(.minutes(5)))
  func dies() async {
    await #expect(processExitsWith: .success) {
      await onDesktop { bed in
        try await bed.startBus()
        let server = try MoodyServer(.fragile, on: bed.address)
        let witness = DesktopWitness(bed.environment)
        try await _ = witness.nextServer()
        witness.deliver(1)
        try #expect(await witness.next() == .state(.probing))
        try #expect(await witness.next() == .outcome(delivery: 1, .unknown(.noAnswer)))
        try #expect(await witness.next() == .state(.absent(.noServer)))
        #expect(server.notifications == 1)
      }
    }
  }

  @Test(
    "a popup that is answered after libnotify gave up is not shown twice", .timeLimit(.minutes(5)))
  func late() async {
    await #expect(processExitsWith: .success) {
      await onDesktop { bed in
        try await bed.startBus()
        let server = try MoodyServer(.mute, on: bed.address)
        let witness = DesktopWitness(bed.environment)
        let identity = try await witness.nextServer()
        witness.deliver(1)
        try await until("Notify") { server.notifications == 1 }
        server.become(.stopped)
        try #expect(await witness.next(within: 3) == .state(.hung))
        try #expect(await witness.next(within: 1) == .outcome(delivery: 1, .unknown(.noAnswer)))
        try await Task.sleep(for: .seconds(24))
        server.become(.kind)
        try #expect(
          await witness.next()
            == .late(delivery: 1, .accepted(server: identity, notification: 1)))
        try #expect(await witness.next() == .state(.ready(identity)))
        #expect(server.notifications == 1)
      }
    }
  }

  @Test("a service that never registers costs 2 seconds, once", .timeLimit(.minutes(5)))
  func neverRegisters() async {
    await #expect(processExitsWith: .success) {
      await onDesktop { bed in
        try bed.offer(DesktopBus.name, "/bin/sleep 20")
        try await bed.startBus()
        let witness = DesktopWitness(bed.environment)
        try #expect(await witness.next() == .state(.ready(nil)))
        witness.deliver(1)
        witness.deliver(2)
        try #expect(await witness.next(within: 3) == .state(.absent(.noServer)))
        try #expect(await witness.next(within: 1) == .outcome(delivery: 1, .held(.noServer)))
        try #expect(await witness.next(within: 1) == .outcome(delivery: 2, .held(.noServer)))
        let server = try MoodyServer(.kind, on: bed.address)
        try await _ = witness.nextServer()
        try await witness.show(1)
        #expect(server.notifications == 1)
      }
    }
  }

  @Test(
    "a server that could not start yet is tried again at the next reminder", .timeLimit(.minutes(5))
  )
  func startsLater() async {
    await #expect(processExitsWith: .success) {
      await onDesktop { bed in
        try await bed.startScreen()
        let screen = bed.folder.appending(path: "screen-is-there").path(percentEncoded: false)
        let command = try bed.command(.dunst).joined(separator: " ")
        try bed.offer(DesktopBus.name, "/bin/sh -c 'test -e \(screen) && exec \(command)'")
        try await bed.startBus()
        let witness = DesktopWitness(bed.environment)
        try #expect(await witness.next() == .state(.ready(nil)))
        witness.deliver(1)
        try #expect(await witness.next() == .state(.absent(.noServer)))
        try #expect(await witness.next() == .outcome(delivery: 1, .held(.noServer)))
        try Data().write(to: URL(filePath: screen))
        witness.lookAgain()
        try #expect(await witness.nextServer().product == "dunst")
        try await witness.show(1)
      }
    }
  }

  @Test("stopping answers for what was not sent, and takes nothing more", .timeLimit(.minutes(5)))
  func stopped() async {
    await #expect(processExitsWith: .success) {
      await onDesktop { bed in
        try await bed.startBus()
        let server = try MoodyServer(.stopped, on: bed.address)
        let witness = DesktopWitness(bed.environment)
        witness.deliver(1)
        witness.stop()
        witness.deliver(2)
        try #expect(await witness.next() == .outcome(delivery: 1, .held(.interrupted)))
        try #expect(await witness.next() == .outcome(delivery: 2, .held(.interrupted)))
        #expect(server.notifications == 0)
      }
    }
  }

  @Test(
    "signals for the program reach none of the threads that GLib starts", .timeLimit(.minutes(5)))
  func signals() async {
    await #expect(processExitsWith: .success) {
      await onDesktop { bed in
        try await bed.startBus()
        let before = try threads()
        let witness = DesktopWitness(bed.environment)
        try #expect(await witness.next() == .state(.absent(.noServer)))
        let ours = try threads().filter { before[$0.key] == nil && !$0.key.name.hasPrefix("swift") }
        #expect(ours.keys.contains { $0.name == "gdbus" })
        for signal in [SIGTERM, SIGINT, SIGHUP, SIGUSR1] {
          #expect(ours.values.allSatisfy { $0 & 1 << UInt64(signal - 1) != 0 }, "\(ours)")
        }
      }
    }
  }
}

private struct ThreadKey: Hashable {
  var id: String
  var name: String
}

/// This process's threads, with their blocked signals (proc(5), SigBlk).
private func threads() throws -> [ThreadKey: UInt64] {
  var found: [ThreadKey: UInt64] = [:]
  for id in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task") {
    guard let status = try? String(contentsOfFile: "/proc/self/task/\(id)/status", encoding: .utf8)
    else { continue }
    func field(_ name: String) -> String? {
      status.split(separator: "\n").first { $0.hasPrefix(name + ":") }?
        .split(separator: "\t").last.map(String.init)
    }
    guard let name = field("Name"), let blocked = field("SigBlk").flatMap({ UInt64($0, radix: 16) })
    else { continue }
    found[ThreadKey(id: id, name: name)] = blocked
  }
  return found
}
