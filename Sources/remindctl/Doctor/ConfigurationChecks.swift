import Configuration
import Glibc
import Localization
import Reminders
import Store
import System

/// The configuration, its hook and its mail accounts.
extension SystemSnapshot {
  /// Lines that are not understood have no effect, and a hook that is missing hears nothing.
  var configurationChecks: [Check] {
    guard let paths else { return [] }
    let file = paths.configuration
    let (path, configuration) = (VisibleText.line(file), context.configuration)
    let facts: JSON.Members = [("file", .string(file))]
    var checks = configuration.issues.map { issue in
      Check(
        .configuration, .note, "not-understood",
        tr("{flaw}. It has no effect.", ["flaw": issue.sentence(path: file)]),
        fix: issue.line > 0
          ? Fix.edit(file, line: issue.line, context) : Self.reading(file, issue.reason),
        facts + [("line", .number(Int64(issue.line)))])
    }
    if let hook = configuration.hook, let error = Self.refusal(of: hook) {
      let isOwn =
        FileStatus.of(hook).map { $0.st_mode & S_IFMT == S_IFREG && $0.st_uid == geteuid() }
        ?? false
      checks.append(
        Check(
          .configuration, .note, "no-hook",
          tr(
            "The hook {path} cannot be run: {error}. Mend it, or the line that names it.",
            ["path": VisibleText.line(hook), "error": Messages.system(error)]),
          fix: isOwn
            ? "chmod u+x \(hook.shellWord)"
            : Fix.edit(file, line: configuration.hookLine, context), facts))
    }
    guard checks.isEmpty else { return checks }
    return [
      access(file, F_OK) == 0
        ? Check(.configuration, .ok, "read", tr("{path} is understood.", ["path": path]), facts)
        : Check(
          .configuration, .ok, "none",
          tr("There is no {path}: all is as it usually is.", ["path": path]), facts)
    ]
  }

  /// What makes a file be read that is not.
  private static func reading(_ file: String, _ reason: Configuration.Issue.Reason) -> String? {
    switch reason {
    case .file(.foreign):
      return FileStatus.of(file)?.st_uid == geteuid()
        ? "chmod o-w \(file.shellWord)" : Fix.aside(file)
    case .file(.openFolder(let folder)):
      let (owner, command) = (FileStatus.of(folder)?.st_uid, "chmod o-w \(folder.shellWord)")
      if owner == geteuid() { return command }
      return owner == 0 ? Fix.asRoot(command) : Fix.aside(folder)
    default: return PathProblem(to: file, R_OK)?.fix ?? Fix.aside(file)
    }
  }

  /// Why a hook cannot be run, an errno; nil if it can.
  private static func refusal(of hook: String) -> Int32? {
    guard access(hook, X_OK) == 0 else { return errno }
    return FileStatus.of(hook).map { $0.st_mode & S_IFMT } == S_IFDIR ? EISDIR : nil
  }

  /// Whether mail can be sent, and whether its files are there; nothing without accounts and mails.
  var mailChecks: [Check] {
    guard let paths else { return [] }
    var checks = foreignSpool(paths)
    let hasAccounts = !context.configuration.accounts.isEmpty
    guard hasAccounts || paths.hasSpool || !checks.isEmpty else { return [] }
    if hasAccounts, ChildProcess.path(ofHelper: "remind-mail") == nil {
      let failure = Failure.mail(.helperMissing, account: nil)
      checks.append(Check(.mail, .problem, failure.name, failure.sentences[0]))
    }
    // What is wrong with the store, its own checks tell.
    if let store = try? ReminderStore(reading: paths, patience: 1000) {
      checks += (try? mailsWithoutFiles(store, paths)) ?? []
      checks += (try? heldMails(store)) ?? []
      checks += (try? orphans(store, paths)) ?? []
    }
    return checks.isEmpty
      ? [Check(.mail, .ok, "well", tr("No mail waits for you, and no file of one is missing."))]
      : checks
  }

  /// Something that is not ours in the place of the folder of the mails' files.
  private func foreignSpool(_ paths: Paths) -> [Check] {
    do throws(StoreError) {
      try paths.expectSpool()
      return []
    } catch {
      guard case .foreign(let path, _) = error else { return [] }
      let failure = Failure.store(error, paths)
      return [
        Check(
          .mail, .problem, failure.name, failure.sentences[0],
          fix: Fix.move(path), [("file", .string(path))])
      ]
    }
  }

  /// Mails that cannot be sent as they were asked for.
  private func mailsWithoutFiles(_ store: ReminderStore, _ paths: Paths) throws -> [Check] {
    try store.mailsWithoutFiles(paths).map { id, path in
      Check(
        .mail, .problem, "file-gone",
        tr(
          "{path} is gone, and the mail of reminder {id} cannot be sent with it.",
          ["path": VisibleText.line(path), "id": String(id)]),
        fix: path.hasSuffix(".eml")
          ? "remindctl mail cancel \(id)" : "remindctl edit \(id) --attach=",
        [("id", .number(id)), ("file", .string(path))])
    }
  }

  /// Mails that wait for their owner.
  private func heldMails(_ store: ReminderStore) throws -> [Check] {
    let waiting = try store.mails(MailFilter(waiting: true), after: nil, limit: 1000)
    let held = waiting.filter { $0.state == .held && $0.reason?.isForUser == true }
    guard let first = held.first else { return [] }
    return [
      Check(
        .mail, .note, "held",
        tr(
          held.count, "{n} mail waits for you: {reason}.", "{n} mails wait for you: {reason}.",
          ["reason": first.reason?.mailReason ?? ""]),
        fix: "remindctl mail list", [("held", .number(Int64(held.count)))])
    ]
  }

  /// Files that no reminder has, unless one is just being made; remindd removes them after a day.
  private func orphans(_ store: ReminderStore, _ paths: Paths) throws -> [Check] {
    let old = paths.spooled { context.now.seconds - $0 > 3600 }
    let folders = try store.orphans(among: old).map(paths.mail)
    guard !folders.isEmpty else { return [] }
    return [
      Check(
        .mail, .note, "no-reminder",
        tr(
          folders.count,
          "The files of mails that {n} reminder had are left; remindd removes them after a day.",
          "The files of mails that {n} reminders had are left; remindd removes them after a day."),
        fix: "rm -r " + spaced(folders.prefix(20).map(\.shellWord)))
    ]
  }
}
