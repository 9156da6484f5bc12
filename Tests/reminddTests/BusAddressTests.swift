import Testing

@testable import Store
@testable import remindd

@Suite struct BusAddressTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var session: String?
    var folder: String? = "/run/user/1000"
    var text: String
    var socket: String?
  }

  @Test(
    "the session bus is found, and never started",
    arguments: [
      Row(
        testDescription: "the variable", session: "unix:path=/tmp/bus,guid=12",
        text: "unix:path=/tmp/bus,guid=12", socket: "/tmp/bus"),
      Row(
        testDescription: "an escaped path", session: "unix:path=/tmp/a%20b",
        text: "unix:path=/tmp/a%20b", socket: "/tmp/a b"),
      Row(
        testDescription: "an abstract one, which cannot be watched",
        session: "unix:abstract=/tmp/dbus-1", text: "unix:abstract=/tmp/dbus-1"),
      Row(
        testDescription: "nothing: the runtime folder", text: "unix:path=/run/user/1000/bus",
        socket: "/run/user/1000/bus"),
      Row(
        testDescription: "an empty variable", session: "", text: "unix:path=/run/user/1000/bus",
        socket: "/run/user/1000/bus"),
      Row(
        testDescription: "autolaunch, which would start one", session: "autolaunch:",
        text: "unix:path=/run/user/1000/bus", socket: "/run/user/1000/bus"),
      Row(
        testDescription: "autolaunch beside a real one", session: "unix:path=/a;autolaunch:x=y",
        text: "unix:path=/a", socket: "/a"),
      Row(
        testDescription: "no runtime folder", folder: nil, text: "unix:path=/run/user/17/bus",
        socket: "/run/user/17/bus"),
      Row(
        testDescription: "a relative one", folder: "run", text: "unix:path=/run/user/17/bus",
        socket: "/run/user/17/bus"),
      Row(
        testDescription: "a blank in it", folder: "/run/ż b",
        text: "unix:path=/run/%C5%BC%20b/bus", socket: "/run/ż b/bus"),
    ])
  func found(row: Row) {
    let address = BusAddress(session: row.session, runtimeFolder: row.folder, user: 17)
    #expect(address.text == row.text)
    #expect(address.socketPath == row.socket)
  }
}
