import Foundation

/// An interactive shell at whose keyboard somebody sits: it has the completions, and Ctrl-G writes
/// the line down as it stands and ends it.
struct Typist {
  enum Shell: String, CaseIterable, Sendable { case bash, zsh }

  private static let completions = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../completions").standardized.path(percentEncoded: false)

  private let shell: Shell
  private let home: Home
  private var line: String { home.folder + "/line" }

  init(_ shell: Shell, _ home: Home) throws {
    self.shell = shell
    self.home = home
    let (name, settings) =
      switch shell {
      case .bash:
        (
          ".bashrc",
          """
          source \(Self.completions)/remindctl.bash
          dump() { printf %s "$READLINE_LINE" >\(line); exit; }
          bind -x '"\\C-g": dump'
          """
        )
      case .zsh:
        (
          ".zshrc",
          """
          fpath=(\(Self.completions) $fpath)
          autoload -U compinit; compinit -u -D
          dump() { print -rn -- "$BUFFER" >\(line); exit }
          zle -N dump; bindkey '^G' dump
          """
        )
      }
    try settings.write(toFile: home.folder + "/home/" + name, atomically: true, encoding: .utf8)
  }

  /// Whether the shell is installed.
  static func has(_ shell: String) -> Bool { Home.canRun("command -v \(shell)") }

  /// Types `keys` on a new terminal.
  /// - Returns: the line that they lead to, and all that was on the screen.
  func type(_ keys: String) async throws -> (line: String, screen: String) {
    try? FileManager.default.removeItem(atPath: line)
    let script = """
      import os, pty, sys
      child, terminal = pty.fork()
      if child == 0:
          os.execvp(sys.argv[2], sys.argv[2:])
      os.write(terminal, sys.argv[1].encode())
      screen = b""
      try:
          while True:
              screen += os.read(terminal, 65536)
      except OSError:
          pass
      os.waitpid(child, 0)
      sys.stdout.buffer.write(screen)
      """
    let answer = try await home.run(
      [
        "/usr/bin/timeout", "20", "/usr/bin/python3", "-c", script, keys + "\u{7}", shell.rawValue,
        "-i",
      ],
      changing: ["TERM": "dumb", "INPUTRC": "/dev/null"])
    return (try String(contentsOfFile: line, encoding: .utf8), answer.output)
  }
}
