import CivilTime
import Reminders

/// What an import compares with.
struct ImportedReminder {
  var state: ImportedState
  /// Its import was undone: what the file says is news again.
  var isTakenBack: Bool
  /// It made the reminder.
  package var isFirst: Bool
}

/// The columns of a reminder that a calendar has a say in.
struct ImportedState {
  var text: String?
  var kind = ""
  var wall: String?
  var zone: String?
  var rrule: String?
  var options = "{}"
  /// Of elapsed time: when it is due.
  package var due: Instant?

  init() {}

  init(_ row: Row) {
    text = row.optionalText(0)
    kind = row.text(1)
    wall = row.optionalText(2)
    zone = row.optionalText(3)
    rrule = row.optionalText(4)
    options = row.text(5)
    due = row.optionalInstant(6)
  }

  init(_ reminder: CalendarReminder) {
    let columns = TriggerColumns(reminder.trigger)
    text = reminder.text
    kind = columns.kind
    wall = columns.wall
    zone = columns.zone
    rrule = columns.rrule
    options = Self.text(reminder.options)
  }

  static func text(_ options: ReminderOptions) -> String {
    options.isEmpty ? "{}" : options.json.text
  }

  func isSame(as new: ImportedState, _ reminder: CalendarReminder, in zone: Zone) -> Bool {
    text == new.text && options == new.options && isSameTime(as: new, reminder, in: zone)
  }

  func isSameTime(as new: ImportedState, _ reminder: CalendarReminder, in zone: Zone) -> Bool {
    if kind == new.kind, wall == new.wall, self.zone == new.zone, rrule == new.rrule { return true }
    // A file has whole seconds.
    if kind == "interval", let due { return abs(due.since(reminder.due)) < 1000 }
    guard kind == new.kind, wall == new.wall, self.zone == new.zone, let mine = recurrence,
      var theirs = reminder.trigger.recurrence
    else { return false }
    if let details = theirs.details, !reminder.skipped.isEmpty {
      var details = details
      details.leftOut.removeAll(where: reminder.skipped.contains)
      theirs =
        (try? Recurrence(
          theirs.rule, from: theirs.start, details: details.isEmpty ? nil : details)) ?? theirs
    }
    let there = self.zone.flatMap { try? Zone.load($0) } ?? zone
    return mine.details == theirs.details
      && mine.rule.ending(in: there) == theirs.rule.ending(in: there)
  }

  private var recurrence: Recurrence? {
    TriggerColumns(kind: kind, wall: wall, zone: zone, rrule: rrule).trigger.recurrence
  }
}
