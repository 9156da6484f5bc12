import CivilTime
import Reminders
import Store

/// The reminder that `--remind-before` makes of a request's date: so long before 9:00 on that day.
struct DateReminder {
  let text: String
  let due: Instant
  let trigger: Trigger
  /// What the user typed, for `show`.
  let words: String

  private static let hour = 9

  /// - Returns: nil if none is asked for.
  init?(_ filled: FilledTemplate, _ arguments: Arguments, _ context: Context) throws {
    guard let said = arguments.value(.remindBefore) else { return nil }
    let dates = filled.filling.values.filter { $0.day != nil }
    // `deadline=3d`, if there are several.
    let parts = said.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.count == 2 ? String(parts[0]) : nil
    let length = try context.length(
      parts.last.map(String.init) ?? "", of: .remindBefore)
    if let name {
      let all = filled.template.parameters.filter { $0.kind == .date }.map(\.name)
      guard all.contains(name) else { throw Failure.template(.notADate(name, dates: all)) }
    }
    let meant = name.map { name in dates.filter { $0.name == name } } ?? dates
    guard let date = meant.first, let day = date.day else { throw Failure.template(.noDate) }
    guard meant.count == 1 else { throw Failure.template(.severalDates(meant.map(\.name))) }
    let zone = context.local.zone
    let morning = WallTime(secondsAsUTC: day * 86_400 + Int64(Self.hour) * 3600)
    guard let wall = morning.adding(seconds: -(length / 1000)),
      case let due = zone.instant(of: wall), due > context.now
    else { throw Failure.template(.tooLate(said, date: date.items[0])) }
    self.due = due
    trigger = .wall(wall, zone: context.local.isPinned ? zone.name : nil)
    let label = filled.template.parameters.first { $0.name == date.name }?.label ?? date.name
    text = "\(label) \(date.items[0]): \(filled.filling.subject)"
    words = HistoryEvent.beforeDateWord + said
  }

  /// As it is stored.
  func reminder(_ context: Context) -> NewReminder {
    var new = NewReminder(
      text: text, trigger: trigger, due: due, in: context.local.zone, words: words,
      language: context.language.locale.text)
    new.options = ReminderOptions.new(context.configuration.defaults)
    return new
  }
}
