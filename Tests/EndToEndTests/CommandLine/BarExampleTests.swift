import Beds
import Foundation
import Testing

@testable import System

/// The examples for bars, as the bars run them.
@Suite(.timeLimit(.minutes(5))) struct BarExampleTests {
  let home: Home
  init() async throws { home = try await Home() }

  static let examples = Project.file("examples/")

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
    try await bar.lastLine(with: shown)
    try await home.remindctl("cancel", "1")
    try await bar.wait(for: "its end") { $0.lines.last?.contains("tea") == false ? 1 : nil }
    try await daemon.end(SIGTERM)
    try await bar.lastLine(with: "remindd is not running.")
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
    try await bar.lastLine(with: "tea")
    try await home.remindctl("in", "8h", "<eggs>")
    try await bar.lastLine(with: "&lt;eggs&gt;")
    #expect(bar.said.lines.last?.contains(#""markup":"pango""#) == true)
    try await daemon.end(SIGTERM)
    try await bar.lastLine(with: "remindd is not running.")
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
        "timeout 180 sh -c 'until grim - | convert png:- -format %c histogram:info: "
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
