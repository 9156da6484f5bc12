import Glibc
import Scheduler

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
        command: Remedy.edit(file, line: flaw.line, context),
        facts + [("line", .number(Int64(flaw.line)))])
    }
    if let hook = configuration.hook, access(hook, X_OK) != 0 {
      let error = errno
      findings.append(
        Finding(
          .configuration, .note, "no-hook",
          Words.hookMissing(VisibleText.line(hook), Words.system(error)),
          command: error == EACCES
            ? "chmod u+x \(Remedy.quoted(hook))" : Remedy.edit(file, line: 1, context), facts))
    }
    guard findings.isEmpty else { return findings }
    return [
      access(file, F_OK) == 0
        ? Finding(.configuration, .ok, "read", Words.configurationRead(path), facts)
        : Finding(.configuration, .ok, "none", Words.noConfiguration(path), facts)
    ]
  }
}
