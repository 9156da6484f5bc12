import Configuration
import Glibc
import Reminders
import Scheduler
import System

/// Whether the configuration is understood.
extension Patient {
  /// The configuration: lines that are not understood have no effect, and a hook that is not there
  /// hears nothing.
  func configurationFindings(_ places: Places) -> [Finding] {
    let file = places.configuration
    let (path, configuration) = (VisibleText.line(file), context.configuration)
    let facts: [(name: String, value: JSON)] = [("file", .string(file))]
    var findings = configuration.flaws.map { flaw in
      Finding(
        .configuration, .note, "not-understood", Words.withoutEffect(flaw.sentence(path: file)),
        command: flaw.line > 0
          ? Remedy.edit(file, line: flaw.line, context) : mending(flaw.reason, file),
        facts + [("line", .number(Int64(flaw.line)))])
    }
    if let hook = configuration.hook, let error = Patient.refusal(hook) {
      findings.append(
        Finding(
          .configuration, .note, "no-hook",
          Words.hookMissing(VisibleText.line(hook), Words.system(error)),
          command: Patient.isOwnFile(hook)
            ? "chmod u+x \(Remedy.quoted(hook))"
            : Remedy.edit(file, line: configuration.hookLine, context), facts))
    }
    guard findings.isEmpty else { return findings }
    return [
      access(file, F_OK) == 0
        ? Finding(.configuration, .ok, "read", Words.configurationRead(path), facts)
        : Finding(.configuration, .ok, "none", Words.noConfiguration(path), facts)
    ]
  }

  /// What makes a file be read that is not.
  private func mending(_ reason: Configuration.Flaw.Reason, _ file: String) -> String? {
    var status = stat()
    switch reason {
    case .foreign:
      let isOwn = stat(file, &status) == 0 && status.st_uid == geteuid()
      return isOwn ? "chmod o-w \(Remedy.quoted(file))" : Remedy.aside(file)
    case .openFolder(let folder):
      guard stat(folder, &status) == 0, [geteuid(), 0].contains(status.st_uid) else {
        return Remedy.aside(folder)
      }
      let command = "chmod o-w \(Remedy.quoted(folder))"
      return status.st_uid == geteuid() ? command : Remedy.asRoot(command)
    default: return Hindrance(to: file, R_OK)?.command ?? Remedy.aside(file)
    }
  }

  /// Why a hook cannot be run, an errno; nil where it can.
  private static func refusal(_ hook: String) -> Int32? {
    guard access(hook, X_OK) == 0 else { return errno }
    var status = stat()
    return stat(hook, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR ? EISDIR : nil
  }

  private static func isOwnFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && status.st_uid == geteuid()
  }
}
