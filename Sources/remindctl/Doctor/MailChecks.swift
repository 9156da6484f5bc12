import Configuration
import Reminders
import Scheduler
import System

/// Mail: whether it can be sent, and whether its files are there.
extension Patient {
  /// Nothing where there is neither an account nor a mail.
  func mailFindings(_ places: Places) -> [Finding] {
    let accounts = context.configuration.accounts
    var findings = foreignSpool(places)
    guard !accounts.isEmpty || places.hasSpool || !findings.isEmpty else { return [] }
    if !accounts.isEmpty, HelperProcess.path(of: "remind-mail") == nil {
      let failure = MailFailure(code: .helperMissing, configuration: places.configuration)
      findings.append(
        Finding(.mail, .problem, HoldReason.helperMissing.rawValue, Words.mail(failure)[0]))
    }
    // What is wrong with the store, others say.
    if let store = try? ReminderStore(reading: places, patience: 1000) {
      findings += (try? goneFiles(store, places)) ?? []
      findings += (try? held(store)) ?? []
      findings += (try? strangers(store, places)) ?? []
    }
    return findings.isEmpty ? [Finding(.mail, .ok, "well", Words.mailIsWell)] : findings
  }

  /// Something that is not ours in the place of the folder of their files.
  private func foreignSpool(_ places: Places) -> [Finding] {
    do {
      try places.expectSpool()
      return []
    } catch {
      guard case .foreign(let path, _) = error else { return [] }
      let failure = Failure.store(error, places)
      return [
        Finding(
          .mail, .problem, failure.name, Words.failure(failure, columns: nil)[0],
          command: Remedy.move(path), [("file", .string(path))])
      ]
    }
  }

  /// Mails that cannot be sent as they were asked for.
  private func goneFiles(
    _ store: ReminderStore, _ places: Places
  ) throws -> [Finding] {
    try store.mailsWithoutFiles(places).map { id, path in
      Finding(
        .mail, .problem, "file-gone", Words.mailFileGone(String(id), VisibleText.line(path)),
        command: path.hasSuffix(".eml")
          ? "remindctl mail cancel \(id)" : "remindctl edit \(id) --attach=",
        [("id", .number(id)), ("file", .string(path))])
    }
  }

  /// Mails that wait for their owner.
  private func held(_ store: ReminderStore) throws -> [Finding] {
    let waiting = try store.mails(MailFilter(waiting: true), after: nil, limit: 1000)
    let held = waiting.filter { $0.state == .held && $0.reason?.isForUser == true }
    guard let first = held.first else { return [] }
    return [
      Finding(
        .mail, .note, "held",
        Words.mailsHeld(held.count, because: first.reason?.mailReason ?? ""),
        command: "remindctl mail list", [("held", .number(Int64(held.count)))])
    ]
  }

  /// Files of no reminder's, unless one is just being made; remindd removes them after a day.
  private func strangers(
    _ store: ReminderStore, _ places: Places
  ) throws -> [Finding] {
    let old = places.spooled { context.now.seconds - $0 > 3600 }
    let folders = try store.strangers(among: old).map(places.mail)
    guard !folders.isEmpty else { return [] }
    return [
      Finding(
        .mail, .note, "no-reminder", Words.mailStrangers(folders.count),
        command: "rm -r " + spaced(folders.prefix(20).map(Remedy.quoted)))
    ]
  }
}
