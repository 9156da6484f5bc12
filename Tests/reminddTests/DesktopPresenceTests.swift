import Beds
import CNotify
import Foundation
import Testing

@testable import Store
@testable import remindd

@Suite("The user's return")
struct AbsenceTests {
  typealias Step = (sign: Absence.Sign, isBack: Bool)

  struct Row: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var steps: [Step]

    init(_ sentence: String, _ steps: Step...) {
      testDescription = sentence
      self.steps = steps
    }
  }

  @Test(
    "one return counts once, whoever tells of it",
    arguments: [
      Row("a lock", (.locked(true), false), (.locked(false), true)),
      Row("a saver", (.saving(true), false), (.saving(false), true)),
      Row(
        "a saver that says it twice", (.saving(true), false), (.saving(false), true),
        (.saving(false), false)),
      Row(
        "a screen that is used again shows the lock first", (.saving(true), false),
        (.locked(true), false), (.saving(false), false), (.locked(false), true)),
      Row(
        "unlocked before the saver says so", (.locked(true), false), (.saving(true), false),
        (.locked(false), true), (.saving(false), false)),
      Row("away since before the start", (.locked(false), true), (.saving(false), false)),
      Row(
        "twice away", (.saving(true), false), (.saving(false), true), (.saving(true), false),
        (.saving(false), true)),
    ])
  func returns(row: Row) {
    var absence = Absence()
    for step in row.steps { #expect(absence.update(step.sign) == step.isBack) }
  }
}

/// logind, for as much as is asked of it: whose session is it, and is it locked.
final class FakeLogin: Sendable {
  private let peer: BusPeer
  private static let name = "org.freedesktop.login1"

  init(on address: String) throws {
    peer = try BusPeer(FakeLogin.name, on: address) { peer, message in
      let path = String(cString: g_dbus_message_get_path(message.pointer))
      // Sessions are called after their owner here.
      let owner = path.hasSuffix("/ours") ? getuid() : getuid() + 1
      var user = [g_variant_new_uint32(owner), g_variant_new_object_path("/")]
      let value = g_variant_new_variant(g_variant_new_tuple(&user, 2))
      peer.answer(message, [value])
    }
  }

  func change(_ property: String, _ value: Bool, of session: String) {
    let dictionary = g_variant_type_new("a{sv}")
    let builder = g_variant_builder_new(dictionary)
    defer {
      g_variant_builder_unref(builder)
      g_variant_type_free(dictionary)
    }
    g_variant_builder_add_value(
      builder,
      g_variant_new_dict_entry(
        g_variant_new_string(property), g_variant_new_variant(g_variant_new_boolean(value ? 1 : 0)))
    )
    let type = g_variant_type_new("s")
    defer { g_variant_type_free(type) }
    peer.emit(
      "/org/freedesktop/login1/session/\(session)", "org.freedesktop.DBus.Properties",
      "PropertiesChanged",
      [
        g_variant_new_string("\(FakeLogin.name).Session"), g_variant_builder_end(builder),
        g_variant_new_array(type, nil, 0),
      ])
  }
}

@Suite(.enabled(if: DesktopBed.isPossible, "needs the Debian packages of the group desktop"))
struct DesktopPresenceTests {
  @Test("the session is unlocked: only the user's own counts", .timeLimit(.minutes(5)))
  func unlocked() async {
    await #expect(processExitsWith: .success) {
      await onDesktop { bed in
        try await bed.startBus()
        let system = try DesktopBed()
        try await system.startBus()
        let login = try FakeLogin(on: system.address)
        var environment = bed.environment
        environment["DBUS_SYSTEM_BUS_ADDRESS"] = system.address
        let witness = DesktopWitness(environment)
        try #expect(await witness.next() == .state(.absent(.noServer)))
        // It listens some time after it has the session bus, and nothing tells when.
        var isHeard = false
        while !isHeard {
          login.change("LockedHint", true, of: "ours")
          login.change("LockedHint", false, of: "ours")
          isHeard = (try? await witness.next(within: 0.2)) == .userReturned
        }
        while (try? await witness.next(within: 0.3)) != nil {}
        let before = witness.returns
        login.change("LockedHint", true, of: "theirs")
        login.change("LockedHint", false, of: "theirs")
        login.change("IdleHint", true, of: "ours")
        login.change("Active", false, of: "ours")
        login.change("LockedHint", true, of: "ours")
        login.change("LockedHint", false, of: "ours")
        try await until("a return") { witness.returns > before }
        #expect(witness.returns == before + 1)
      }
    }
  }

  @Test(
    "the screen is used again", .timeLimit(.minutes(5)),
    arguments: ["freedesktop", "gnome", "xfce"])
  func used(desktop: String) async {
    await #expect(processExitsWith: .success) { [desktop] in
      await onDesktop { bed in
        try await bed.startBus()
        let name = "org.\(desktop).ScreenSaver"
        let saver = try BusPeer(name, on: bed.address) { _, _ in }
        let witness = DesktopWitness(bed.environment)
        try #expect(await witness.next() == .state(.absent(.noServer)))
        for isActive in [true, false, false, true] {
          saver.emit(
            "/ScreenSaver", name, "ActiveChanged", [g_variant_new_boolean(isActive ? 1 : 0)])
        }
        try #expect(await witness.next() == .userReturned)
        let server = try MoodyServer(.kind, on: bed.address)
        try #expect(await witness.nextServer().product == "moody")
        #expect(witness.returns == 1)
        #expect(server.notifications == 0)
      }
    }
  }
}
