import Beds
import CNotify
import Testing

@testable import remindd

@Suite(.enabled(if: DesktopBed.isPossible, "needs the Debian packages of the group desktop"))
struct DesktopKeyringTests {
  private static let name = "org.freedesktop.secrets"

  @Test(
    "a keyring that appears or changes is told of while one listens, and nobody else's words are",
    .timeLimit(.minutes(5)))
  func keyring() async {
    await #expect(processExitsWith: .success) {
      await onDesktop { bed in
        try await bed.startBus()
        let witness = DesktopWitness(bed.environment)
        try #expect(await witness.next() == .state(.absent(.noServer)))
        witness.listenForKeyring(true)
        // It listens some time later, and nothing tells when.
        var isHeard = false
        while !isHeard {
          let service = try BusPeer(DesktopKeyringTests.name, on: bed.address) { _, _ in }
          isHeard = (try? await witness.next(within: 0.2)) == .keyringOpened
          service.truncateMovedLog()
        }
        func settle() async { while (try? await witness.next(within: 0.3)) != nil {} }
        let service = try BusPeer(DesktopKeyringTests.name, on: bed.address) { _, _ in }
        let stranger = try BusPeer("org.example.stranger", on: bed.address) { _, _ in }
        await settle()
        func say(_ peer: BusPeer) {
          peer.emit(
            "/org/freedesktop/secrets", "org.freedesktop.Secret.Service", "CollectionChanged",
            [g_variant_new_object_path("/org/freedesktop/secrets/collection/login")])
          let entry = g_variant_type_new("{sv}")
          defer { g_variant_type_free(entry) }
          let nothing = g_variant_new_array(entry, nil, 0)
          peer.emit(
            "/org/freedesktop/secrets/collection/login", "org.freedesktop.DBus.Properties",
            "PropertiesChanged",
            [g_variant_new_string("org.freedesktop.Secret.Collection"), nothing])
        }
        say(stranger)
        #expect((try? await witness.next(within: 0.3)) == nil)
        say(service)
        try #expect(await witness.next() == .keyringOpened)
        try #expect(await witness.next() == .keyringOpened)
        witness.listenForKeyring(false)
        await settle()
        say(service)
        #expect((try? await witness.next(within: 0.3)) == nil)
      }
    }
  }
}
