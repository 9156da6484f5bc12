import Beds
import Foundation
import Testing

/// What `remindctl doctor` finds of a store, and that its commands mend what keeps one from being used.
@Suite struct DoctorStoreTests {
  let home: Home
  init() async throws { home = try await Home() }

  @Test(
    "a store that cannot be used is a problem, and is left as it is",
    arguments: [
      ("dd if=/dev/zero of=$store bs=1 count=100 conv=notrunc", "store-not-a-database"),
      ("dd if=/dev/urandom of=$store bs=4096 seek=3 count=2 conv=notrunc", "damaged"),
      ("sqlite 'PRAGMA user_version = 99'", "store-newer"),
      ("sqlite 'UPDATE occurrence SET due_ms = 9223372036854775807'", "damaged"),
      ("rm $store; mkdir $store", "store-unreachable"),
      ("mv $store $store.x; ln -s $store.x $store", "store-foreign"),
      ("seq 1000 >$store", "store-not-a-database"),
    ])
  func store(_ cause: String, _ found: String) async throws {
    try await home.create(30, in: "1h")
    let script = """
      store=\(home.store)
      sqlite() {
        python3 -c 'import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute(sys.argv[2]); c.commit()' \
          $store "$1"
      }
      { \(cause); } >/dev/null 2>&1
      """
    #expect(try await home.shell(script).code == 0)
    // SQLite's own files for the time that somebody reads do not count.
    let look =
      "cd \(home.data); for f in $(ls -A | grep -v -e -shm -e -wal); do echo $f; md5sum <$f; done"
    let before = try await home.shell(look).output
    #expect(try await home.findings(code: 1)["store"] == found)
    #expect(try await home.shell(look).output == before)
  }

  @Test(
    "a read-only file system and a full disk are problems",
    .enabled(if: Home.canMount, "needs root, and the right to mount"))
  func disks() async throws {
    try await home.mountDisk(size: "400k")
    try await home.remindctl("in", "1h", "x")
    #expect(try await home.findings(code: 1)["disk"] == "full")
    #expect(try await home.remindctl("status").output.contains("The disk is full, or nearly: "))
    try await home.shell("mount -o remount,ro \(home.folder)/data")
    #expect(try await home.findings(code: 1)["store"] == "read-only")
  }

  /// Whether files can be made that nobody may change.
  private static let canFix =
    geteuid() == 0
    && system("f=$(mktemp -p /dev/shm) && chattr +a $f && chattr -a $f; r=$?; rm $f; exit $r") == 0

  @Test(
    "of a store that nobody may change, doctor told to give rights that it had, or of the disk",
    .enabled(if: canFix, "needs root, and a kernel whose memory disks know chattr"),
    arguments: [("+a", "$store"), ("+i", "$store"), ("+i", "$data"), ("+i", "$above")])
  func immutable(flag: String, place: String) async throws {
    let above = home.folder + "/data"
    if place != "$above" { try await home.remindctl("in", "1h", "tea") }
    let path = ["$store": home.store, "$data": home.data, "$above": above][place]!
    try await home.shell("chattr \(flag) \(path)")
    let found = try await home.finding("store")
    try await home.shell("chattr -i -a \(path)")
    #expect(found["command"] as? String == "chattr -i -a \(path)", "\(found)")
    let message = try #require(found["message"] as? String)
    #expect(message.contains("Nothing new can be stored"), "\(message)")
    #expect(!message.contains("makes the disk writable"), "\(message)")
  }

  @Test("a store that was deleted under a daemon was no finding; status and doctor tell it")
  func gone() async throws {
    try await home.remindctl("in", "9h", "tea")
    let daemon = try await home.remindd()
    #expect(try await home.remindctl("status", "--json").object()["store_served"] as? Bool == true)
    #expect(try await home.findings(code: 0)["store"] == "sound")
    // One that runs ends; one that stands still does not know it.
    try await home.stop(daemon)
    try await home.shell("mv \(home.store) \(home.folder)/aside")
    let status = try await home.remindctl("status").output
    #expect(status.contains("\(home.store) is gone while remindd runs"), "\(status)")
    #expect(try await home.remindctl("status", "--json").object()["store_served"] as? Bool == false)
    #expect(try await home.findings(code: 1)["store"] == "gone")
    try await home.shell("mv \(home.folder)/aside \(home.store)")
    daemon.child.send(SIGCONT)
    try await home.shell(
      "until remindctl doctor --json | grep -q '\"found\":\"sound\"'; do sleep 0.05; done")
    #expect(try await daemon.end(SIGTERM) == .code(0))
  }

  @Test(
    "a store in a place that the daemon does not see is not served, and is told",
    .enabled(if: Home.canMount, "needs root, and the right to mount"))
  func elsewhere() async throws {
    try await home.remindctl("in", "9h", "tea")
    let daemon = try await home.remindd()
    // Another disk over the folder: for us alone, and the daemon's lock comes along.
    let answer = try await home.run([
      "unshare", "-m", "sh", "-c",
      """
      cp -r \(home.data) \(home.folder)/copy
      mount --bind \(home.folder)/copy/reminders.db \(home.store)
      \(Home.programs)/remindctl status; \(Home.programs)/remindctl doctor --json
      """,
    ])
    #expect(answer.output.contains("remindd has another file open than \(home.store)"))
    #expect(answer.output.contains(#""found":"not-served""#))
    #expect(try await daemon.end(SIGTERM) == .code(0))
  }

  @Test("a folder and a store that may only be read are named both, and one command mends both")
  func rights() async throws {
    try await home.remindctl("in", "9h", "tea")
    try await home.shell("chmod 400 \(home.store); chmod 500 \(home.data)")
    let answer = try await home.runAsUser(["remindctl", "doctor", "--json"])
    #expect(answer.code == 1)
    let finding = try #require(
      try answer.objects("findings").first { $0["found"] as? String == "read-only" })
    let message = try #require(finding["message"] as? String)
    #expect(message.contains("\(home.data) and \(home.store)"), "\(message)")
    let refused = try await home.runAsUser(["remindctl", "in", "1h", "x"])
    #expect(refused.code == 5)
    #expect(
      refused.error.contains(
        "\(home.data) and \(home.store) cannot be written: Permission denied."),
      "\(refused.error)")
    try await home.shell(try #require(finding["command"] as? String))
    #expect(try await home.shell("stat -c %a \(home.data) \(home.store)").output == "700\n600\n")
    #expect(try await home.runAsUser(["remindctl", "in", "1h", "x"]).code == 0)
  }

  @Test("a folder that may only be read was said to take nothing new while its files are open")
  func openFiles() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.remindctl("in", "9h", "tea")
    try await home.shell("chmod 500 \(home.data)")
    let message = try #require(try await home.finding("store")["message"] as? String)
    #expect(message.hasSuffix("Nothing new can be stored once nothing has the store open."))
    #expect(try await home.runAsUser(["remindctl", "in", "1h", "x"]).code == 0)
    try await home.shell("chmod 700 \(home.data)")
    #expect(try await daemon.end(SIGTERM) == .code(0))
  }

  @Test("a folder that cannot be entered is mended by doctor's command")
  func closed() async throws {
    try await home.remindctl("in", "9h", "tea")
    for mode in ["000", "600"] {
      try await home.shell("chmod \(mode) \(home.data)")
      let finding = try await home.finding("store")
      #expect(finding["state"] as? String == "problem")
      try await home.shell(try #require(finding["command"] as? String))
      #expect(try await home.remindctl("doctor", "--json").output.contains(#""found":"sound""#))
    }
  }

  @Test("a daemon behind a closed folder was called absent")
  func closedWhileServed() async throws {
    let daemon = try await home.remindd()
    try await home.shell("chmod 000 \(home.data)")
    let finding = try await home.finding("daemon")
    try await home.shell("chmod 700 \(home.data)")
    #expect(finding["found"] as? String == "not-known")
    #expect(finding["state"] as? String == "not-known")
    #expect(try await home.finding("daemon")["found"] as? String == "running")
    #expect(try await daemon.end(SIGTERM) == .code(0))
  }

  @Test(
    "which of the store's files may not be read was not told, nor what mends it",
    arguments: ["", "-wal", "-shm"])
  func closedFile(tail: String) async throws {
    let daemon = try await home.remindd()
    try await home.remindctl("in", "9h", "tea")
    try await home.shell("chmod 000 \(home.store)\(tail)")
    let answer = try await home.runAsUser(["remindctl", "list"])
    #expect(answer.code == 5)
    #expect(
      answer.error == "remindctl: \(home.store)\(tail) cannot be used: Permission denied.\n")
    let command = try #require(try await home.finding("store")["command"] as? String)
    try await home.shell(command)
    #expect(try await home.runAsUser(["remindctl", "list"]).code == 0)
    #expect(try await home.finding("store")["found"] as? String == "sound")
    #expect(try await daemon.end(SIGTERM) == .code(0))
  }

  @Test(
    "there was no store yet, where none could be made or what is in the way was offered no remedy",
    arguments: [
      ("mkdir $top; chmod 500 $top", "read-only"),
      ("mkdir -p $data; chmod 500 $data", "read-only"),
      ("mkdir $top; chmod 000 $top", "store-unreachable"),
      ("touch $top", "store-unreachable"),
      ("ln -s /proc/nowhere/at/all $top", "store-unreachable"),
      ("mkdir $top; touch $data", "store-unreachable"),
      ("mkdir $top; ln -s /proc/nowhere/at/all $data", "store-unreachable"),
    ])
  func blocked(cause: String, found: String) async throws {
    try await home.shell("top=\(home.folder)/data; data=\(home.data); rm -rf $top; \(cause)")
    let words = ["remindctl", "in", "1h", "x"]
    #expect(try await home.runAsUser(words).code == 5)
    let store = try await home.finding("store")
    #expect(store["found"] as? String == found, "\(store)")
    #expect(store["state"] as? String == "problem")
    try await home.shell(try #require(store["command"] as? String))
    #expect(try await home.runAsUser(words).code == 0)
    #expect(try await home.finding("store")["found"] as? String == "sound")
  }

  @Test("the size of a store left out its log")
  func size() async throws {
    try await home.remindctl("in", "9h", "tea")
    let daemon = try await home.remindd()
    try await home.create(30, in: "9h")
    let sizes = try await home.shell("cat \(home.store) \(home.store)-wal | wc -c").output
    let bytes = try await home.finding("store")["bytes"] as? Int
    #expect(bytes == Int(sizes.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(try await daemon.end(SIGTERM) == .code(0))
  }
}
