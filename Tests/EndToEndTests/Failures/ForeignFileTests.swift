import Foundation
import Testing

/// Links and other people's files where ours should be.
@Suite(.enabled(if: geteuid() == 0, "needs root, to give files to somebody else"))
struct ForeignFileTests {
  let home: Home
  init() async throws { home = try await Home() }

  struct Trap: CustomTestStringConvertible, Sendable {
    var sentence: String
    /// Shell.
    var cause: String
    var error: String
    var testDescription: String { sentence }
  }

  @Test(
    "a store that is a link, or somebody else's, is refused, exit 5, and left as it is",
    arguments: [
      Trap(
        sentence: "the store is somebody else's", cause: "chown 12345 $store",
        error: "belongs to another user"),
      Trap(
        sentence: "the folder is somebody else's", cause: "chown 12345 $folder",
        error: "belongs to another user"),
      Trap(
        sentence: "the folder is somebody else's link to ours",
        cause: "mv $folder ~/real; ln -s ~/real $folder; chown -h 12345 $folder",
        error: "belongs to another user"),
      Trap(
        sentence: "the folder is a link to somebody else's",
        cause: "mv $folder ~/real; ln -s ~/real $folder; chown 12345 ~/real",
        error: "belongs to another user"),
      Trap(
        sentence: "the store is a link", cause: "mv $store ~/real; ln -s ~/real $store",
        error: "is a link"),
      Trap(
        sentence: "the store is a link to nothing", cause: "rm $store; ln -s ~/new $store",
        error: "is a link"),
    ])
  func refused(_ trap: Trap) async throws {
    try await home.remindctl("in", "1h", "tea")
    let set = try await home.shell(
      "store=\(home.store); folder=\(home.data); \(trap.cause)")
    try #require(set.code == 0, "\(set.error)")
    for command in [["remindctl", "in", "1h", "new"], ["remindctl", "list"], ["remindd"]] {
      let answer = try await home.run(command)
      #expect(answer.code == 5)
      #expect(answer.error.contains(trap.error), "\(answer.error)")
    }
    #expect(access(home.folder + "/home/new", F_OK) != 0)
  }

  @Test("root in another user's home made a store there, and kept that user out of it for good")
  func rootInAnothersHome() async throws {
    let above = home.folder + "/data"
    try await home.shell("chmod 755 \(home.folder); chown 12345:12345 \(above)")
    for command in [["remindctl", "in", "1h", "tea"], ["timeout", "10", "remindd"]] {
      let answer = try await home.run(command)
      #expect(answer.code == 5)
      #expect(answer.error.contains("\(above) belongs to another user"), "\(answer.error)")
    }
    #expect(try await home.findings(code: 1)["store"] == "store-foreign")
    #expect(access(home.data, F_OK) != 0)
    // What was made before is given back.
    try await home.shell("mkdir -m 700 \(home.data)")
    let asUser = "setpriv --reuid 12345 --regid 12345 --clear-groups remindctl"
    let user = try await home.shell("\(asUser) doctor")
    let remedy = try #require(user.output.firstMatch(of: /(?:sudo |su -c ')(chown .*?)'?\n/)).1
    #expect(remedy == "chown -R 12345:12345 \(home.data)")
    try await home.shell(String(remedy))
    let made = try await home.shell("\(asUser) in 1h tea")
    #expect(made.code == 0, "\(made.error)")
  }

  @Test("a folder that is the user's own link to the user's own folder is fine")
  func ownLink() async throws {
    try await home.shell("mkdir -p ~/real $XDG_DATA_HOME; ln -s ~/real \(home.data)")
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.remindctl("in", "0.1s", "tea")
    #expect(try await daemon.line(with: "tea").hasPrefix("1  tea"))
  }

  @Test(
    "a lock, a mark or a log that is a link is not followed",
    arguments: ["remindd.lock", "changed", "reminders.db-wal"])
  func links(name: String) async throws {
    try await home.remindctl("in", "1h", "tea")
    let victim = home.folder + "/home/victim"
    try await home.shell("echo precious > \(victim); ln -s \(victim) \(home.data)/\(name)")
    let daemon = try home.start(["timeout", "-s", "TERM", "1", "remindd", "--channel", "stdout"])
    try await home.remindctl("in", "0.1s", "new")
    try await daemon.end()
    #expect(try String(contentsOfFile: victim, encoding: .utf8) == "precious\n")
  }

  @Test("a configuration that others can write is not read: its hook would be theirs")
  func configuration() async throws {
    for change in ["chown 12345", "chmod 666"] {
      try home.configure("hook=\(home.folder)/hook")
      let file = home.configuration
      try await home.shell("\(change) \(file)")
      let daemon = try await home.remindd("--channel", "stdout")
      #expect(daemon.child.said.error.contains("can be changed by others, and is not read"))
      #expect(try await daemon.end(SIGTERM) == .code(0))
      try await home.shell("rm \(file); mkfifo \(file)")
      #expect(try await home.remindctl("list").code == 0, "a pipe is not waited for")
      unlink(file)
    }
  }

  @Test("a configuration was read though others could exchange a folder further up, or its target")
  func foldersFurtherUp() async throws {
    let root = home.folder + "/home"
    let folder = root + "/up/remindctl"
    try await home.shell(
      "mkdir -p \(folder) \(root)/else; echo bad > \(root)/else/remindctl.conf; "
        + "ln -s ../../else/remindctl.conf \(folder)/; chmod -R go-w \(root)")
    func issue() async throws -> [String: Any]? {
      let answer = try await home.remindctl(
        "doctor", "--json", changing: ["XDG_CONFIG_HOME": root + "/up"])
      return try answer.objects("findings").first { $0["check"] as? String == "configuration" }
    }
    for (change, open) in [
      ("chmod 777 \(root)/up", root + "/up"), ("chmod 777 \(root)/else", root + "/else"),
      ("chmod 1777 \(root)/up \(root)/else", nil), ("chown 12345 \(root)/up", root + "/up"),
      ("true", nil),
    ] {
      try await home.shell(change)
      let found = try #require(try await issue())
      let message = try #require(found["message"] as? String)
      #expect(
        message.contains(
          open.map { "others can write the folder \($0), and it is not read" } ?? "neither a group"),
        "\(change): \(found)")
      if change.hasPrefix("chmod 777") {
        #expect(found["command"] as? String == "chmod o-w \(open ?? "")")
      }
      try await home.shell(
        "chown \(geteuid()) \(root)/up; chmod 755 \(root)/up \(root)/else")
    }
  }

  @Test("a named pipe in the store's place is refused, and not waited for")
  func pipeAsStore() async throws {
    try await home.shell("mkdir -p \(home.data); mkfifo \(home.store)")
    for command in [["in", "1h", "tea"], ["list"], ["status"], ["cancel", "1"]] {
      let answer = try await home.run(["timeout", "10", "remindctl"] + command)
      #expect(answer.code == 5)
      #expect(
        answer.error
          == "remindctl: \(home.store) is no file; move it away and try again.\n"
      )
    }
    let daemon = try await home.run(["timeout", "10", "remindd"])
    #expect(daemon.code == 5)
    #expect(daemon.error.contains("\(home.store) is no file"), "\(daemon.error)")
  }

  @Test(
    "a pipe beside the store hung every command; a folder or a link there was sound for doctor",
    arguments: ["-wal", "-shm", "-journal"],
    ["mkfifo $f", "mkdir $f", "ln -s $f $f", "ln -s /proc/nowhere $f"])
  func noFileBeside(tail: String, make: String) async throws {
    try await home.remindctl("in", "1h", "tea")
    let file = home.store + tail
    try await home.shell("f=\(file); rm -f $f; \(make)")
    let what = make.hasPrefix("mkdir") ? "is a folder" : "is no file"
    for command in [["in", "1h", "x"], ["list"], ["backup", "\(home.folder)/copy"]] {
      let answer = try await home.run(["timeout", "10", "remindctl"] + command)
      #expect(answer.code == 5)
      #expect(answer.error == "remindctl: \(file) \(what); move it away and try again.\n")
    }
    let daemon = try await home.run(["timeout", "10", "remindd"])
    #expect(daemon.code == 5)
    #expect(daemon.error.contains("\(file) \(what)"), "\(daemon.error)")
    let command = try #require(try await home.finding("store")["command"] as? String)
    #expect(command == "mv \(file) \(file).aside")
    try await home.shell(command)
    #expect(try await home.finding("store")["found"] as? String == "sound")
  }

  @Test(
    "what is no file in the lock's place is refused, and not waited for",
    arguments: ["mkfifo", "python3 -c 'import socket,sys; socket.socket(1).bind(sys.argv[1])'"])
  func noFileAsLock(make: String) async throws {
    try await home.remindctl("in", "1h", "tea")
    try await home.shell("cd \(home.data); rm -f remindd.lock; \(make) remindd.lock")
    for command in [["in", "1h", "tea"], ["list"], ["status"]] {
      let answer = try await home.run(["timeout", "10", "remindctl"] + command)
      #expect(answer.code == 0, "\(answer.error)")
    }
    let daemon = try await home.run(["timeout", "10", "remindd"])
    #expect(daemon.code == 5)
    #expect(daemon.error.contains("remindd.lock: it is no file"), "\(daemon.error)")
  }

  @Test("a named pipe as the daemon's mark holds nobody up")
  func pipeAsMark() async throws {
    try await home.remindctl("in", "1h", "tea")
    try await home.shell("rm -f \(home.data)/changed; mkfifo \(home.data)/changed")
    let daemon = try await home.remindd("--channel", "stdout")
    let answer = try await home.run(["timeout", "10", "remindctl", "in", "0.1s", "new"])
    #expect(answer.code == 0, "\(answer.error)")
    #expect(try await daemon.line(with: "new").contains("new"))
  }

  @Test("a configuration that is a named pipe is a issue that is said")
  func pipeAsConfiguration() async throws {
    try home.configure("")
    let file = home.configuration
    try await home.shell("rm \(file); mkfifo \(file)")
    let daemon = try await home.remindd("--channel", "stdout")
    #expect(daemon.child.said.error.contains("\(file): it is no file"))
    #expect(try await daemon.end(SIGTERM) == .code(0))
  }
}
