import Foundation
import Testing

/// What `mail list` and `mail log` say with `--json`.
extension MailBed {
  struct Entries: Decodable {
    struct Entry: Decodable {
      var id: Int
      var to: String
      var state: String
      var reason: String?
      var attempt: Int
      var reply: String?
      var againMs: Int64?
    }
    var mails: [Entry]
  }

  /// - Parameter word: `list` or `log`.
  func entries(_ word: String) async throws -> [Entries.Entry] {
    let answer = try await home.remindctl("mail", word, "--json")
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(Entries.self, from: Data(answer.output.utf8)).mails
  }

  /// Asks again until it says what is waited for; answers what it says in the end.
  func wait(
    _ word: String, until isReached: ([Entries.Entry]) -> Bool
  ) async throws -> [Entries.Entry] {
    for _ in 0..<400 {
      let entries = try await entries(word)
      if isReached(entries) { return entries }
      try await Task.sleep(for: .milliseconds(50))
    }
    return try await entries(word)
  }

  /// Kills a daemon, and waits until it is gone. Its helper may live on, and holds standard error: so the
  /// daemon's end alone is waited for, which is that of its last thread. Until then the store is locked.
  func kill(_ daemon: Daemon) async throws {
    let process = "/proc/\(daemon.child.process)"
    daemon.child.send(SIGKILL)
    try await home.shell(
      """
      while [ -d \(process) ] && ! { grep -q '^State:.Z' \(process)/status &&
        [ "$(ls \(process)/task | wc -l)" -le 1 ]; }; do sleep 0.02; done
      """)
  }

  /// Stops all of a daemon, for good.
  func stop(_ daemon: Daemon) async throws {
    daemon.child.send(SIGSTOP)
    try await home.shell(
      """
      while grep -L '^State:.T' /proc/\(daemon.child.process)/task/*/status | grep -q .
      do sleep 0.01; done
      """)
  }

  /// The bytes of what was taken, oldest first.
  var copies: [Data] { mails.compactMap { FileManager.default.contents(atPath: $0) } }
}
