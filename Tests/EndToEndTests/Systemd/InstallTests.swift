import Beds
import Foundation
import Testing

/// What `make install` puts where, and what `make uninstall` leaves.
@Suite struct InstallTests {
  let home: Home
  init() async throws { home = try await Home() }

  /// Every file below `folder`, by its path in it.
  func files(in folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).filter {
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: folder + "/" + $0, isDirectory: &isFolder)
        && !isFolder.boolValue
    }.sorted()
  }

  @Test(
    "programs, unit, manual, translations and completions are installed, and nothing of it is left afterwards"
  )
  func install() async throws {
    let folder = home.folder + "/a root"
    let variables = [
      "DESTDIR": folder, "PREFIX": "/usr/local", "REMIND_BIN": Home.programs,
    ]
    let script = "\(Project.folder)scripts/"
    let installed = try await home.run([script + "install"], changing: variables)
    #expect(installed.code == 0, "\(installed.error)")
    // Where their libraries were there.
    let helpers = ["remind-calendar", "remind-mail"].filter {
      access(Home.programs + "/" + $0, X_OK) == 0
    }
    .map { "libexec/remindctl/" + $0 }
    #expect(
      try files(in: folder + "/usr/local") == [
        "bin/remindctl", "bin/remindd", "lib/systemd/user/remindd.service",
      ] + helpers + [
        "share/applications/remindctl.desktop",
        "share/bash-completion/completions/remindctl",
        "share/doc/remindctl/examples/hardening.conf",
        "share/fish/vendor_completions.d/remindctl.fish",
        "share/locale/it/LC_MESSAGES/remindctl.mo", "share/locale/pl/LC_MESSAGES/remindctl.mo",
        "share/man/man1/remindctl.1", "share/man/man1/remindd.1",
        "share/man/man5/remindctl-templates.5", "share/man/man5/remindctl.conf.5",
        "share/man/man7/remindctl-time.7",
        "share/zsh/site-functions/_remindctl",
      ])
    if Languages.isPossible {
      var italian = Languages.speaking("it_IT.UTF-8")
      italian.updateValue(nil, forKey: "TEXTDOMAINDIR")
      for program in ["remindctl", "remindd"] {
        let help = try await home.run(
          [folder + "/usr/local/bin/" + program, "--help"], changing: italian)
        #expect(help.output.hasPrefix("Uso: "), "\(help.output)\(help.error)")
      }
    }
    let page = try await home.run(
      ["man", "-M", folder + "/usr/local/share/man", "--where", "5", "remindctl.conf"])
    #expect(page.code == 0 || !Home.canRun("command -v man"))
    let removed = try await home.run([script + "uninstall"], changing: variables)
    #expect(removed.code == 0, "\(removed.error)")
    #expect(try files(in: folder) == [])
  }

  @Test(
    "the menu's entry names the program so that a menu finds it, whatever is in its path",
    .enabled(
      if: Home.canRun("command -v desktop-file-validate && command -v python3"),
      "needs desktop-file-utils (scripts/dependencies lint)"))
  func entry() async throws {
    let prefix = home.folder + "/50% $a `b"
    let installed = try await home.run(
      [Project.folder + "scripts/install"],
      changing: ["PREFIX": prefix, "REMIND_BIN": Home.programs])
    #expect(installed.code == 0, "\(installed.error)")
    let entry = prefix + "/share/applications/remindctl.desktop"
    let valid = try await home.run(["desktop-file-validate", entry])
    #expect(valid.code == 0 && valid.output == "", "\(valid.output)")
    // As the Desktop Entry Specification reads it: a string, in it a quoted word, in it field codes.
    let read = try await home.run([
      "python3", "-c",
      #"import re, sys; line = re.search(r'Exec="(.*)" in --ask', open(sys.argv[1]).read())[1];"#
        + #" print(re.sub(r'\\(.)', r'\1', line.replace('\\\\', '\\')).replace('%%', '%'))"#, entry,
    ])
    #expect(read.output == prefix + "/bin/remindctl\n", "\(read)")
  }

  @Test("a blank in PREFIX was not quoted in every line to copy, and empty folders were left")
  func blank() async throws {
    let prefix = home.folder + "/my prefix"
    let variables = ["PREFIX": prefix, "REMIND_BIN": Home.programs]
    let installed = try await home.run([Project.folder + "scripts/install"], changing: variables)
    #expect(installed.code == 0, "\(installed.error)")
    #expect(installed.output.contains("by hand: '\(prefix)/bin/remindd' &"))
    #expect(installed.output.contains("Try: '\(prefix)/bin/remindctl' in 5s hello"))
    let entry = prefix + "/share/applications/remindctl.desktop"
    #expect(
      try String(contentsOfFile: entry, encoding: .utf8)
        .contains("\nExec=\"\(prefix)/bin/remindctl\" in --ask\n"))
    let removed = try await home.run([Project.folder + "scripts/uninstall"], changing: variables)
    #expect(removed.code == 0, "\(removed.error)")
    for folder in [prefix, home.folder + "/config"] {
      #expect(try FileManager.default.subpathsOfDirectory(atPath: folder) == [])
    }
    let data = try FileManager.default.subpathsOfDirectory(atPath: home.folder + "/data")
    #expect(data == ["remindctl"])
  }
}
