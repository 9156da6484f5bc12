import CivilTime
import Localization
import Reminders
import Scheduler
import System

/// What a mail says.
extension Words {
  /// The first line of the reminder's text.
  func mailSubject(_ alert: Alert) -> String {
    let line = title(alert.text).split(whereSeparator: \.isNewline).first.map(String.init)
    return VisibleText.line(VisibleText.cut(line ?? title(nil), characters: 200, bytes: 800))
  }

  func mailText(_ alert: Alert) -> String {
    let wall = zone.wall(at: alert.due)
    let when = clock.date(wall, from: WallTime(secondsAsUTC: 0)) + " " + clock.time(wall)
    var lines = [VisibleText.lines(title(alert.text)), ""]
    lines.append(
      alert.purpose.isAnnouncement
        ? tr("It is due {when}.", ["when": when]) : tr("Due {when}.", ["when": when]))
    if alert.purpose == .unanswered { lines.append(tr("It was shown, and nobody has answered.")) }
    if alert.purpose == .due, alert.lateness >= 60_000 {
      lines.append(tr("This mail is {late} late.", ["late": alert.lateness.spoken]))
    }
    if alert.missed > 0 { lines.append(missedSentence(alert)) }
    return lines.joined(separator: "\n")
  }

  private func missedSentence(_ alert: Alert) -> String {
    tr(
      alert.missed, "It stands for {n} earlier one that was missed.",
      "It stands for {n} earlier ones that were missed.")
  }

  /// Why a mail waits for the user, or will never go.
  func mailTrouble(_ alert: Alert, _ result: MailResult) -> String {
    let reason = result.reason ?? .helperFailed
    let values: KeyValuePairs = [
      "id": String(alert.reminder),
      "text": VisibleText.line(VisibleText.cut(title(alert.text), characters: 60, bytes: 240)),
      "reason": reason.mailReason ?? reason.rawValue,
    ]
    if reason == .outcomeUnknown {
      return tr(
        "Whether the mail of reminder {id} ({text}) has come, nobody can tell: the server's answer was lost. `remindctl mail retry {id}` sends it once more.",
        values)
    }
    let sentence =
      alert.purpose == .confirmation
      ? tr("The confirmation of request {id} ({text}) was not sent: {reason}.", values)
      : tr("The mail of reminder {id} ({text}) was not sent: {reason}.", values)
    let words = result.words
    let details = words.isEmpty ? "" : " " + VisibleText.line(words)
    guard reason.isForUser else { return sentence + details }
    return sentence + details + " " + tr("`remindctl mail retry` sends what waits.")
  }
}
