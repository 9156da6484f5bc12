import Foundation
import Testing

/// What the programs are started with: streams that are closed, full or cut short, and an
/// environment with next to nothing in it.
@Suite struct SurroundingsTests {
  let home: Home
  init() async throws { home = try await Home() }

  @Test("list into head: the first lines, no error, and nothing on standard error but talk")
  func head() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.create(120, in: "1h")
    for format in ["", " --plain", " --json"] {
      let answer = try await home.shell("remindctl list\(format) | head -n 1")
      #expect(answer.output.split(separator: "\n").count == 1)
      #expect(answer.error == "")
      #expect(answer.code == 0)
    }
    #expect(daemon.child.said.exit == nil)
  }

  @Test(
    "an output that cannot be written is an error",
    arguments: [["list"], ["list", "--json"], ["status"], ["--help"], ["in", "1h", "tea"]],
    [Child.Output.file("/dev/full"), .closed])
  func unwritable(_ command: [String], output: Child.Output) async throws {
    try await home.remindctl("in", "1h", "kept")
    let answer = try await home.run(["remindctl"] + command, output: output)
    #expect(answer.code == 1)
    #expect(answer.error.contains("Standard output cannot be written"))
  }

  @Test(
    "a file that may not grow ended both programs by a signal, without a word",
    .enabled(if: !Home.isSanitized, "ThreadSanitizer itself writes a file at its start"))
  func smallFiles() async throws {
    let limit = ["prlimit", "--fsize=4096"]
    #expect(try await home.run(limit + ["remindctl", "in", "1h", "x"]).code == 5)
    try await home.remindctl("in", "1h", "kept")
    let answer = try await home.run(limit + ["remindctl", "in", "1h", "x"])
    #expect(answer.code == 5)
    #expect(answer.error.contains("nothing was stored"), "\(answer.error)")
    let list = try await home.run(limit + ["remindctl", "list", "--plain"])
    #expect(list.code == 0)
    #expect(list.output.contains("kept"))
    try await home.remindctl("in", "0.1s", "due")
    let daemon = try home.start(limit + ["remindd", "--channel", "stdout"])
    #expect(try await daemon.wait(for: "the line") { $0.lines.first }.contains("due"))
    daemon.send(SIGTERM)
    #expect(try await daemon.end() == .code(0))
  }

  @Test("a daemon that got no descriptor for its timer was deaf, and said nothing")
  func fewFiles() async throws {
    for limit in ["8", "12", "127"] {
      let answer = try await home.run(["prlimit", "--nofile=\(limit)", "timeout", "170", "remindd"])
      #expect(answer.code == 1)
      #expect(
        answer.error
          == "remindd: 128 files have to be open at once; the limit is \(limit) (ulimit -n, LimitNOFILE=)\n"
      )
    }
    // One that may raise its limit does.
    try await home.remindctl("in", "0.1s", "tea")
    let daemon = try home.start([
      "prlimit", "--nofile=12:256", "remindd", "--channel", "stdout",
    ])
    #expect(try await daemon.wait(for: "the line") { $0.lines.first }.contains("tea"))
    daemon.send(SIGTERM)
    #expect(try await daemon.end() == .code(0))
  }

  @Test(
    "a daemon that got no thread was deaf, and said nothing",
    .enabled(if: Home.canBeStranger, "needs the programs in a place that everybody may enter"))
  func fewThreads() async throws {
    try await home.shell("test $(id -u) != 0 || chown -R \(Home.stranger) \(home.folder)")
    let answer = try await home.run(
      Home.asStranger + ["prlimit", "--nproc=3:3", "\(Home.programs)/remindd"])
    #expect(answer.code == 1)
    #expect(
      answer.error == "remindd: No more threads can be started: Resource temporarily unavailable "
        + "(ulimit -u, TasksMax=)\n")
  }

  @Test(
    "where nothing more can be watched, the daemon ended by a trap, or was deaf",
    .enabled(if: Home.canLimitWatches, "needs user namespaces"),
    arguments: [
      ("max_inotify_instances", "fs.inotify.max_user_instances"),
      ("max_inotify_watches", "fs.inotify.max_user_watches"),
    ])
  func noWatch(file: String, limit: String) async throws {
    try await home.enterUsers(with: "echo 0 >/proc/sys/user/\(file)")
    let daemon = try await home.remindd("--channel", "stdout")
    #expect(daemon.child.said.error.contains(limit), "\(daemon.child.said.error)")
    try await home.remindctl("in", "0.1s", "tea")
    try await daemon.line(with: "tea")
    #expect(try await home.findings()["watches"] == "used-up")
    let watch = try await home.run(["timeout", "170", "remindctl", "watch"])
    #expect(watch.code == 5)
    #expect(watch.error.contains("\(limit) is used up"), "\(watch.error)")
    try await home.shell("echo 100 >/proc/sys/user/\(file)")
    try await daemon.child.wait(for: "the watch") {
      $0.error.contains("can be watched again") ? true : nil
    }
    #expect(try await home.findings()["watches"] == nil)
    try await home.remindctl("in", "0.1s", "coffee")
    try await daemon.line(with: "coffee")
    #expect(try await daemon.end(SIGTERM) == .code(0))
  }

  @Test("a closed standard output is never the store or the lock")
  func closedOutput() async throws {
    try await home.remindctl("in", "0.1s", "tea")
    let first = try await home.run(["remindd", "--channel", "stdout"], output: .closed)
    #expect(first.code == 1)
    #expect(first.complains(of: "Nobody reads standard output"), "\(first.error)")
    let list = try await home.remindctl("list").output
    #expect(list.contains("standard output is closed"), "\(list)")
    let lock = try String(contentsOfFile: home.data + "/remindd.lock", encoding: .utf8)
    #expect(lock.wholeMatch(of: /\d+ \d+ [\d.]+\n/) != nil)
    let second = try await home.remindd("--channel", "stdout")
    try await second.line(with: "tea")
  }

  @Test(
    "a daemon whose reader has gone ends if no desktop shows reminders; the next one prints what is due"
  )
  func readerGone() async throws {
    let daemon = try home.start([
      "/bin/sh", "-c",
      "{ setpriv --pdeathsig SIGKILL remindd; echo $? >&2; } | head -1; sleep 60",
    ])
    let later = try await home.shell(
      """
      remindctl in 0.1s first
      until remindctl list | grep 'not answered'; do sleep 0.02; done
      remindctl in 0.1s second
      until remindctl show 2 | grep 'output is closed'; do sleep 0.02; done
      while remindctl status | grep 'is running'; do sleep 0.02; done
      """)
    #expect(later.code == 0)
    try await daemon.wait(for: "its end") { $0.error.hasSuffix("\n1\n") ? 1 : nil }
    #expect(daemon.said.error.components(separatedBy: "Nobody reads").count == 2)
    let second = try await home.remindd("--channel", "stdout")
    #expect(try await second.lines(1)[0].hasPrefix("2  second"))
  }

  @Test("with all three streams closed, a reminder is stored and the daemon runs")
  func allClosed() async throws {
    let created = try await home.shell("remindctl in 1h tea <&- >&- 2>&-")
    #expect(created.code == 1)
    #expect(try await home.remindctl("list", "--plain").output.contains("tea"))
    let daemon = try home.start(["/bin/sh", "-c", "exec remindd <&- >&- 2>&-"])
    let isServed = try await home.shell(
      "until remindctl status --json | grep '\"pid\":\(daemon.process),'; do sleep 0.02; done")
    #expect(isServed.code == 0)
  }

  struct Environment: Sendable, CustomTestStringConvertible {
    var sentence: String
    /// On top of an empty environment.
    var variables: [String]
    var code: Int32
    var error = ""
    var testDescription: String { sentence }
  }

  @Test(
    "with next to no environment",
    arguments: [
      Environment(
        sentence: "nothing at all", variables: [], code: 5,
        error: "Nobody knows where the store is: HOME names no folder"),
      Environment(
        sentence: "an empty HOME", variables: ["HOME="], code: 5,
        error: "Nobody knows where the store is: HOME names no folder"),
      Environment(
        sentence: "a relative HOME", variables: ["HOME=home"], code: 5,
        error: "Nobody knows where the store is: HOME names no folder"),
      Environment(sentence: "HOME alone", variables: ["HOME=$HOME"], code: 0),
      Environment(
        sentence: "a HOME that does not exist yet", variables: ["HOME=$HOME/new/home"], code: 0),
      Environment(
        sentence: "a relative XDG folder counts for nothing",
        variables: ["HOME=$HOME", "XDG_DATA_HOME=data"], code: 0),
      Environment(
        sentence: "a HOME that is a file", variables: ["HOME=/dev/null"], code: 5,
        error: "Not a directory"),
      Environment(
        sentence: "an XDG folder that is a file",
        variables: ["HOME=$HOME", "XDG_DATA_HOME=/dev/null"], code: 5,
        error: "Not a directory"),
      Environment(
        sentence: "a runtime folder that does not exist",
        variables: ["HOME=$HOME", "XDG_RUNTIME_DIR=$HOME/none"], code: 0),
    ])
  func environment(_ row: Environment) async throws {
    let variables = row.variables.map { "\"\($0)\"" }.joined(separator: " ")
    let created = try await home.shell(
      "cd $XDG_RUNTIME_DIR; env -i \(variables) $(command -v remindctl) in 1h tea")
    #expect(created.code == row.code)
    #expect(created.complains(of: row.error), "\(created.error)")
    let manager = try NoticeSocket(home, isAbstract: true)
    let daemon = try home.start(
      [
        "/bin/sh", "-c",
        "cd $XDG_RUNTIME_DIR; exec env -i \(variables) NOTIFY_SOCKET=\(manager.address) "
          + "$(command -v remindd)",
      ], notices: manager)
    if row.code == 0 {
      // Before that a signal ends it as it ends any program.
      try await daemon.wait(for: "its first words, and READY=1") {
        $0.error.contains("No session bus") && $0.notices.contains { $0.hasPrefix("READY=1") }
          ? 1 : nil
      }
      daemon.send(SIGTERM)
    }
    #expect(try await daemon.end() == .code(row.code))
    // Nothing was made where it was started.
    #expect(try await home.shell("ls $XDG_RUNTIME_DIR").output == "")
  }

  @Test("everything that is made is for its owner alone, whatever the umask")
  func privacy() async throws {
    let made = try await home.shell(
      "umask 0; export HOME=$HOME/new; unset XDG_DATA_HOME; remindctl in 1h tea; "
        + "timeout -s TERM 0.5 remindd; find $HOME -perm /077")
    #expect(made.output.hasPrefix("1  tea"))
    #expect(made.output.split(separator: "\n").count == 1)
  }
}
