import Beds
import Foundation
import Testing

/// What a bar shows where nothing can be shown: a store that cannot be read, or no daemon.
@Suite(.timeLimit(.minutes(5))) struct BarProblemTests {
  let home: Home
  init() async throws { home = try await Home() }

  static let problems: [(cause: String, line: String, remedy: String)] = [
    ("rm -f $store-*; echo rubbish >$store", "The reminders cannot be read.", "rm $store"),
    (
      "rm -f $store-*; dd if=/dev/zero of=$store bs=1 count=100 conv=notrunc",
      "The reminders cannot be read.",
      "mv $store $store.aside"
    ),
    ("mv $store $store.x; mkfifo $store", "The reminders cannot be read.", "mv $store.x $store"),
    (
      "mv $store $store.x; mkdir $store", "The reminders cannot be read.",
      "rmdir $store; mv $store.x $store"
    ),
    (
      "mv $store $store.x; ln -s $store.x $store", "The reminders cannot be read.",
      "mv $store.x $store"
    ),
    ("rm -r $data; touch $data", "The reminders cannot be read.", "rm $data"),
    ("rm $store $store-*", "remindd is not running.", "true"),
    ("mv $data $data.x", "remindd is not running.", "mv $data.x $data"),
  ]

  @Test(
    "a store that cannot be read ended a bar, or left it empty, and nobody saw a sign",
    arguments: problems)
  func broken(cause: String, problem: String, remedy: String) async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.remindctl("in", "9h", "tea")
    let bar = try home.start(["remindctl", "watch", "--format", "{class} {line}"])
    try await bar.lastLine(with: "next ")
    try await daemon.end(SIGTERM)
    try await bar.lastLine(with: "problem remindd is not running.")
    let place = "data=\(home.data); store=\(home.store);"
    #expect(try await home.shell("\(place) { \(cause); } 2>/dev/null").code == 0)
    try await bar.lastLine(with: "problem \(problem)")
    #expect(
      try await home.status("{class}|{text}|{time}{id}{due}|{line}")
        == "problem|\(problem)||\(problem)\n")
    let object = try JSONSerialization.jsonObject(with: Data(try await home.status("waybar").utf8))
    let members = try #require(object as? [String: String])
    #expect(members["text"] == problem && members["class"] == "problem")
    #expect(members["tooltip"]?.contains(problem.hasPrefix("The") ? home.data : "remindd") == true)
    #expect(try await home.shell("\(place) \(remedy)").code == 0)
    let other = try await home.remindd("--channel", "stdout")
    try await home.remindctl("in", "8h", "later")
    try await bar.wait(for: "the next one") { $0.lines.last?.contains("later") == true ? 1 : nil }
    #expect(bar.said.exit == nil)
    try await other.end(SIGTERM)
  }

  @Test(
    "what was in the way beside a store stayed on the bar when it had gone",
    arguments: [
      ("rm $store", "rm $store-wal"), (": >$store", "rm $store-wal"),
      ("rm $store", "mv $store-wal $store-wal.x"), ("mkfifo $store-journal", "rm $store-journal"),
      ("rm $store-shm; mkdir $store-shm", "rmdir $store-shm"),
    ])
  func beside(cause: String, cure: String) async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.remindctl("in", "9h", "tea")
    // So it leaves its log behind.
    try await daemon.end(SIGKILL)
    let bar = try home.start(["remindctl", "watch", "--format", "{class} {line}"])
    try await bar.lastLine(with: "problem remindd is not running.")
    #expect(try await home.shell("store=\(home.store); \(cause)").code == 0)
    try await bar.lastLine(with: "problem The reminders cannot be read.")
    #expect(try await home.shell("store=\(home.store); \(cure)").code == 0)
    try await bar.lastLine(with: "problem remindd is not running.")
    bar.send(SIGTERM)
    #expect(try await bar.end() == .code(0))
  }

  @Test(
    "a store that is taken from a service: the bar shows what the next daemon serves, and its return"
  )
  func taken() async throws {
    let daemon = try await home.service("--channel", "stdout")
    try await home.remindctl("in", "9h", "tea")
    let bar = try home.start(["remindctl", "watch", "--format", "{class} {line}"])
    try await bar.lastLine(with: "next ")
    try await home.shell("mv \(home.store) \(home.store).x")
    try await daemon.restarted(because: "has been taken away or replaced")
    try await bar.lastLine(with: "none")
    try await home.shell("mv \(home.store).x \(home.store)")
    try await bar.lastLine(with: "next ")
    try await daemon.restarted(because: "has been taken away or replaced", ready: 3)
    #expect(try await daemon.end(SIGTERM) == .code(0))
  }

  @Test("what can be repaired of a damaged store a bar repairs, and shows")
  func repaired() async throws {
    try await home.create(300, in: "9h")
    let bar = try home.start(["remindctl", "watch", "--format", "{class} {pending}"])
    try await bar.lastLine(with: "problem 300")
    let daemon = try await home.remindd("--channel", "stdout")
    try await bar.lastLine(with: "next 300")
    try await daemon.end(SIGTERM)
    try await bar.lastLine(with: "problem 300")
    try await home.shell(
      "dd if=/dev/urandom of=\(home.store) bs=4096 seek=1 count=1 conv=notrunc")
    let shown = try await home.status("{class} {pending}")
    #expect(shown.hasPrefix("problem ") && !shown.contains("?"), "\(shown)")
  }

  @Test("without a daemon a bar showed what would never come; its end and its return are lines")
  func unserved() async throws {
    #expect(
      try await home.status("{class}|{line}|{text}|{time}{id}{due}|{pending}")
        == "problem|remindd is not running.|remindd is not running.||0\n")
    try await home.remindctl("in", "9h", "tea")
    let bar = try home.start(["remindctl", "watch", "--format", "{class} {line} {pending}"])
    try await bar.lastLine(with: "problem remindd is not running. 1")
    for signal in [SIGTERM, SIGKILL] {
      let daemon = try await home.remindd("--channel", "stdout")
      try await bar.lastLine(with: "next ")
      try await daemon.end(signal)
      try await bar.lastLine(with: "problem remindd is not running. 1")
    }
    let details = try await home.status("{details}")
    #expect(details.contains("nothing is shown until it is"))
    #expect(details.contains("tea"))
    bar.send(SIGTERM)
    #expect(try await bar.end() == .code(0))
    let holder = try await home.holdLock()
    #expect(try await home.status("{class} {text}") == "problem remindd is locked out.\n")
    holder.send(SIGKILL)
    _ = try await holder.end()
  }

  @Test("a bar that has no home waits, and says so")
  func homeless() async throws {
    let nowhere = ["HOME": nil, "XDG_DATA_HOME": nil] as [String: String?]
    let answer = try await home.remindctl(
      "status", "--format", "{class} {text} {pending}", changing: nowhere)
    #expect(answer.code == 0)
    #expect(answer.output == "problem The reminders cannot be read. ?\n")
    let bar = try home.start(["remindctl", "watch", "--format", "{class}"], changing: nowhere)
    try await bar.lastLine(with: "problem")
    bar.send(SIGTERM)
    #expect(try await bar.end() == .code(0))
  }
}
