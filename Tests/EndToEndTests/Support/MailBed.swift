import Beds
import Foundation
import Testing

@testable import Store

/// A mailbox on loopback, and an account of it in remindctl.conf.
final class MailBed: Sendable {
  let home: Home
  /// Where the server puts what it takes.
  let folder: String
  let port: Int
  /// Of STARTTLS, where it serves both.
  let secondPort: Int

  static let beds = Project.file("Tests/Beds")

  /// Whether the helper was built, and the servers are there: `scripts/dependencies mail mail-test`.
  static let isThere =
    access(Home.programs + "/remind-mail", X_OK) == 0
    && Home.canRun("/usr/bin/python3 -c 'import aiosmtpd' && command -v openssl")

  /// Whether Exim can be had as well: it needs root to give up its rights.
  static let hasExim = isThere && geteuid() == 0 && Home.canRun("command -v exim4")

  /// One certificate for all: making it takes long.
  static let certificate: String? = {
    let folder = NSTemporaryDirectory() + "remind-certificate-\(getpid())"
    mkdir(folder, 0o755)
    let made = Home.canRun(
      """
      cd \(folder) && openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 \
      -subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1
      """)
    return made ? folder : nil
  }()

  /// - Parameters:
  ///   - fault: one of Tests/Beds/mail-server; nil: Exim, or where it is to hold, Tests/Beds/mail-hold.
  ///   - lines: of the account's group, behind the usual ones.
  ///   - isAlone: in a network of its own, with nothing but loopback.
  init(
    fault: String?, lines: String = "", isHolding: Bool = false, isAlone: Bool = false
  ) async throws {
    home = try await Home()
    if isAlone { try await home.enterNetwork(with: "ip link set lo up") }
    folder = home.folder + "/mailbox"
    mkdir(folder, 0o755)
    chmod(home.folder, 0o755)
    let certificate = try #require(Self.certificate)
    for name in ["cert.pem", "key.pem"] {
      try FileManager.default.copyItem(
        atPath: certificate + "/" + name, toPath: folder + "/" + name)
    }
    let command =
      isHolding ? [Self.beds + "/mail-hold"] : fault.map { [Self.beds + "/mail-server", $0] }
    if let command {
      let server = try home.start(["setpriv", "--pdeathsig", "SIGKILL"] + command + [folder])
      port = try await server.wait(for: "the server's port") { $0.lines.first.flatMap { Int($0) } }
      secondPort = port
    } else {
      (port, secondPort) = (Self.freePort(), Self.freePort())
      let log = folder + "/log/mainlog"
      _ = try home.start([Self.beds + "/exim", folder, String(port), String(secondPort)])
      try await until("Exim") {
        (FileManager.default.contents(atPath: log) ?? Data()).contains(10)
      }
      try await until("Exim's port") { Self.isOpen(port) }
    }
    let netrc = home.folder + "/home/.netrc"
    try "machine localhost login me password secret\n".write(
      toFile: netrc, atomically: false, encoding: .utf8)
    chmod(netrc, 0o600)
    try configure(lines)
  }

  /// Writes the account anew; what stands twice counts as it stands last.
  func configure(_ lines: String) throws {
    try home.writeConfiguration(
      """
      [mail private]
      server=localhost
      port=\(port)
      encryption=implicit
      user=me
      sender=Zażółć <me@example.org>
      ca-file=\(folder)/cert.pem
      \(lines)

      """, atomically: true)
  }

  /// What was taken, oldest first: the files' paths.
  var mails: [String] {
    let exim = folder + "/mail/new"
    let place = FileManager.default.fileExists(atPath: exim) ? exim : folder
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
    return names.filter { place == exim || $0.hasSuffix(".eml") }.sorted().map { place + "/" + $0 }
  }

  /// Waits until that many have been delivered.
  func mails(_ count: Int) async throws -> [String] {
    try await until("mail \(count)") { mails.count >= count }
    return mails
  }

  /// What Python's email package says of a mail.
  struct Judgement: Decodable {
    struct Attachment: Decodable, Equatable {
      var name: String
      var type: String
      var sha256: String
    }
    var from, to, subject, id, automatic, text: String
    /// What it answers.
    var answers: String?
    /// Who gets the answer to it.
    var replyTo: String?
    var date: Double
    var attachments: [Attachment]
    var headers, problems: [String]
  }

  func judge(_ path: String, onTheWire: Bool = false) async throws -> Judgement {
    let answer = try await home.run(
      [Self.beds + "/mail-judge", path] + (onTheWire ? ["crlf"] : []))
    return try answer.decoded()
  }

  /// Runs the helper itself.
  /// - Parameters:
  ///   - requests: lines of JSON behind the account's.
  ///   - account: another one than this bed's.
  func ask(
    _ requests: [[String: String]], limit: Int = 5000, as account: [String: String]? = nil
  ) async throws -> Home.Answer {
    let account =
      account ?? [
        "account": "private", "server": "localhost", "port": String(port), "encryption": "implicit",
        "user": "me", "authentication": "password", "sender": "me@example.org",
        "ca-file": folder + "/cert.pem", "limit_ms": String(limit),
      ]
    let lines = try ([account] + requests).map {
      String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self) + "\n"
    }
    let input = home.folder + "/request"
    try lines.joined().write(toFile: input, atomically: true, encoding: .utf8)
    return try await home.run([Home.programs + "/remind-mail"], input: input)
  }

  private static func freePort() -> Int {
    let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(file) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        _ = bind(file, generic, length)
        _ = getsockname(file, generic, &length)
      }
      return Int(UInt16(bigEndian: pointer.pointee.sin_port))
    }
  }

  private static func isOpen(_ port: Int) -> Bool {
    Home.canRun("bash -c 'exec 3<>/dev/tcp/127.0.0.1/\(port)'")
  }
}
