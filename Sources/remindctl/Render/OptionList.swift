import Reminders
import Scheduler
import System

extension ReminderOptions {
  /// Each option that was asked for, and its value for people.
  var named: [(option: Option, value: String)] {
    var named: [(Option, String)] = []
    func add(_ option: Option, _ value: String?) {
      if let value { named.append((option, value)) }
    }
    add(.urgency, urgency?.rawValue)
    add(.nag, nag.map { Words.nag(every: $0.every.spoken(units: 4), times: $0.times) })
    add(
      .before,
      before.isEmpty ? nil : Words.list(before.map { $0.spoken(units: 4) }))
    add(.maxLate, maxLate?.spoken(units: 4))
    add(.timeout, timeout.map { $0 == 0 ? Words.never : $0.spoken(units: 4) })
    add(.sound, sound)
    add(.icon, icon.map(VisibleText.line))
    add(.speak, speak.map { $0 ? Words.yes : Words.no })
    add(.tag, tag)
    add(.mailTo, mail.map { VisibleText.line($0.recipient) })
    // Said where it is another one: most have one account.
    add(.account, mail?.account)
    add(.channel, mail?.isOnly == true ? "mail" : nil)
    add(.ifUnanswered, mail?.ifUnanswered?.spoken(units: 4))
    let names = mail?.attachments.map { VisibleText.line($0.name) } ?? []
    add(.attach, names.isEmpty ? nil : Words.list(names))
    return named
  }

  /// What is another now than in `old`, a sentence each.
  func changes(from old: ReminderOptions) -> [String] {
    let (before, after) = (old.named, named)
    return (Option.alerts + Option.mails).compactMap { option in
      let was = before.first { $0.option == option }?.value ?? Words.unset
      let new = after.first { $0.option == option }?.value ?? Words.unset
      return was == new ? nil : Words.option(option, was: was, is: new)
    }
  }
}
