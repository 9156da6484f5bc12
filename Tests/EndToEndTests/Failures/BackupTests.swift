import Foundation
import Testing

/// A copy of the store, and the way back.
@Suite struct BackupTests {
  let home: Home
  var file: String { home.folder + "/home/b" }
  init() async throws { home = try await Home() }

  @Test("a backup is one whole file of its owner's alone, and replaces another only with --force")
  func backup() async throws {
    #expect(try await home.remindctl("backup", file).code == 1)
    try await home.create(30, in: "1h")
    let made = try await home.shell("umask 0; remindctl backup \(file)")
    #expect(made.output == "30 reminders are copied to \(file).\n", "\(made.error)")
    #expect(try await home.shell("stat -c %a \(file); ls ~").output == "600\nb\n")
    let check = try await home.run([
      "python3", "-c",
      "import sqlite3, sys; c = sqlite3.connect('file:' + sys.argv[1] + '?mode=ro', uri=True); "
        + "print(*c.execute('PRAGMA integrity_check'), *c.execute('SELECT count(*) FROM reminder'))",
      file,
    ])
    #expect(check.output == "('ok',) (30,)\n")
    let again = try await home.remindctl("backup", file, "--json")
    #expect(again.code == 1)
    #expect(again.output.contains(#""code":"file-exists""#))
    try await home.remindctl("in", "1h", "one more")
    #expect(try await home.remindctl("backup", file, "--force").output.hasPrefix("31 "))
  }

  @Test(
    "--force replaces files alone: a pipe, a socket, a device or a folder of that name stays",
    arguments: ["backup", "export --output"])
  func noFile(command: String) async throws {
    try await home.remindctl("in", "1h", "tea")
    let made = try await home.shell(
      """
      cd ~; mkfifo pipe; mkdir folder; ln -s pipe link; ln -s /dev/null device; ln -s nowhere dangling
      python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("socket")'; ls -l > .before
      """)
    #expect(made.code == 0, "\(made.error)")
    for name in ["pipe", "folder", "link", "device", "socket"] {
      for force in ["", "--force"] {
        let answer = try await home.shell("cd ~; remindctl \(command) \(name) \(force)")
        #expect(answer.code == 1)
        #expect(
          answer.error == "remindctl: \(name) is not a regular file, and stays as it is.\n")
      }
    }
    let dangling = try await home.shell("cd ~; remindctl \(command) dangling --force")
    #expect(dangling.code == 1)
    #expect(dangling.error == "remindctl: dangling: No such file or directory.\n")
    let change = try await home.shell("cd ~; ls -l | diff - .before")
    #expect(change.output == "", "\(change.output)")
  }

  @Test(
    "nothing takes the place of a file with which the programs work, by whatever name",
    arguments: ["backup", "export --output"])
  func own(command: String) async throws {
    try await home.remindctl("in", "1h", "tea")
    let daemon = try await home.remindd("--channel", "stdout")
    let folder = "$XDG_DATA_HOME/remindctl"
    let names = ["reminders.db", "reminders.db-wal", "remindd.lock", "changed"]
    let made = try await home.shell(
      "cd ~; ln -s \(folder)/reminders.db link; ln \(folder)/reminders.db hard; ls -i \(folder) > .before"
    )
    #expect(made.code == 0, "\(made.error)")
    // A backup was taken for SQLite's journal, which deleted it.
    let free = ["reminders.db-journal", "mail"]
    for name in (names + free).map({ "\(folder)/\($0)" }) + ["link", "hard"] {
      let answer = try await home.shell("cd ~; remindctl \(command) \"\(name)\" --force")
      #expect(answer.code == 1, "\(name)")
      #expect(
        answer.error.contains(" is a file with which remindctl works, and stays as it is."))
    }
    for name in ["\(folder)/reminders.db", "link", "hard"] {
      let answer = try await home.shell("cd ~; remindctl restore \"\(name)\" --force --json")
      #expect(answer.code == 1, "\(name)")
      #expect(answer.output.contains("\"own-file\""), "\(answer.output)")
    }
    let change = try await home.shell(
      "ls -i \(folder) | diff - ~/.before; remindctl list --plain | wc -l")
    #expect(change.output == "1\n", "\(change.output)")
    try await daemon.end(SIGTERM)
  }

  @Test(
    "through a link the file is replaced to which it leads, and the link stays",
    arguments: ["backup", "export --output"])
  func link(command: String) async throws {
    try await home.remindctl("in", "1h", "tea")
    let answer = try await home.shell(
      """
      cd ~; mkdir far; echo old-content > far/file; ln -s far/file link
      remindctl \(command) link && cat far/file; remindctl \(command) link --force > far/said
      test -L link && ! grep -q old-content far/file && test -s far/file && ls far
      """)
    #expect(answer.output == "file\nsaid\n")
    #expect(answer.error == "remindctl: link is there already; --force replaces it.\n")
  }

  @Test(
    "a file that cannot be written is exit 1, and nothing is left of it",
    arguments: ["/proc/nowhere/b", "/dev/null/b", "/proc/b"])
  func unwritable(path: String) async throws {
    try await home.remindctl("in", "1h", "tea")
    let answer = try await home.remindctl("backup", path)
    #expect(answer.code == 1)
    #expect(answer.error.hasPrefix("remindctl: \(path): "), "\(answer.error)")
    #expect(try await home.remindctl("backup", "-").code == 2)
    #expect(try await home.remindctl("backup").code == 2)
    #expect(try await home.remindctl("backup", "a", "b").code == 2)
  }

  @Test(
    "on a full disk it is exit 1, and the backup before it stays",
    .enabled(if: Home.canMount, "needs root and the right to mount"))
  func full() async throws {
    try await home.create(200, in: "1h")
    try await home.enterNamespace(mounting: "mount -t tmpfs -o size=96k none \(home.folder)/run")
    let path = home.folder + "/run/b"
    try await home.shell("echo before > \(path)")
    let answer = try await home.remindctl("backup", path, "--force")
    #expect(answer.code == 1)
    #expect(answer.error == "remindctl: \(path): No space left on device.\n")
    #expect(try await home.shell("cat \(path); ls $XDG_RUNTIME_DIR").output == "before\nb\n")
  }

  @Test("each backup that is made while reminders are shown is whole")
  func whileFiring() async throws {
    let daemon = try await home.remindd("--channel", "stdout", "--json")
    let backups = try home.start([
      "/bin/sh", "-c",
      "for i in $(seq 20); do remindctl backup ~/b$i >/dev/null || exit 1; done",
    ])
    try await home.create(60, in: "0.1s")
    #expect(try await backups.end() == .code(0), "\(backups.said.error)")
    try await daemon.lines(60)
    let check = try await home.run(
      [
        "python3", "-c",
        "import sqlite3, sys\nfor p in sys.argv[1:]:\n"
          + "  print(*sqlite3.connect(p).execute('PRAGMA integrity_check'))",
      ] + (1...20).map { home.folder + "/home/b\($0)" })
    #expect(check.output == String(repeating: "('ok',)\n", count: 20))
  }

  @Test("undo after a restore took back something older")
  func undoRestored() async throws {
    try await home.remindctl("in", "1h", "walnut")
    try await home.remindctl("backup", file)
    try await home.remindctl("in", "2h", "cashew")
    let restored = try await home.remindctl("restore", file, "--force")
    let aside = try #require(restored.error.firstMatch(of: /kept as (.*)\./)?.1)
    for _ in 0..<2 {
      let undone = try await home.remindctl("undo")
      #expect(undone.code == 1)
      #expect(undone.error.hasPrefix("remindctl: The store was restored last, "))
      #expect(undone.error.contains("`remindctl restore \(aside) --force`"), "\(undone.error)")
    }
    let json = try await home.remindctl("undo", "--json")
    #expect(json.output.contains(#""code":"restored""#), "\(json.output)")
    #expect(try await home.remindctl("list", "--plain").output.contains("walnut"))
    // What is done from then on is taken back as ever.
    try await home.remindctl("in", "3h", "hazel")
    #expect(try await home.remindctl("undo").output.contains("hazel"))
    #expect(try await home.remindctl("undo").code == 1)
    try await home.remindctl("restore", String(aside), "--force")
    #expect(try await home.remindctl("list", "--plain").output.contains("cashew"))
  }

  @Test(
    "restored under a running daemon: what was in the backup is served at once, the rest is kept")
  func restore() async throws {
    try await home.remindctl("in", "1h", "walnut")
    try await home.remindctl("in", "0.1s", "due again")
    try await home.remindctl("backup", file)
    let daemon = try await home.remindd("--channel", "stdout", "--json")
    try await daemon.line(with: "due again")
    let third = try await home.remindctl("in", "1h", "cashew")
    #expect(third.output.hasPrefix("3  "))
    #expect(try await home.remindctl("restore", file).code == 2)  // Nobody to ask.
    let restored = try await home.remindctl("restore", file, "--force")
    #expect(restored.output == "2 reminders are there again from \(file).\n", "\(restored.error)")
    // It had not been shown when the backup was made.
    try await daemon.lines(2)
    #expect(try daemon.alerts().map(\.text) == ["due again", "due again"])
    try await home.waitUntilUnanswered("due again")
    let list = try await home.remindctl("list", "--plain").output
    #expect(list.contains("walnut") && !list.contains("cashew"))
    // An id is never used for a second thing.
    #expect(try await home.remindctl("in", "0.1s", "new").output.hasPrefix("4  "))
    try await daemon.lines(3)
    let aside = try #require(restored.error.firstMatch(of: /kept as (.*)\./)?.1)
    let back = try await home.remindctl("restore", String(aside), "--force")
    #expect(back.output.hasPrefix("3 reminders"), "\(back.error)")
    #expect(try await home.remindctl("list", "--plain").output.contains("cashew"))
  }

  @Test(
    "restored while others make reminders: what was confirmed is in the store or in what was kept")
  func restoredBesideCreations() async throws {
    try await home.remindctl("in", "1h", "walnut")
    try await home.remindctl("backup", file)
    let making = try home.start([
      "/bin/sh", "-c",
      "for i in $(seq 150); do remindctl in 1h tea $i --json >>~/made || exit 1; done",
    ])
    let restoring = try home.start([
      "/bin/sh", "-c", "for i in $(seq 12); do remindctl restore ~/b --force || exit 1; done",
    ])
    #expect(try await restoring.end() == .code(0), "\(restoring.said.error)")
    #expect(try await making.end() == .code(0), "\(making.said.error)")
    let lost = try await home.run([
      "python3", "-c",
      """
      import glob, json, sqlite3, sys
      made = [json.loads(line) for line in open(sys.argv[1])]
      ids = [one["id"] for one in made]
      there = set()
      for path in glob.glob(sys.argv[2] + "*"):
          if path.endswith(("-wal", "-shm")): continue
          there |= {row[0] for row in sqlite3.connect(path).execute("SELECT id FROM reminder")}
      print(len(ids), len(ids) - len(set(ids)), sorted(set(ids) - there))
      """, home.folder + "/home/made", home.store,
    ])
    #expect(lost.output == "150 0 []\n", "\(lost.error)")
    let litter = try await home.shell("ls \(home.data) | grep part")
    #expect(litter.output == "")
  }

  @Test("restored where there is no store, or a damaged one")
  func fromNothing() async throws {
    try await home.remindctl("in", "1h", "tea")
    try await home.remindctl("backup", file)
    for damage in ["rm -r \(home.data)", "seq 10000 > \(home.store)"] {
      try await home.shell(damage)
      let restored = try await home.remindctl("restore", file, "--force")
      #expect(restored.output == "1 reminder is there again from \(file).\n", "\(restored.error)")
      #expect(try await home.remindctl("list", "--plain").output.contains("tea"))
    }
  }

  @Test(
    "what is no backup is refused, exit 1, and the store stays as it is",
    arguments: [
      ("seq 1000 > ~/b", "not-a-backup"), (": > ~/b", "not-a-backup"),
      ("mkdir ~/b", "not-a-file"), ("mkfifo ~/b", "not-a-file"),
      ("python3 -c 'import socket; socket.socket(1).bind(\"'$HOME/b'\")'", "not-a-file"),
      ("rm -f ~/b", "file"), ("head -c 30000 $store > ~/b", "not-a-backup"),
      (
        "python3 -c 'import sqlite3, os; sqlite3.connect(os.environ[\"HOME\"] + \"/b\").execute(\"CREATE TABLE t(a)\")'",
        "not-a-backup"
      ),
    ])
  func refused(cause: String, name: String) async throws {
    try await home.remindctl("in", "1h", "kept")
    try await home.shell("store=\(home.store); \(cause)")
    let answer = try await home.remindctl("restore", file, "--force", "--json")
    #expect(answer.code == 1)
    #expect(answer.output.contains("\"code\":\"\(name)\""), "\(answer.output)")
    #expect(try await home.remindctl("list", "--plain").output.contains("kept"))
  }
}
