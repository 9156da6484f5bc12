import Beds
import Foundation

/// An interactive shell at whose keyboard somebody sits: it has the completions, and Ctrl-G writes
/// the line down as it stands and ends it.
struct Typist {
  enum Shell: String, CaseIterable, Sendable { case bash, zsh, fish }

  private static let completions = Project.file("completions")

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
          "home/.bashrc",
          """
          source \(Self.completions)/remindctl.bash
          dump() { printf %s "$READLINE_LINE" >\(line); exit; }
          bind -x '"\\C-g": dump'
          """
        )
      case .zsh:
        (
          "home/.zshrc",
          """
          fpath=(\(Self.completions) $fpath)
          autoload -U compinit; compinit -u -D
          dump() { print -rn -- "$BUFFER" >\(line); exit }
          zle -N dump; bindkey '^G' dump
          """
        )
      case .fish:
        (
          "config/fish/config.fish",
          """
          source \(Self.completions)/remindctl.fish
          function dump; printf %s (commandline -b) >\(line); kill -KILL $fish_pid; end
          bind \\cg dump
          """
        )
      }
    let file = URL(filePath: home.folder).appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    // Without this folder fish begins to read all manual pages of the machine.
    try FileManager.default.createDirectory(
      atPath: home.folder + "/data/fish/generated_completions", withIntermediateDirectories: true)
    try settings.write(to: file, atomically: true, encoding: .utf8)
  }

  /// Whether all of them are installed.
  static let isPossible = Shell.allCases.allSatisfy { Home.canRun("command -v \($0.rawValue)") }

  /// Types `keys` on a new terminal.
  /// - Returns: the line that they lead to, and all that was on the screen.
  func type(_ keys: String) async throws -> (line: String, screen: String) {
    try? FileManager.default.removeItem(atPath: line)
    let script = """
      import os, pty, select, sys
      shell, terminal = pty.fork()
      if shell == 0:
          os.execvp(sys.argv[2], sys.argv[2:])
      os.write(terminal, sys.argv[1].encode())
      # Until the shell has ended, though what it started may keep its terminal.
      end = os.pidfd_open(shell)
      screen = b""
      while terminal in select.select([terminal, end], [], [])[0]:
          try:
              screen += os.read(terminal, 65536)
          except OSError:
              break
      os.waitpid(shell, 0)
      sys.stdout.buffer.write(screen)
      """
    let answer = try await home.run(
      [
        "/usr/bin/timeout", "170", "/usr/bin/python3", "-c", script, keys + "\u{7}", shell.rawValue,
        "-i",
      ],
      changing: ["TERM": "xterm", "INPUTRC": "/dev/null"])
    return (try String(contentsOfFile: line, encoding: .utf8), answer.output)
  }
}
