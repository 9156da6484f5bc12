import Beds
import Foundation
import Testing

/// What a bar shows: `status --format`, and `watch --format`, which keeps it true.
@Suite(.timeLimit(.minutes(5))) struct BarTests {
  let home: Home
  init() async throws { home = try await Home() }

  static let examples = InstallTests.root + "examples/"

  func status(_ format: String) async throws -> String {
    let answer = try await home.remindctl("status", "--format", format)
    #expect(answer.code == 0, "\(answer.error)")
    return answer.output
  }

  /// Waits until the last line that a bar was given contains `text`.
  func line(of bar: Child, with text: String) async throws {
    try await bar.wait(for: "a line with \(text)") {
      $0.lines.last?.contains(text) == true ? 1 : nil
    }
  }

  @Test("the class says how things are: none, next, unanswered, held, paused; of several the last")
  func classes() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    #expect(try await status("{class}|{line}|{details}") == "none||Nothing is to come.\n")
    try await home.remindctl("in", "9h", "tea")
    #expect(
      try await status("{class} {id} {text} {pending}/{held}/{unanswered}") == "next 1 tea 1/0/0\n")
    try await home.show("eggs", by: daemon)
    try await home.show("bread", by: daemon)
    let shown = try await status("{class} {text} {unanswered}: {line}")
    #expect(
      shown.wholeMatch(of: /unanswered bread 2: \d\d:\d\d:\d\d bread \(not answered\)\n/) != nil,
      "\(shown)")
    try await daemon.end(SIGTERM)
    let desktop = try await home.remindd("--channel", "desktop")
    try await home.remindctl("in", "0.1s", "milk")
    try await home.shell(
      "until remindctl status --format '{held}' | grep -q 1; do sleep 0.02; done")
    #expect(
      try await status("{class} {text} {line}").wholeMatch(
        of: /held milk \d\d:\d\d:\d\d milk \(held: no desktop session\)\n/) != nil)
    try await home.remindctl("pause", "2h")
    #expect(
      try await status("{class}|{id}|{line}").wholeMatch(
        of: /paused\|\|Paused until (\d+ .* )?\d\d:\d\d:\d\d\.\n/) != nil)
    try await desktop.end(SIGTERM)
  }

  @Test("the line names the clock's time, also after a while; its date where that is not today's")
  func clock() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.remindctl("at", "2031-12-24 09:00", "presents")
    let first = try await status("{line}")
    #expect(first == "Wed 24 Dec 2031 09:00:00 presents\n")
    #expect(try await status("{due}") == "2031-12-24T09:00:00+00:00\n" || TimeZone.current != .gmt)
    #expect(try await status("{details}") == "Wed 24 Dec 2031 09:00:00 presents\n")
    try await daemon.end(SIGTERM)
  }

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
    ("rm $store", "remindd is not running.", "true"),
    ("mv $data $data.x", "remindd is not running.", "mv $data.x $data"),
  ]

  @Test(
    "a store that cannot be read ended a bar, or left it empty, and nobody saw a sign",
    arguments: problems)
  func broken(cause: String, problem: String, remedy: String) async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.remindctl("in", "9h", "tea")
    let bar = try home.start(["remindctl", "watch", "--format", "{class} {line}"])
    try await line(of: bar, with: "next ")
    try await daemon.end(SIGTERM)
    try await line(of: bar, with: "problem remindd is not running.")
    let place = "data=\(home.data); store=\(home.store);"
    #expect(try await home.shell("\(place) { \(cause); } 2>/dev/null").code == 0)
    try await line(of: bar, with: "problem \(problem)")
    #expect(
      try await status("{class}|{text}|{time}{id}{due}|{line}")
        == "problem|\(problem)||\(problem)\n")
    let object = try JSONSerialization.jsonObject(with: Data(try await status("waybar").utf8))
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

  @Test("a store that was taken from a daemon is told, and its return is")
  func taken() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.remindctl("in", "9h", "tea")
    let bar = try home.start(["remindctl", "watch", "--format", "{class} {line}"])
    try await line(of: bar, with: "next ")
    try await home.shell("mv \(home.store) \(home.store).x")
    try await line(of: bar, with: "problem The store is gone.")
    #expect(try await status("{details}").contains("\(home.store) is gone while remindd runs"))
    try await home.shell("mv \(home.store).x \(home.store)")
    try await line(of: bar, with: "next ")
    try await daemon.end(SIGTERM)
  }

  @Test("what can be repaired of a damaged store a bar repairs, and shows")
  func repaired() async throws {
    try await home.create(300, in: "9h")
    let bar = try home.start(["remindctl", "watch", "--format", "{class} {pending}"])
    try await line(of: bar, with: "problem 300")
    let daemon = try await home.remindd("--channel", "stdout")
    try await line(of: bar, with: "next 300")
    try await daemon.end(SIGTERM)
    try await line(of: bar, with: "problem 300")
    try await home.shell(
      "printf 'SQLite format 3' >x; dd if=/dev/urandom of=\(home.store) bs=4096 seek=1 count=1 conv=notrunc"
    )
    let shown = try await status("{class} {pending}")
    #expect(shown.hasPrefix("problem ") && !shown.contains("?"), "\(shown)")
  }

  @Test("without a daemon a bar showed what would never come; its end and its return are lines")
  func unserved() async throws {
    #expect(
      try await status("{class}|{line}|{text}|{time}{id}{due}|{pending}")
        == "problem|remindd is not running.|remindd is not running.||0\n")
    try await home.remindctl("in", "9h", "tea")
    let bar = try home.start(["remindctl", "watch", "--format", "{class} {line} {pending}"])
    try await line(of: bar, with: "problem remindd is not running. 1")
    for signal in [SIGTERM, SIGKILL] {
      let daemon = try await home.remindd("--channel", "stdout")
      try await line(of: bar, with: "next ")
      try await daemon.end(signal)
      try await line(of: bar, with: "problem remindd is not running. 1")
    }
    let details = try await status("{details}")
    #expect(details.contains("nothing is shown until it is"))
    #expect(details.contains("tea"))
    bar.send(SIGTERM)
    #expect(try await bar.end() == .code(0))
    let holder = try home.start([
      "python3", "-c",
      "import fcntl, sys, time; f = open(sys.argv[1], 'w'); fcntl.lockf(f, fcntl.LOCK_EX);"
        + "print('held', flush=True); time.sleep(60)", home.data + "/remindd.lock",
    ])
    try await holder.wait(for: "the lock") { $0.lines.first }
    #expect(try await status("{class} {text}") == "problem remindd is locked out.\n")
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
    try await line(of: bar, with: "problem")
    bar.send(SIGTERM)
    #expect(try await bar.end() == .code(0))
  }

  @Test("a bar's line does not grow with a reminder's text, and is one line whatever that says")
  func long() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.remindctl("in", "1h", "--", String(repeating: "long ", count: 200) + "\nx")
    let line = try await status("{line}")
    #expect(line.count < 70)
    #expect(line.hasSuffix("...\n"))
    try await home.remindctl("in", "1m", "--", "a\nb\u{1b}[31m")
    #expect(try await status("{text}") == "a␊b␛[31m\n")
    try await daemon.end(SIGTERM)
  }

  @Test("Waybar gets JSON whose text is no markup and whose tooltip lists what there is")
  func waybar() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.create(12, in: "2h")
    try await home.remindctl("in", "1h", "<b>\"tea\"</b> & eggs")
    let object = try JSONSerialization.jsonObject(with: Data(try await status("waybar").utf8))
    let members = try #require(object as? [String: String])
    #expect(Set(members.keys) == ["text", "alt", "tooltip", "class"])
    #expect(members["text"]?.hasSuffix(" &lt;b&gt;\"tea\"&lt;/b&gt; &amp; eggs") == true)
    #expect(members["class"] == "next" && members["alt"] == "next")
    let lines = try #require(members["tooltip"]).split(separator: "\n")
    #expect(lines.count == 11)
    #expect(lines.first?.hasSuffix("&amp; eggs") == true)
    #expect(lines.last == "... and 3 more")
    try await daemon.end(SIGTERM)
  }

  @Test("watch --format prints the line at once, and again when it is another one, not otherwise")
  func watch() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    let bar = try home.start(["remindctl", "watch", "--format", "{class} {text}"])
    try await line(of: bar, with: "none")
    try await home.remindctl("in", "9h", "tea")
    try await line(of: bar, with: "next tea")
    try await home.remindctl("in", "10h", "later")
    try await home.show("eggs", by: daemon)
    try await line(of: bar, with: "unanswered eggs")
    try await home.remindctl("done")
    try await line(of: bar, with: "next tea")
    try await home.remindctl("cancel", "1")
    try await line(of: bar, with: "next later")
    let lines = bar.said.lines
    // Nothing twice; of what follows quickly upon another a step may be left out.
    #expect(zip(lines, lines.dropFirst()).allSatisfy { $0 != $1 }, "\(lines)")
    bar.send(SIGTERM)
    #expect(try await bar.end() == .code(0))
    try await daemon.end(SIGTERM)
  }

  @Test("the end of a pause is another line, though nobody writes anything then")
  func pause() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.remindctl("in", "9h", "tea")
    try await home.remindctl("pause", "2s")
    let bar = try home.start(["remindctl", "watch", "--format", "{class} {line}"])
    try await line(of: bar, with: "paused Paused until")
    try await line(of: bar, with: "next")
    #expect(bar.said.lines.count == 2)
    try await daemon.end(SIGTERM)
  }

  @Test(
    "a format that is none changes nothing, and says what would be one",
    arguments: [["--format", "wayabr"], ["--format={lin}"], ["--format", "{line}", "--json"]])
  func refused(options: [String]) async throws {
    for verb in ["status", "watch"] {
      let answer = try await home.run(["remindctl", verb] + options)
      #expect(answer.code == 2)
      #expect(answer.error.contains("--format"))
    }
  }

  /// The command of an example, as its bar reads it.
  func command(in example: String, _ key: String) throws -> String {
    let text = try String(contentsOfFile: Self.examples + example, encoding: .utf8)
    let line = try #require(
      text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        .first { $0.hasPrefix(key) })
    return String(line.dropFirst(key.count))
      .trimmingCharacters(in: CharacterSet(charactersIn: "\","))
  }

  @Test(
    "each example's command runs as its bar runs it, and follows what happens",
    arguments: [
      ("waybar.jsonc", "\"exec\": ", "&lt;b&gt;tea"), ("polybar.ini", "exec = ", "<b>tea"),
      ("i3blocks.conf", "command=", "&lt;b&gt;tea"),
    ])
  func commands(example: String, key: String, shown: String) async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    let bar = try home.start(["/bin/sh", "-c", try command(in: example, key)])
    try await bar.wait(for: "the first line") { $0.lines.first }
    try await home.remindctl("in", "9h", "<b>tea")
    try await line(of: bar, with: shown)
    try await home.remindctl("cancel", "1")
    try await bar.wait(for: "its end") { $0.lines.last?.contains("tea") == false ? 1 : nil }
    try await daemon.end(SIGTERM)
    try await line(of: bar, with: "remindd is not running.")
  }

  @Test("the examples' clicks answer what the bar shows")
  func clicks() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    for (example, done, snooze) in [
      ("waybar.jsonc", "\"on-click\": ", "\"on-click-right\": "),
      ("polybar.ini", "click-left = ", "click-right = "),
    ] {
      try await home.show("tea", by: daemon)
      #expect(try await home.shell(try command(in: example, snooze)).output.contains("tea"))
      try await home.show("eggs", by: daemon)
      #expect(try await home.shell(try command(in: example, done)).output.contains("eggs"))
    }
    try await daemon.end(SIGTERM)
  }

  @Test(
    "i3blocks itself shows the example's line, and the next one",
    .enabled(if: Home.canRun("command -v i3blocks"), "needs i3blocks (scripts/dependencies bars)"))
  func i3blocks() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    let bar = try home.start(["i3blocks", "-c", Self.examples + "i3blocks.conf"])
    try await home.remindctl("in", "9h", "tea")
    try await line(of: bar, with: "tea")
    try await home.remindctl("in", "8h", "<eggs>")
    try await line(of: bar, with: "&lt;eggs&gt;")
    #expect(bar.said.lines.last?.contains(#""markup":"pango""#) == true)
    try await daemon.end(SIGTERM)
    try await line(of: bar, with: "remindd is not running.")
  }

  @Test(
    "polybar itself shows the example's line; what a text says there is no tag and no command",
    .enabled(
      if: DesktopBed.isPossible && Home.canRun("command -v polybar"),
      "needs a desktop and polybar (scripts/dependencies desktop bars)"))
  func polybar() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    let bed = try DesktopBed()
    try await bed.startScreen()
    let configuration = home.folder + "/polybar.ini"
    try "include-file = \(Self.examples)polybar.ini\n[bar/test]\nmodules-left = remind\n"
      .write(toFile: configuration, atomically: true, encoding: .utf8)
    let bar = try home.start(
      ["polybar", "-c", configuration, "-s", "test"],
      changing: ["DISPLAY": bed.environment["DISPLAY"]])
    try await home.remindctl("in", "9h", "100 %{A1:touch x:}tea")
    let line = try await bar.wait(for: "the line") { $0.lines.first { $0.contains("tea") } }
    #expect(line.contains("%{A1:remindctl done:}"))
    #expect(line.contains(" 100 %\u{200B}{A1:touch x:}tea%{A}"), "\(line)")
    try await daemon.end(SIGTERM)
  }

  @Test(
    "Waybar itself takes the example as it is, and knows each class when it comes",
    .enabled(
      if: Home.canRun(
        "command -v waybar && command -v sway && command -v grim && command -v convert"),
      "needs waybar, sway, grim and ImageMagick (scripts/dependencies desktop bars)"))
  func waybarItself() async throws {
    // sway takes no orders from root.
    let user = geteuid() == 0 ? 65_534 : geteuid()
    let place = "/tmp/remindctl-wayland-\(UUID().uuidString.prefix(8))"
    try await home.shell("install -d -m 700 \(place)")
    defer { try? FileManager.default.removeItem(atPath: place) }
    try "output HEADLESS-1 resolution 800x100\n".write(
      toFile: place + "/sway", atomically: true, encoding: .utf8)
    try await home.shell("chmod 644 \(place)/sway; chown -R \(user) \(place)")
    let screen = try home.start(
      (geteuid() == 0
        ? ["setpriv", "--reuid", "\(user)", "--regid", "\(user)", "--clear-groups"] : ["env"])
        + ["sway", "-c", place + "/sway"],
      changing: [
        "XDG_RUNTIME_DIR": place, "HOME": place, "WLR_BACKENDS": "headless",
        "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman",
      ])
    let configuration = home.folder + "/waybar"
    try """
    {"modules-left": ["custom/remind"], "include": ["\(Self.examples)waybar.jsonc"]}
    """.write(toFile: configuration, atomically: true, encoding: .utf8)
    let colours = ["problem": "FF0000", "next": "00FF00", "unanswered": "0000FF"]
    let style = colours.map { "#custom-remind.\($0) { background: #\($1); }\n" }.joined()
    try "@import url(\"\(Self.examples)waybar.css\");\n\(style)".write(
      toFile: configuration + ".css", atomically: true, encoding: .utf8)
    try await home.shell(
      "until ls \(place)/wayland-[0-9] 2>/dev/null; do sleep 0.05; done >/dev/null")
    let display = try #require(
      FileManager.default.contentsOfDirectory(atPath: place).first {
        $0.hasPrefix("wayland-") && !$0.hasSuffix(".lock")
      })
    let there = ["WAYLAND_DISPLAY": place + "/" + display]
    let bar = try home.start(
      ["waybar", "-c", configuration, "-s", configuration + ".css"], changing: there)
    func shows(_ state: String) async throws {
      let answer = try await home.shell(
        "timeout 20 sh -c 'until grim - | convert png:- -format %c histogram:info: "
          + "| grep -q \(colours[state]!); do sleep 0.1; done'", changing: there)
      #expect(answer.code == 0, "\(state): \(bar.said.error)")
    }
    try await shows("problem")
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.remindctl("in", "9h", "<b>tea</b> & \"eggs\"")
    try await shows("next")
    try await home.show("bread", by: daemon)
    try await shows("unanswered")
    try await daemon.end(SIGKILL)
    try await shows("problem")
    #expect(bar.said.exit == nil)
    bar.send(SIGTERM)
    _ = try await bar.end()
    // It takes away what it has made in there.
    screen.send(SIGTERM)
    _ = try await screen.end()
  }
}
