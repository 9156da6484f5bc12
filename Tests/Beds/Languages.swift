import Foundation

/// Locales and catalogues of the tests' own, made once, beside the programs.
package enum Languages {
  /// Whether this machine can make them (`scripts/dependencies build test`).
  package static let isPossible =
    ["/usr/bin/localedef", "/usr/bin/msgfmt", "/usr/share/i18n/locales/pl_PL"].allSatisfy(
      FileManager.default.fileExists)

  /// What a program must have in its environment to find them: all but the choice of one.
  package static let variables: [String: String] = {
    let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "languages").path(percentEncoded: false)
    let result = system(
      """
      set -e
      mkdir -p '\(folder)'
      for name in it_IT pl_PL en_US; do
        [ -e '\(folder)'/$name.UTF-8 ] || {
          localedef -i $name -f UTF-8 '\(folder)'/$name.new
          mv '\(folder)'/$name.new '\(folder)'/$name.UTF-8
        }
      done
      '\(Project.folder)'scripts/translations compile '\(folder)/catalogues'
      """)
    guard result == 0 else { fatalError("the locales cannot be made") }
    return ["LOCPATH": folder, "TEXTDOMAINDIR": folder + "/catalogues"]
  }()

  /// The environment of somebody with this LANG, and nothing else that names a locale.
  /// - Parameter changing: further variables.
  package static func speaking(
    _ lang: String?, _ changing: [String: String] = [:]
  ) -> [String: String?] {
    var environment = variables.mapValues(Optional.some)
    for name in ["LC_ALL", "LC_MESSAGES", "LC_TIME", "LANGUAGE"] {
      environment.updateValue(nil, forKey: name)
    }
    environment.updateValue(lang, forKey: "LANG")
    for (name, value) in changing { environment[name] = value }
    return environment
  }
}
