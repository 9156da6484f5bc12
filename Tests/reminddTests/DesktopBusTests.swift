import Beds
import Foundation
import Scheduler
import Testing

@testable import remindd

/// A bus that is not there, comes later, dies or hangs. Each test is a process of its own, as in
/// `DesktopChannelTests`.
@Suite(.enabled(if: DesktopBed.isPossible, "needs the Debian packages of the group desktop"))
struct DesktopBusTests {
  @Test("no bus: it says so at once, and holds", .timeLimit(.minutes(5)))
  func noBus() async {
    await #expect(processExitsWith: .success) {
      await onDesktop { bed in
        let witness = DesktopWitness(bed.environment)
        try #expect(await witness.next(within: 1) == .state(.absent(.noBus)))
        witness.deliver(1)
        try #expect(await witness.next(within: 1) == .outcome(delivery: 1, .held(.noBus)))
      }
    }
  }

  @Test("a screen without a bus: nobody is asked to start one", .timeLimit(.minutes(5)))
  func noStrayBus() async {
    await #expect(processExitsWith: .success) {
      await onDesktop { bed in
        // What GLib would run.
        let launcher = bed.folder.appending(path: "dbus-launch")
        let trace = bed.folder.appending(path: "launched").path(percentEncoded: false)
        try "#!/bin/sh\ntouch '\(trace)'\n".write(to: launcher, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes(
          [.posixPermissions: 0o755], ofItemAtPath: launcher.path(percentEncoded: false))
        var environment = bed.environment
        environment["DBUS_SESSION_BUS_ADDRESS"] = nil
        environment["DISPLAY"] = ":77"
        environment["PATH"] = "\(bed.folder.path(percentEncoded: false)):/usr/bin:/bin"
        let witness = DesktopWitness(environment)
        try #expect(await witness.next(within: 1) == .state(.absent(.noBus)))
        witness.deliver(1)
        try #expect(await witness.next(within: 1) == .outcome(delivery: 1, .held(.noBus)))
        #expect(!FileManager.default.fileExists(atPath: trace))
      }
    }
  }

  @Test("the bus comes later, without the variable that names it", .timeLimit(.minutes(5)))
  func busLater() async {
    await #expect(processExitsWith: .success) {
      await onDesktop { bed in
        var environment = bed.environment
        environment["DBUS_SESSION_BUS_ADDRESS"] = nil
        let runtime = bed.socket.deletingLastPathComponent()
        try FileManager.default.removeItem(at: runtime)
        let witness = DesktopWitness(environment)
        try #expect(await witness.next() == .state(.absent(.noBus)))
        try FileManager.default.createDirectory(at: runtime, withIntermediateDirectories: true)
        try await bed.startBus()
        try #expect(await witness.next() == .state(.absent(.noServer)))
        let server = try MoodyServer(.kind, on: bed.address)
        try #expect(await witness.nextServer().product == "moody")
        try await witness.show(1)
        #expect(server.notifications == 1)
      }
    }
  }

  @Test("the bus dies and comes back, and the daemon lives", .timeLimit(.minutes(5)))
  func busDies() async {
    await #expect(processExitsWith: .success) {
      await onDesktop { bed in
        try await bed.startBus()
        var server = try MoodyServer(.kind, on: bed.address)
        let witness = DesktopWitness(bed.environment)
        try await _ = witness.nextServer()
        for round in 1...3 as ClosedRange<Int64> {
          try await witness.show(round)
          bed.killBus()
          try #expect(await witness.next() == .state(.absent(.noBus)))
          witness.deliver(round + 10)
          try #expect(await witness.next() == .outcome(delivery: round + 10, .held(.noBus)))
          try await bed.startBus()
          try #expect(await witness.next() == .state(.absent(.noServer)))
          server = try MoodyServer(.kind, on: bed.address)
          try await _ = witness.nextServer()
        }
        #expect(server.notifications == 0)
      }
    }
  }

  @Test("a bus that lets nobody in is absent after 2 seconds", .timeLimit(.minutes(5)))
  func busHangs() async {
    await #expect(processExitsWith: .success) {
      await onDesktop { bed in
        try await bed.startBus()
        bed.signalBus(SIGSTOP)
        let witness = DesktopWitness(bed.environment)
        witness.deliver(1)
        try #expect(await witness.next(within: 3) == .state(.absent(.noBus)))
        try #expect(await witness.next(within: 1) == .outcome(delivery: 1, .held(.noBus)))
        bed.signalBus(SIGCONT)
        try #expect(await witness.next() == .state(.absent(.noServer)))
      }
    }
  }
}
